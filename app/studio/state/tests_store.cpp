#include "state/tests_store.h"

#include <chrono>
#include <filesystem>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "link/decode_sample.h"
#include "state/run_store.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kAgain(3000);
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

TestsStore::TestsStore(RunStore& run, QObject* parent) : QObject(parent), run_(run) {
  connect(&again_, &QTimer::timeout, this, &TestsStore::read);
  connect(&run_, &RunStore::opened, this, &TestsStore::read);
}

void TestsStore::setWatched(bool watched) {
  if (!watched) return again_.stop();
  read();
  again_.start(kAgain);
}

void TestsStore::read() {
  if (!run_.isOpen() || !run_.isClassifier() || run_.facts().folder.empty()) return;
  reading_.run([path = run_.facts().folder] { return keptTests(path); },
               [this](const std::vector<KeptTest>& tests) { model_.setTests(tests); });
}

void TestsStore::loadSheet(const QString& test, const QString& sheet) {
  const std::filesystem::path file = testFolder(run_.facts().folder, test.toStdString()) / sheet.toStdString();
  pictures_.run([file] { return pictureOf(file); }, [this](const QImage& picture) { emit sheetLoaded(picture); });
}

}  // namespace gan
