#include "link/run_marks_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <string>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/message.h"
#include "style/plain_text.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// All texts at their longest, and room for what a later version adds.
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 10U;

const QString kName = QStringLiteral("name");
const QString kNote = QStringLiteral("note");
const QString kTags = QStringLiteral("tags");
const QString kStarred = QStringLiteral("starred");
const QString kArchived = QStringLiteral("archived");

void requireKind(bool is_it, const QString& member, const char* expected) {
  if (is_it) return;
  throw Error(ErrorCode::kDataLoss, "run_marks_bad_member", "Its member {member} should be of the type {expected}.",
              {{"member", member.toStdString()}, {"expected", expected}});
}

void requireAtMost(qsizetype limit, qsizetype letters, const QString& member) {
  if (letters <= limit) return;
  throw Error(
      ErrorCode::kInvalidArgument, "run_marks_too_long",
      "A run's {member} may have {limit} letters, these are {letters}. Choose fewer.",
      {{"member", member.toStdString()}, {"limit", std::to_string(limit)}, {"letters", std::to_string(letters)}});
}

void requireFits(const RunMarks& marks) {
  requireAtMost(kMostMarkNameLetters, marks.name.size(), kName);
  requireAtMost(kMostMarkNoteLetters, marks.note.size(), kNote);
  for (const QString& tag : marks.tags) requireAtMost(kMostMarkTagLetters, tag.size(), kTags);
  if (marks.tags.size() <= kMostMarkTags) return;
  throw Error(ErrorCode::kInvalidArgument, "run_marks_too_many_tags",
              "A run may have {limit} tags, these are {tags}. Choose fewer.",
              {{"limit", std::to_string(kMostMarkTags)}, {"tags", std::to_string(marks.tags.size())}});
}

QString oneLine(const QString& text) { return printable(text.simplified()); }

RunMarks tidied(RunMarks marks) {
  marks.name = oneLine(marks.name);
  QStringList lines;
  for (const QString& line : marks.note.trimmed().split(QLatin1Char('\n'))) {
    lines << printable(line.endsWith(QLatin1Char('\r')) ? line.chopped(1) : line);
  }
  marks.note = lines.join(QLatin1Char('\n'));
  QStringList tags;
  for (const QString& tag : marks.tags) {
    const QString tidy = oneLine(tag);
    if (!tidy.isEmpty() && !tags.contains(tidy)) tags << tidy;
  }
  marks.tags = tags;
  return marks;
}

RunMarks marksOf(const QJsonObject& object) {
  const auto is_flag = [](const QJsonValue& value) { return value.isUndefined() || value.isBool(); };
  const auto is_text = [](const QJsonValue& value) { return value.isUndefined() || value.isString(); };
  for (const QString& name : {kName, kNote}) requireKind(is_text(object.value(name)), name, "string");
  for (const QString& name : {kStarred, kArchived}) requireKind(is_flag(object.value(name)), name, "boolean");
  const QJsonValue tags = object.value(kTags);
  requireKind(tags.isUndefined() || tags.isArray(), kTags, "array of strings");
  RunMarks marks;
  for (const QJsonValue& tag : tags.toArray()) {
    requireKind(tag.isString(), kTags, "array of strings");
    marks.tags << tag.toString();
  }
  marks.name = object.value(kName).toString();
  marks.note = object.value(kNote).toString();
  marks.starred = object.value(kStarred).toBool();
  marks.archived = object.value(kArchived).toBool();
  marks = tidied(std::move(marks));
  requireFits(marks);
  return marks;
}

/// A member that says nothing is not written.
void put(QJsonObject& object, const QString& name, const QJsonValue& value, bool says_something) {
  if (says_something) {
    object.insert(name, value);
  } else {
    object.remove(name);
  }
}

struct Content {
  QJsonObject object;
  RunMarks marks;
};

/// Nothing else is opened: a pipe would never end.
bool isThere(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) return false;
  if (error) throwFileError("read", file, error.value());
  if (fs::is_regular_file(status)) return true;
  throw Error(ErrorCode::kInvalidArgument, "run_marks_no_file", "It is no ordinary file.");
}

Content read(const fs::path& file) try {
  if (!isThere(file)) return {};
  QJsonParseError error;
  const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(readFile(file, kMostBytes)), &error);
  if (error.error != QJsonParseError::NoError) {
    throw Error(ErrorCode::kDataLoss, "run_marks_no_json", "It is no JSON: {reason}.",
                {{"reason", error.errorString().toStdString()}});
  }
  if (!document.isObject()) {
    throw Error(ErrorCode::kDataLoss, "run_marks_no_object", "It should hold a JSON object, not a list.");
  }
  return {document.object(), marksOf(document.object())};
} catch (const Error& error) {
  throw Error(ErrorCode::kDataLoss, "run_marks_unusable",
              "{path} cannot be used: {reason} It holds name, note and tags of the run, nothing of its training: mend "
              "it, or move it away.",
              {{"path", file.string()}, because(error)});
}

}  // namespace

RunMarks readRunMarks(const fs::path& run) { return read(run / kRunMarksFile).marks; }

void changeRunMarks(const fs::path& run, const std::function<void(RunMarks& marks)>& change) {
  const fs::path file = run / kRunMarksFile;
  Content content = read(file);
  change(content.marks);
  const RunMarks marks = tidied(content.marks);
  requireFits(marks);
  QJsonObject& object = content.object;
  put(object, kName, marks.name, !marks.name.isEmpty());
  put(object, kNote, marks.note, !marks.note.isEmpty());
  put(object, kTags, QJsonArray::fromStringList(marks.tags), !marks.tags.isEmpty());
  put(object, kStarred, true, marks.starred);
  put(object, kArchived, true, marks.archived);
  writeFileAtomically(file, QJsonDocument(object).toJson(QJsonDocument::Indented).toStdString());
}

QStringList tagsOf(const QString& text) { return text.split(QLatin1Char(','), Qt::SkipEmptyParts); }

}  // namespace gan
