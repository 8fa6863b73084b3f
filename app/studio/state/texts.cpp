#include "state/texts.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <array>
#include <limits>

#include "config/automatic.h"
#include "controls/numbers.h"
#include "evaluation/evaluation_texts.h"
#include "run/rank_balance.h"
#include "style/series_style.h"
#include "style/significant_text.h"

namespace gan {
namespace {

/// The context of this file's sentences.
class Texts {
  Q_DECLARE_TR_FUNCTIONS(Texts)
};

using gan::printable;

QString printable(const std::string& text) { return gan::printable(QString::fromStdString(text)); }

/// Words of the engine's that no call of its sources shows: the names of phases, how a process ended, and what stands
/// for a file that has no name.
[[maybe_unused]] constexpr std::array kComputedWords = {QT_TRANSLATE_NOOP("Engine", "data"),
                                                        QT_TRANSLATE_NOOP("Engine", "forward"),
                                                        QT_TRANSLATE_NOOP("Engine", "backward"),
                                                        QT_TRANSLATE_NOOP("Engine", "communication"),
                                                        QT_TRANSLATE_NOOP("Engine", "optimizer"),
                                                        QT_TRANSLATE_NOOP("Engine", "other"),
                                                        QT_TRANSLATE_NOOP("Engine", "signal {number}"),
                                                        QT_TRANSLATE_NOOP("Engine", "code {number}"),
                                                        QT_TRANSLATE_NOOP("Engine", "by its engine"),
                                                        QT_TRANSLATE_NOOP("Engine", "the picture"),
                                                        QT_TRANSLATE_NOOP("Engine", "the preview")};

std::string inEngine(const std::string& english) {
  return QCoreApplication::translate("Engine", english.c_str()).toStdString();
}

/// What rules name a series by is what it is called in the chart.
constexpr const char* kSeries = "series";

std::string seriesInChart(const std::string& name) { return seriesTitle(QString::fromStdString(name)).toStdString(); }

/// What is filled into a text. How a process ended, "signal 9", is a word and a number.
std::string valueInEngine(const std::string& value) {
  static const QRegularExpression kEnd(QStringLiteral("^(signal|code) (\\d+)$"));
  const QRegularExpressionMatch end = kEnd.match(QString::fromStdString(value));
  if (!end.hasMatch()) return inEngine(value);
  const std::string word = inEngine(end.captured(1).toStdString() + " {number}");
  return fillPlaceholders(word, {{"number", end.captured(2).toStdString()}});
}

/// Values that are sentences or the engine's own words, "it is not a folder", are translated as well; names and numbers
/// stay.
std::string filled(const std::string& text, std::vector<ErrorArgument> arguments) {
  for (ErrorArgument& argument : arguments) {
    const bool is_sentence = !argument.text.empty();
    argument.value = is_sentence                ? filled(argument.text, argument.arguments)
                     : argument.name == kSeries ? seriesInChart(argument.value)
                                                : valueInEngine(argument.value);
  }
  return fillPlaceholders(inEngine(text), arguments);
}

QString ofSchema(const std::string& text) {
  return text.empty() ? QString() : printable(QCoreApplication::translate("Schema", text.c_str()));
}

QString valueText(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? Texts::tr("on") : Texts::tr("off");
  return printable(NumberText::write(toVariant(value)));  // as the controls write it
}

QString join(const QStringList& parts) { return parts.join(Texts::tr(", ")); }

QString countText(std::int64_t count) { return QLocale().toString(static_cast<qlonglong>(count)); }

QString withReason(const QString& sentence, const Message& reason) {
  return reason.empty() ? sentence : Texts::tr("%1: %2").arg(sentence, translated(reason));
}

QString sentence(const SegmentStarted& started, const Schema&) {
  switch (started.cause) {
    case SegmentStarted::Cause::kStart:
      return Texts::tr("Training started");
    case SegmentStarted::Cause::kResume:
      return Texts::tr("Training resumed from here");
    case SegmentStarted::Cause::kRollback:
      return Texts::tr("Rolled back to here; later steps are superseded");
    case SegmentStarted::Cause::kBranch:
      return Texts::tr("Branched from another run");
    case SegmentStarted::Cause::kReplay:
      return Texts::tr("Replay of another run started");
    case SegmentStarted::Cause::kOther:
      return Texts::tr("Training went on from here: %1").arg(printable(started.other_cause));
  }
  return {};
}

QString sentence(const StatusChanged& changed, const Schema&) {
  return withReason(statusText(changed.status), changed.reason);
}

QString assignmentText(const CommandHandled& handled, const Assignment& assignment, const Schema& schema) {
  const QString title = fieldTitle(schema, assignment.path);
  if (handled.answer.result == CommandResult::kApplied) {
    for (const Assignment& before : handled.previous) {
      if (before.path == assignment.path) {
        return Texts::tr("%1 %2 → %3").arg(title, valueText(before.value), valueText(assignment.value));
      }
    }
  }
  return Texts::tr("%1 → %2").arg(title, valueText(assignment.value));
}

QString requestText(const CommandHandled& handled, const Schema& schema) {
  const Command& command = handled.command;
  const QString step = countText(command.step);
  switch (command.kind) {
    case CommandKind::kSet: {
      QStringList parts;
      for (const Assignment& assignment : command.values) parts << assignmentText(handled, assignment, schema);
      return join(parts);
    }
    case CommandKind::kKeep:
      return Texts::tr("Keep the checkpoint of step %1").arg(step);
    case CommandKind::kRollback:
      return command.step < 0 ? Texts::tr("Roll back to the newest checkpoint")
                              : Texts::tr("Roll back to step %1").arg(step);
    case CommandKind::kBranch: {
      const QString path = printable(command.path);
      return command.step < 0 ? Texts::tr("Branch from the newest checkpoint into %1").arg(path)
                              : Texts::tr("Branch from step %1 into %2").arg(step, path);
    }
    default:
      return commandText(command.kind);
  }
}

QString sentence(const CommandHandled& handled, const Schema& schema) {
  const QString request = requestText(handled, schema);
  const QString client = printable(handled.command.client);
  const QString text = client.isEmpty() ? request : Texts::tr("%1 (by %2)").arg(request, client);
  switch (handled.answer.result) {
    case CommandResult::kApplied:
      return text;
    case CommandResult::kNeedsRestart:
      return withReason(Texts::tr("%1 needs a restart").arg(text), handled.answer.reason);
    case CommandResult::kRefused:
      return withReason(Texts::tr("%1 was refused").arg(text), handled.answer.reason);
    case CommandResult::kUnknown:
      return withReason(Texts::tr("%1 may or may not have been carried out").arg(text), handled.answer.reason);
  }
  return text;
}

QString sentence(const Alert& alert, const Schema&) { return translated(alert.message); }

QString sentence(const CheckpointWritten& written, const Schema&) {
  const QLocale locale;
  const QString size = locale.formattedDataSize(static_cast<qint64>(written.bytes));
  const QString seconds = locale.toString(written.seconds, 'f', 1);
  return written.pinned ? Texts::tr("Checkpoint written on request and kept: %1 in %2 s").arg(size, seconds)
                        : Texts::tr("Checkpoint written: %1 in %2 s").arg(size, seconds);
}

QString sentence(const SampleWritten& written, const Schema&) {
  return written.truncation > 0 ? Texts::tr("Samples drawn, truncation %1").arg(valueText(written.truncation))
                                : Texts::tr("Samples drawn");
}

QString sentence(const Evaluated& evaluated, const Schema&) {
  const QLocale locale;
  QStringList scores;
  for (const EvaluatedScore& score : evaluated.scores) {
    scores << Texts::tr("%1 %2").arg(scoreTitle(printable(score.name)), significantText(score.value, 4));
  }
  const QString text = Texts::tr("Evaluated: %1; %2 pictures by features %3, in %4 s")
                           .arg(join(scores), countText(evaluated.generated), printable(comparableAs(evaluated)),
                                locale.toString(evaluated.seconds, 'f', 1));
  const QString doubt = evaluation_text::doubtOfFew(evaluated);
  return doubt.isEmpty() ? text : Texts::tr("%1; %2", "what was found, what to mind").arg(text, doubt);
}

QString sentence(const LoadMeasured& load, const Schema&) {
  const QLocale locale;
  if (load.device && load.device->busy_percent) {
    return Texts::tr("GPU %1 %, CPU %2 %, memory %3, %4 free on the disk")
        .arg(locale.toString(*load.device->busy_percent, 'f', 0), locale.toString(load.cpu_percent, 'f', 0),
             locale.formattedDataSize(static_cast<qint64>(load.memory_bytes)),
             locale.formattedDataSize(static_cast<qint64>(load.disk_free_bytes)));
  }
  return Texts::tr("CPU %1 %, memory %2, %3 free on the disk")
      .arg(locale.toString(load.cpu_percent, 'f', 0), locale.formattedDataSize(static_cast<qint64>(load.memory_bytes)),
           locale.formattedDataSize(static_cast<qint64>(load.disk_free_bytes)));
}

QString sentence(const RankReported& reported, const Schema&) {
  return Texts::tr("Rank %1 on %2: %3")
      .arg(QLocale().toString(reported.rank), printable(reported.host), translated(reported.message));
}

QString sentence(const RanksMeasured& measured, const Schema&) {
  const RankBalance balance = balanceOf(measured);
  const QLocale locale;
  return Texts::tr("%n process(es): %1 ms an iteration, efficiency %2 %", nullptr,
                   static_cast<int>(measured.ranks.size()))
      .arg(locale.toString(balance.step_ms, 'f', 1), locale.toString(balance.efficiency * 100, 'f', 0));
}

QString sentence(const OtherEvent& other, const Schema&) {
  const QString type = printable(other.type);
  return other.text.empty()
             ? Texts::tr("An event that this version does not know, %1").arg(type)
             : Texts::tr("An event that this version does not know, %1: %2").arg(type, printable(other.text));
}

Setting::Type settingType(FieldType type) {
  switch (type) {
    case FieldType::kBool:
      return Setting::Type::kBool;
    case FieldType::kInteger:
      return Setting::Type::kInteger;
    case FieldType::kReal:
      return Setting::Type::kReal;
    case FieldType::kChoice:
      return Setting::Type::kChoice;
    case FieldType::kText:
      return Setting::Type::kText;
    case FieldType::kPath:
      return Setting::Type::kPath;
  }
  return Setting::Type::kText;
}

std::optional<std::int64_t> toInteger(const QVariant& variant) {
  switch (variant.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::Long:
      return variant.toLongLong();
    case QMetaType::ULong:
    case QMetaType::ULongLong: {
      const qulonglong value = variant.toULongLong();
      if (value > static_cast<qulonglong>(std::numeric_limits<qlonglong>::max())) return std::nullopt;
      return static_cast<std::int64_t>(value);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

QString translated(const Message& message) { return printable(filled(message.text, message.arguments)); }

QString translated(const Error& error) { return printable(filled(error.text(), error.arguments())); }

QString summaryOf(const Preset& preset) { return ofSchema(std::string(preset.summary)); }

Setting settingOf(const Field& field) {
  Setting setting;
  setting.path = QString::fromStdString(field.path);
  setting.title = ofSchema(field.title);
  setting.help = ofSchema(field.help);
  setting.unit = ofSchema(field.unit);
  setting.type = settingType(field.type);
  setting.default_value = toVariant(field.default_value);
  if (field.range) {
    setting.lowest = field.range->lowest;
    setting.highest = field.range->highest;
  }
  setting.automatic = canBeAutomatic(field);
  for (const std::string& choice : field.choices) setting.choices << QString::fromStdString(choice);
  setting.live = field.change == Change::kLive;
  setting.logarithmic = field.scale == Scale::kLogarithmic;
  setting.common = field.audience == Audience::kCommon;
  for (const Need& need : field.needs) {
    Setting::Need& added = setting.needs.emplace_back();
    added.path = QString::fromStdString(need.path);
    for (const std::string& value : need.values) added.values << QString::fromStdString(value);
    added.none_of = need.kind == Need::Kind::kNoneOf;
  }
  return setting;
}

QString fieldTitle(const Schema& schema, const std::string& path) {
  const Field* field = schema.find(path);
  return field == nullptr || field->title.empty() ? printable(path) : ofSchema(field->title);
}

QVariant toVariant(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<qlonglong>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return QString::fromStdString(std::get<std::string>(value));
}

std::optional<Value> toValue(const Field& field, const QVariant& variant) {
  switch (field.type) {
    case FieldType::kBool:
      if (variant.typeId() == QMetaType::Bool) return Value(variant.toBool());
      return std::nullopt;
    case FieldType::kInteger:
      if (const auto integer = toInteger(variant)) return Value(*integer);
      return std::nullopt;
    case FieldType::kReal:
      if (variant.typeId() == QMetaType::Double || variant.typeId() == QMetaType::Float || toInteger(variant)) {
        return Value(variant.toDouble());
      }
      return std::nullopt;
    case FieldType::kChoice:
    case FieldType::kText:
    case FieldType::kPath:
      if (variant.typeId() == QMetaType::QString) return Value(variant.toString().toStdString());
      return std::nullopt;
  }
  return std::nullopt;
}

QString lineWithoutStep(SamplePoint point) {
  point.step.reset();
  return QString::fromStdString(toText(point));
}

QString statusText(RunStatus status) {
  switch (status) {
    case RunStatus::kStarting:
      return Texts::tr("Starting");
    case RunStatus::kRunning:
      return Texts::tr("Running");
    case RunStatus::kPaused:
      return Texts::tr("Paused");
    case RunStatus::kFinished:
      return Texts::tr("Finished");
    case RunStatus::kStopped:
      return Texts::tr("Stopped");
    case RunStatus::kDiverged:
      return Texts::tr("Diverged");
    case RunStatus::kFailed:
      return Texts::tr("Failed");
  }
  return {};
}

QString commandText(CommandKind kind) {
  switch (kind) {
    case CommandKind::kSet:
      return Texts::tr("Settings");
    case CommandKind::kPause:
      return Texts::tr("Pause");
    case CommandKind::kContinue:
      return Texts::tr("Continue");
    case CommandKind::kStep:
      return Texts::tr("Single step");
    case CommandKind::kSample:
      return Texts::tr("Samples");
    case CommandKind::kCheckpoint:
      return Texts::tr("Checkpoint");
    case CommandKind::kKeep:
      return Texts::tr("Keep a checkpoint");
    case CommandKind::kRollback:
      return Texts::tr("Roll back");
    case CommandKind::kBranch:
      return Texts::tr("Branch");
    case CommandKind::kEvaluate:
      return Texts::tr("Evaluation");
    case CommandKind::kStop:
      return Texts::tr("Stop");
  }
  return {};
}

QString eventText(const Event& event, const Schema& schema) {
  const QString text = std::visit([&schema](const auto& what) { return sentence(what, schema); }, event.what);
  const auto* reported = std::get_if<RankReported>(&event.what);
  if (reported == nullptr || !isOfEarlierStart(*reported, event.unix_seconds)) return text;
  const auto said = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(std::clamp(reported->unix_seconds, 0.0, 1e12)));
  return Texts::tr("%1 (said %2)").arg(text, QLocale().toString(said, QLocale::ShortFormat));
}

}  // namespace gan
