#include "state/tests_store.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "link/decode_sample.h"
#include "state/run_store.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr std::uint64_t kMostPictureBytes = 64ULL << 20U;

QImage pictureOf(const std::filesystem::path& file) {
  try {
    const std::string png = readFile(file, kMostPictureBytes);
    return decodeSample(QByteArray::fromRawData(png.data(), static_cast<qsizetype>(png.size())), file.string());
  } catch (const Error& error) {
    log::warning(error.what());
    return {};
  }
}

}  // namespace

TestsStore::TestsStore(RunStore& run, ExportLink& exports, LocalServer& server, QObject* parent)
    : QObject(parent),
      run_(run),
      exports_(exports),
      pending_({.exports = exports,
                .server = server,
                .takes = [](const ExportWish& wish) { return std::holds_alternative<TestWish>(wish.pictures); },
                .wants =
                    [this] {
                      const bool can = run_.isOpen() && run_.isClassifier() && refusal_.isEmpty();
                      return can && (pending_.isWatched() || !wished_.isEmpty());
                    }}) {
  connect(&run_, &RunStore::opened, this, &TestsStore::onOpened);
  connect(&run_, &RunStore::checkpointsChanged, this,
          [this] { model_.setCheckpoints(standingSteps(run_.checkpoints())); });
  connect(&pending_, &PendingExports::looked, this, &TestsStore::read);
  connect(&pending_, &PendingExports::listed, this, &TestsStore::onListed);
  connect(&pending_, &PendingExports::served, this, &TestsStore::onServed);
  connect(&pending_, &PendingExports::serverFailed, this, [this](const Message& why) {
    if (!std::exchange(wished_, {}).isEmpty()) emit complained(tr("The test does not begin: %1").arg(translated(why)));
  });
  connect(&pending_, &PendingExports::complained, this, &TestsStore::complained);
  connect(&pending_, &PendingExports::settled, this, &TestsStore::settled);
}

void TestsStore::onOpened() {
  if (run_.facts().folder.empty()) {
    refusal_ =
        tr("What a test finds lies in the run's folder, which is on another computer. From a shell there, gan-engine "
           "test judges this run.");
    emit refusalChanged();
  }
  read();
}

void TestsStore::setWatched(bool watched) {
  is_watched_ = watched;
  look();
}

void TestsStore::look() { pending_.setWatched(is_watched_ || !awaited_.isEmpty()); }

void TestsStore::read() {
  if (!run_.isOpen() || !run_.isClassifier() || run_.facts().folder.empty()) return;
  reading_.run([path = run_.facts().folder] { return keptTests(path); },
               [this](const std::vector<KeptTest>& tests) { onRead(tests); });
}

/// What was asked for here is what a person wants to see now.
void TestsStore::onRead(const std::vector<KeptTest>& tests) {
  model_.setTests(tests);
  for (const auto& [id, folder] : std::exchange(over_, {}).asKeyValueRange()) {
    const auto is_it = [&id](const KeptTest& test) { return test.id == id.toStdString(); };
    if (std::ranges::any_of(tests, is_it)) {
      model_.choose(id);
      emit reported(tr("The test is done. %1", "what it found").arg(model_.facts()));
    } else {  // there are too many classes for a table
      emit reported(tr("The test is done; what it found is in %1.").arg(folder));
    }
  }
}

void TestsStore::start(qint64 step, const QString& split) {
  if (!refusal_.isEmpty() || !run_.isOpen()) {
    return emit complained(refusal_.isEmpty() ? tr("The run is not open yet.") : refusal_);
  }
  emit reported(tr("The test is tried out on its host, and begins in a moment."));
  const ExportWish wish{.step = step < 0 ? std::nullopt : std::optional(step), .pictures = TestWish{.split = split}};
  if (!wished_.contains(wish)) wished_ << wish;  // a double click wishes it once
  pending_.askServer();
}

void TestsStore::onServed() {
  const Answers<ListedExport> answers{
      .done =
          [this](const ListedExport& begun) {
            emit reported(tr("The test has begun. It goes on when the window is closed."));
            emit settled();
            await(begun.row.id);
          },
      .failed =
          [this](const Message& why) { emit complained(tr("The test does not begin: %1").arg(translated(why))); }};
  for (const ExportWish& wish : std::exchange(wished_, {})) exports_.start(wish, answers);
}

void TestsStore::await(const QString& id) {
  awaited_.insert(id);
  look();
}

void TestsStore::goOn(const QString& id) {
  exports_.goOn(id, {.done =
                         [this, id](const ListedExport&) {
                           emit settled();
                           await(id);
                         },
                     .failed = [this](const Message& why) { emit complained(translated(why)); }});
}

void TestsStore::onListed(const QVector<ListedExport>& listed) {
  model_.setPending(pendingOf(listed, PendingEvaluation::What::kTest));
  for (const ListedExport& each : listed) {
    const bool is_done = each.row.phase == ExportRow::Phase::kDone;
    const bool has_failed = each.row.phase == ExportRow::Phase::kFailed;
    const bool is_over = is_done || has_failed || each.row.phase == ExportRow::Phase::kCancelled;
    if (!is_over || !awaited_.remove(each.row.id)) continue;
    if (is_done) over_.insert(each.row.id, each.row.folder);
    if (has_failed) emit complained(tr("The test has failed: %1").arg(translated(each.why)));
  }
  if (!over_.isEmpty()) read();
  if (awaited_.isEmpty() && !is_watched_) look();
}

void TestsStore::loadSheet(const QString& test, const QString& sheet) {
  const std::filesystem::path file = testFolder(run_.facts().folder, test.toStdString()) / sheet.toStdString();
  pictures_.run([file] { return pictureOf(file); }, [this](const QImage& picture) { emit sheetLoaded(picture); });
}

}  // namespace gan
