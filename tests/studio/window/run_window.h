#pragma once

#include <gtest/gtest.h>

#include <QAction>
#include <QFileDialog>
#include <QImage>
#include <QTest>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "log/alert_bar.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "state/run_store.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {

namespace fs = std::filesystem;

inline constexpr int kPatienceMs = 60'000;

inline bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

/// The window, and what one finds in it once it shows a run.
class RunWindow : public testing::Test {
 protected:
  RunWindow() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
  }

  template <typename T = QWidget>
  T* find(const char* name) const {
    return window_->findChild<T*>(QLatin1String(name));
  }
  QAction* action(const char* name) const { return find<QAction>(name); }
  QVector<AlertNotice> notices() const { return window_->findChild<AlertBar*>()->notices(); }
  void open(const fs::path& run) {
    window_->open(QString::fromStdString(run.string()));
    ASSERT_TRUE(until([&] { return window_->run() && window_->run()->isOpen(); }));
    activate();
  }
  /// Without a window manager nobody does it when a dialog has closed.
  void activate() {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
  }
  /// As a person names a file in the dialog that is open.
  void saveAs(const fs::path& file) {
    auto* dialog = window_->findChild<QFileDialog*>();
    ASSERT_TRUE(dialog);
    emit dialog->fileSelected(QString::fromStdString(file.string()));
    dialog->close();
    ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
  }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

/// A run that nobody trains any more: a row for each step after first_step, where it branched off, with the step as its
/// loss, and a picture at the last one.
inline void makeRun(const fs::path& path, std::int64_t first_step, std::int64_t last_step, RunStatus status,
                    const std::string& parent = {}) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  manifest.parent_step = first_step > 0 ? first_step : -1;
  manifest.parent_path = parent;
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  fs::create_directories(folder.metrics());
  MetricsWriter metrics(folder.metrics(), 1, first_step, {"loss/d", "loss/g"});
  for (std::int64_t step = first_step + 1; step <= last_step; ++step) {
    const auto value = static_cast<float>(step);
    metrics.append({.step = step, .unix_seconds = 1e9 + value, .epoch = value / 100, .values = {value, -value}});
  }
  metrics.publish();
  fs::create_directories(folder.samples());
  QImage(8, 8, QImage::Format_RGB32).save(QString::fromStdString((folder.samples() / "step-1.s1.png").string()));
  JournalWriter journal(folder.journal());
  Event event;
  event.segment = 1;
  event.step = first_step;
  SegmentStarted started;
  started.first_step = first_step;
  event.what = started;
  journal.append(event);
  event.step = last_step;
  event.what = SampleWritten{"step-1.s1", 0};
  journal.append(event);
  event.what = StatusChanged{status, {}};
  journal.append(event);
}

}  // namespace gan::test
