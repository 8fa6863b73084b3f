#pragma once

#include <gtest/gtest.h>

#include <QDate>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "controls/quiet_widgets.h"
#include "dialogs/new_run_dialog.h"
#include "studio/support/idx_file.h"
#include "support/temporary_folder.h"

namespace gan {

/// A shell script stands in the place of the engine.
class NewRunDialogTest : public testing::Test {
 protected:
  NewRunDialogTest() {
    useEngine("exit 1");
    qputenv("HERE", folder_.path().c_str());
    open();
  }
  ~NewRunDialogTest() override { qunsetenv("GAN_ENGINE"); }

  void open() {
    dialog_ = std::make_unique<NewRunDialog>(launcher_, runs());
    dialog_->show();
    dialog_->activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(dialog_.get()));
  }
  void useEngine(const std::string& body) {
    const auto file = folder_ / "engine";
    std::ofstream(file) << "#!/bin/sh\n[ \"$1\" = doctor ] && exit 1\nprintf '%s\\n' \"$@\" > \"$HERE/arguments\"\n"
                        << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    qputenv("GAN_ENGINE", file.c_str());
  }
  QString runs() const { return QString::fromStdString((folder_ / "runs").string()); }
  QString proposed(const char* preset) const {
    return runs() + QLatin1Char('/') + QDate::currentDate().toString(Qt::ISODate) + QLatin1Char('-') +
           QLatin1String(preset);
  }

  template <typename Widget>
  Widget* part(const char* name) const {
    auto* widget = dialog_->findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }
  QPushButton* startButton() const { return part<QPushButton>("new_run_start"); }
  QString text(const char* line) const { return part<QLineEdit>(line)->text(); }
  QString note(const char* name) const { return part<NoteLabel>(name)->text(); }
  QString command() const { return part<QPlainTextEdit>("new_run_command")->toPlainText(); }
  void type(const char* line, const QString& text) {
    auto* edit = part<QLineEdit>(line);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  void enter(const char* line, const QString& text) {
    type(line, text);
    QTest::keyClick(part<QLineEdit>(line), Qt::Key_Tab);
    QTest::qWait(0);
  }
  static bool waitFor(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }
  QString writeIdx() const {
    test::writeBytes(folder_ / "images-idx3", test::idxHeader(8, {12345, 28, 28}));
    return QString::fromStdString((folder_ / "images-idx3").string());
  }

  TemporaryFolder folder_;
  EngineLauncher launcher_;
  std::unique_ptr<NewRunDialog> dialog_;
};

}  // namespace gan
