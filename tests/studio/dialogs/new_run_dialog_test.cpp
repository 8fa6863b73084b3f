#include "dialogs/new_run_dialog.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QUrl>
#include <fstream>

#include "controls/setting.h"
#include "dialogs/forecast_field.h"
#include "dialogs/input_fields.h"
#include "studio/dialogs/new_run_dialog_fixture.h"

namespace gan {
namespace {

TEST_F(NewRunDialogTest, BeginsWithAPresetThatCanBeStartedAtOnce) {
  EXPECT_EQ(part<QComboBox>("new_run_preset")->currentText(), QStringLiteral("shapes-dcgan"));
  EXPECT_TRUE(part<QLabel>("new_run_summary")->text().contains(QStringLiteral("built-in coloured shapes")));
  EXPECT_EQ(text("new_run_out"), proposed("shapes-dcgan"));
  EXPECT_TRUE(startButton()->isEnabled());
  EXPECT_TRUE(startButton()->isDefault());
}

TEST_F(NewRunDialogTest, FitsASmallScreen) {
  EXPECT_LE(dialog_->minimumSizeHint().width(), 1280);
  EXPECT_LE(dialog_->height(), 760);
  EXPECT_FALSE(startButton()->visibleRegion().isEmpty());
}

TEST_F(NewRunDialogTest, ProposesAFolderThatIsFree) {
  dialog_.reset();
  QDir().mkpath(proposed("shapes-dcgan"));
  QDir().mkpath(proposed("shapes-dcgan-2"));
  open();
  EXPECT_TRUE(waitFor([this] { return text("new_run_out") == proposed("shapes-dcgan-3"); }));
  part<QComboBox>("new_run_preset")->setCurrentText(QStringLiteral("simple-gan"));
  EXPECT_EQ(text("new_run_out"), proposed("simple-gan"));
}

TEST_F(NewRunDialogTest, KeepsTheFolderThatAPersonWrote) {
  enter("new_run_out", runs() + QStringLiteral("/mine"));
  dialog_->setPreset(QStringLiteral("simple-gan"));
  QTest::qWait(50);
  EXPECT_EQ(text("new_run_out"), runs() + QStringLiteral("/mine"));
}

TEST_F(NewRunDialogTest, ProposesNoFolderForWhichASlurmJobWaits) {
  dialog_.reset();
  QDir().mkpath(runs());
  std::ofstream(proposed("shapes-dcgan").toStdString() + ".sbatch") << "#!/bin/bash\n";
  open();
  EXPECT_TRUE(waitFor([this] { return text("new_run_out") == proposed("shapes-dcgan") + QStringLiteral("-2"); }));
}

TEST_F(NewRunDialogTest, RefusesAFolderThatHoldsSomething) {
  QDir().mkpath(runs() + QStringLiteral("/old/checkpoints"));
  type("new_run_out", runs() + QStringLiteral("/old"));
  ASSERT_TRUE(waitFor([this] { return !note("new_run_out_note").isEmpty(); }));
  EXPECT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_TRUE(note("new_run_status").contains(QStringLiteral("Run folder")));
  type("new_run_out", runs() + QStringLiteral("/new"));
  EXPECT_TRUE(waitFor([this] { return startButton()->isEnabled(); }));
  EXPECT_EQ(note("new_run_status"), QString());
}

TEST_F(NewRunDialogTest, AsksForDataWhereThePresetNeedsSome) {
  dialog_->setPreset(QStringLiteral("fashion-dcgan"));
  ASSERT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_TRUE(note("new_run_data_note").contains(QStringLiteral("folder of pictures")));
  dialog_->setData(writeIdx());
  ASSERT_TRUE(waitFor([this] { return startButton()->isEnabled(); }));
  EXPECT_EQ(note("new_run_data_note"), QStringLiteral("12,345 grey images of 28 × 28 px."));
  EXPECT_TRUE(command().contains(QStringLiteral(" --data ")));
}

TEST_F(NewRunDialogTest, TakesADroppedFileAsData) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(writeIdx())});
  const QPoint middle = dialog_->rect().center();
  QDragEnterEvent enters(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(dialog_.get(), &enters);
  ASSERT_TRUE(enters.isAccepted());
  QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(dialog_.get(), &drop);
  EXPECT_EQ(part<QComboBox>("new_run_source")->currentData().toString(), QStringLiteral("idx"));
  EXPECT_TRUE(waitFor([this] { return note("new_run_data_note").startsWith(QStringLiteral("12,345")); }));
}

TEST_F(NewRunDialogTest, SaysWhatCanBeReadWhenDataCannot) {
  dialog_->setData(QString::fromStdString(folder_.path().string()));
  ASSERT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_TRUE(note("new_run_data_note").contains(QStringLiteral("holds no pictures")));
  part<QComboBox>("new_run_source")->setFocus();
  QTest::keyClick(part<QComboBox>("new_run_source"), Qt::Key_Up);
  EXPECT_TRUE(waitFor([this] { return startButton()->isEnabled(); }));
}

TEST_F(NewRunDialogTest, ShowsTheCommandThatDoesTheSame) {
  enter("setting_training_steps", QStringLiteral("20"));
  enter("setting_optimizer_generator_learning_rate", QStringLiteral("3e-4"));
  part<QComboBox>("new_run_device")->setCurrentText(QStringLiteral("cpu"));
  ASSERT_TRUE(waitFor([this] { return command().contains(QStringLiteral("cpu")); }));
  EXPECT_EQ(command(), QStringLiteral("gan-engine train --preset shapes-dcgan --steps 20 --set "
                                      "optimizer.generator.learning_rate=3e-4 --out %1 --devices cpu")
                           .arg(proposed("shapes-dcgan")));
  part<QPushButton>("new_run_copy")->click();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), command());
}

TEST_F(NewRunDialogTest, CannotStartWithATextThatIsNoValue) {
  enter("setting_optimizer_generator_learning_rate", QStringLiteral("7"));
  EXPECT_FALSE(startButton()->isEnabled());
  EXPECT_TRUE(note("new_run_status").contains(QStringLiteral("G learning rate")));
  enter("setting_optimizer_generator_learning_rate", QStringLiteral("0.1"));
  EXPECT_TRUE(startButton()->isEnabled());
}

TEST_F(NewRunDialogTest, MarksWhatDoesNotGoTogether) {
  enter("setting_data_resolution", QStringLiteral("30"));
  EXPECT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_TRUE(note("setting_data_resolution_note").contains(QStringLiteral("28, 32, 64 or 128")));
}

TEST_F(NewRunDialogTest, MarksABatchThatIsTooSmallForTheProcessesThatTrain) {
  dialog_->setPreset(QStringLiteral("simple-gan"));
  enter("setting_data_batch_size", QStringLiteral("1"));
  EXPECT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_TRUE(note("setting_data_batch_size_note").contains(QStringLiteral("the variance of one image")));
  for (const char* devices : {"0,1", "all", "free:2"}) {
    part<QComboBox>("new_run_device")->setCurrentText(QLatin1String(devices));
    EXPECT_TRUE(waitFor([this] { return startButton()->isEnabled(); })) << devices;
  }
  part<QComboBox>("new_run_device")->setCurrentText(QStringLiteral("free:1"));
  EXPECT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
}

TEST_F(NewRunDialogTest, OffersTheGpusThatTheEngineFoundAndKeepsWhatWasTyped) {
  auto* device = part<QComboBox>("new_run_device");
  EXPECT_EQ(device->count(), 2);
  device->setCurrentText(QStringLiteral("3"));
  for (int times = 0; times < 2; ++times) {
    emit launcher_.devicesFound({{QStringLiteral("cuda:0"), QStringLiteral("NVIDIA H200")},
                                 {QStringLiteral("cuda:1"), QStringLiteral("NVIDIA H200")}});
  }
  ASSERT_EQ(device->count(), 5);
  EXPECT_EQ(device->itemText(4), QStringLiteral("all"));
  EXPECT_EQ(device->itemText(2), QStringLiteral("cuda:0"));
  EXPECT_TRUE(device->itemData(2, Qt::ToolTipRole).toString().contains(QStringLiteral("H200")));
  EXPECT_EQ(device->currentText(), QStringLiteral("3"));
}

TEST_F(NewRunDialogTest, RefusesADeviceThatDoesNotExist) {
  part<QComboBox>("new_run_device")->setCurrentText(QStringLiteral("tpu"));
  ASSERT_TRUE(waitFor([this] { return !startButton()->isEnabled(); }));
  EXPECT_FALSE(note("new_run_device_note").isEmpty());
  for (const char* device : {"auto", "cpu", "0", "cuda:1", "0,1", "cuda:0,cuda:2", "all", "free", "free:2"}) {
    part<QComboBox>("new_run_device")->setCurrentText(QLatin1String(device));
    EXPECT_TRUE(waitFor([this] { return startButton()->isEnabled(); })) << device;
  }
}

TEST_F(NewRunDialogTest, SearchesInAllSettings) {
  auto* decay = part<QLineEdit>("setting_ema_decay");
  EXPECT_FALSE(decay->isVisible());
  type("new_run_search", QStringLiteral("decay"));
  EXPECT_TRUE(decay->isVisible());
  QTest::keyClick(part<QLineEdit>("new_run_search"), Qt::Key_Return);
  EXPECT_TRUE(part<QWidget>("new_run_search")->isEnabled()) << "Enter in a search starts nothing";
  QTest::keyClick(part<QLineEdit>("new_run_search"), Qt::Key_Escape);
  EXPECT_TRUE(dialog_->isVisible());
  EXPECT_FALSE(decay->isVisible());
  part<QCheckBox>("new_run_all")->setChecked(true);
  EXPECT_TRUE(decay->isVisible());
}

TEST_F(NewRunDialogTest, StartsOnEnterWithWhatWasJustTyped) {
  useEngine(R"(sleep 0.5; echo '{"outcome":"finished"}')");
  QSignalSpy started(dialog_.get(), &NewRunDialog::started);
  type("setting_training_steps", QStringLiteral("7"));
  QTest::keyClick(part<QLineEdit>("setting_training_steps"), Qt::Key_Return);
  EXPECT_TRUE(note("new_run_status").contains(proposed("shapes-dcgan")));
  EXPECT_FALSE(part<QWidget>("new_run_preset")->isEnabled());
  ASSERT_TRUE(waitFor([&] { return started.size() == 1; }));
  EXPECT_EQ(started.front().front().value<RunPlace>().folder(), proposed("shapes-dcgan"));
  EXPECT_FALSE(dialog_->isVisible());
  QFile arguments(QString::fromStdString((folder_ / "arguments").string()));
  ASSERT_TRUE(arguments.open(QIODevice::ReadOnly));
  EXPECT_EQ(QString::fromUtf8(arguments.readAll()),
            QStringLiteral("train\n--preset\nshapes-dcgan\n--steps\n7\n--out\n%1\n--devices\nauto\n--json\n")
                .arg(proposed("shapes-dcgan")));
}

/// As a person does it who uses no mouse.
TEST_F(NewRunDialogTest, ReachesEachFieldByTheKeyOfItsTitle) {
  const std::vector<std::pair<Qt::Key, const char*>> keys = {
      {Qt::Key_I, "new_run_source"},         {Qt::Key_O, "new_run_host"},   {Qt::Key_R, "new_run_out"},
      {Qt::Key_L, "setting_training_steps"}, {Qt::Key_D, "new_run_device"}, {Qt::Key_P, "new_run_preset"}};
  for (const auto& [key, name] : keys) {
    QTest::keyClick(QApplication::focusWidget(), key, Qt::AltModifier);
    const QWidget* reached = QApplication::focusWidget();
    ASSERT_NE(reached, nullptr);
    EXPECT_EQ(reached->objectName().toStdString(), name);
  }
}

TEST_F(NewRunDialogTest, StartsWithWhatWasTypedByKeysAlone) {
  useEngine(R"(echo '{"outcome":"finished"}')");
  QSignalSpy started(dialog_.get(), &NewRunDialog::started);
  const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key, Qt::AltModifier); };
  const auto write = [](const QString& text) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), text);
  };
  const QString folder = runs() + QStringLiteral("/mine");
  press(Qt::Key_R);
  write(folder);
  press(Qt::Key_L);
  write(QStringLiteral("7"));
  press(Qt::Key_S);
  ASSERT_TRUE(waitFor([&] { return started.size() == 1; }));
  EXPECT_EQ(started.front().front().value<RunPlace>().folder(), folder);
  QFile arguments(QString::fromStdString((folder_ / "arguments").string()));
  ASSERT_TRUE(arguments.open(QIODevice::ReadOnly));
  const QString given = QString::fromUtf8(arguments.readAll());
  EXPECT_TRUE(given.contains(QStringLiteral("--steps\n7\n"))) << given.toStdString();
  EXPECT_TRUE(given.contains(QStringLiteral("--out\n%1\n").arg(folder))) << given.toStdString();
}

TEST_F(NewRunDialogTest, ShowsTextsLetterByLetter) {
  for (const QLabel* label : dialog_->findChildren<QLabel*>()) {
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
  }
  Setting source;
  source.help = QStringLiteral("<b>x</b>");
  const DataField field(source);
  EXPECT_FALSE(field.findChild<QComboBox*>()->toolTip().contains(source.help));
}

TEST_F(NewRunDialogTest, KeepsWhatAnEngineRefusedWithUntilSomethingChanges) {
  useEngine(R"(echo '{"error":{"id":"device_unavailable","text":"No {device} here.","arguments":{"device":"GPU"}}}')");
  QSignalSpy started(dialog_.get(), &NewRunDialog::started);
  startButton()->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_status") == QStringLiteral("No GPU here."); }));
  EXPECT_TRUE(dialog_->isVisible());
  EXPECT_TRUE(startButton()->isEnabled());
  EXPECT_EQ(started.size(), 0);
  enter("setting_training_steps", QStringLiteral("9"));
  EXPECT_EQ(note("new_run_status"), QString());
}

constexpr auto kForecast =
    R"(echo '{"seconds":7200,"seconds_low":5400,"seconds_high":10800,"disk_bytes":3145728,)"
    R"("disk_free_bytes":%1,"devices":2,"batch":64,"memory_bytes":1073741824,"largest_batch":%2}')";

std::string forecastOf(const char* disk_free, const char* largest_batch) {
  return QString::fromLatin1(kForecast).arg(QLatin1String(disk_free), QLatin1String(largest_batch)).toStdString();
}

TEST_F(NewRunDialogTest, SaysWhatTheRunWillTakeBeforeThereIsOne) {
  useEngine(forecastOf("1e12", "480"));
  enter("setting_training_steps", QStringLiteral("7"));
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("fit in memory")); }));
  EXPECT_EQ(note("new_run_forecast"),
            QStringLiteral("About 2 h 00 min (1 h 30 min to 3 h 00 min) · 1.0 GiB of memory · "
                           "3.0 MiB of disk\nBatches of up to 480 images fit in memory."));
  QFile arguments(QString::fromStdString((folder_ / "arguments").string()));
  ASSERT_TRUE(arguments.open(QIODevice::ReadOnly));
  EXPECT_EQ(QString::fromUtf8(arguments.readAll()),
            QStringLiteral("plan\n--preset\nshapes-dcgan\n--steps\n7\n--out\n%1\n--devices\nauto\n--json\n")
                .arg(proposed("shapes-dcgan")));
  EXPECT_TRUE(dialog_->isVisible());
}

std::string forecastWithEvaluations(const char* found) {
  const std::string answer = forecastOf("1e12", "480");
  return answer.substr(0, answer.size() - 2) + R"(,"evaluations":)" + found + "}'";
}

TEST_F(NewRunDialogTest, SaysWhatEvaluationsWillTakeWhereTheRunMakesSome) {
  useEngine(forecastWithEvaluations(
      R"({"pictures":2048,"while":"paused","each_seconds":60,"once_seconds":600,"trains_classifier":true,"count":5,)"
      R"("left_out":0,"seconds":900,"waiting_seconds":900})"));
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("fit in memory")); }));
  EXPECT_TRUE(note("new_run_forecast")
                  .contains(QStringLiteral("of 2,048 pictures: about 1 min each, 15 min in all. The first one "
                                           "takes about 10 min more, to train the classifier of these images. "
                                           "Training waits for them.\n")))
      << note("new_run_forecast").toStdString();
}

TEST_F(NewRunDialogTest, SaysThatEvaluationsAreLeftOutOrThatNoneCanBeMade) {
  useEngine(forecastWithEvaluations(
      R"({"pictures":2048,"while":"beside","each_seconds":60,"once_seconds":0,"trains_classifier":false,"count":5,)"
      R"("left_out":3,"seconds":120,"waiting_seconds":20})"));
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("fit in memory")); }));
  EXPECT_TRUE(note("new_run_forecast").contains(QStringLiteral("Training goes on beside them")));
  EXPECT_TRUE(note("new_run_forecast").contains(QStringLiteral("are left out. The end waits about 20 s for the last")))
      << note("new_run_forecast").toStdString();
  EXPECT_FALSE(note("new_run_forecast").contains(QStringLiteral("The first one")));
  useEngine(forecastWithEvaluations(
      R"({"problem":{"id":"device_unavailable","text":"No {device} here.","arguments":{"device":"GPU"}}})"));
  part<QPushButton>("new_run_plan")->click();
  EXPECT_TRUE(waitFor([this] {
    return note("new_run_forecast").contains(QStringLiteral("No evaluation can be made: No GPU here."));
  })) << note("new_run_forecast").toStdString();
}

TEST_F(NewRunDialogTest, SaysThatABatchOrARunIsTooLarge) {
  useEngine(forecastOf("1048576", "12"));
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("up to 12 do")); }));
  EXPECT_TRUE(note("new_run_forecast").contains(QStringLiteral("Only 1.0 MiB of disk are free there.")));
}

/// With what is found of 2,048 images an update.
std::string forecastWithBatches(const char* found) {
  const std::string answer = forecastOf("1e12", "480");
  return answer.substr(0, answer.size() - 2) + R"(,"global_batch":)" + found + "}'";
}

TEST_F(NewRunDialogTest, FindsTheAccumulationForTheImagesOfAnUpdateAndSetsItSo) {
  useEngine(forecastWithBatches(R"({"images":2048,"batch":256,"accumulation":4,"settings":["data.batch_size=256",)"
                                R"("accumulation.discriminator=4","accumulation.generator=4"]})"));
  EXPECT_FALSE(part<QPushButton>("new_run_take_batch")->isVisible());
  part<QSpinBox>("new_run_global_batch")->setValue(2048);
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return part<QPushButton>("new_run_take_batch")->isVisible(); }));
  const QString told =
      QStringLiteral("%1 images an update: batches of 256, accumulation 4.").arg(QLocale().toString(2048));
  EXPECT_TRUE(note("new_run_forecast").contains(told)) << note("new_run_forecast").toStdString();
  QFile arguments(QString::fromStdString((folder_ / "arguments").string()));
  ASSERT_TRUE(arguments.open(QIODevice::ReadOnly));
  EXPECT_TRUE(QString::fromUtf8(arguments.readAll()).contains(QStringLiteral("\n--global-batch\n2048\n")));

  part<QPushButton>("new_run_take_batch")->click();
  for (const char* setting : {"data.batch_size=256", "accumulation.discriminator=4", "accumulation.generator=4"}) {
    EXPECT_TRUE(waitFor([&] { return command().contains(QLatin1String(setting)); })) << command().toStdString();
  }
  EXPECT_TRUE(waitFor([this] { return note("new_run_forecast").isEmpty(); })) << "that was said of another run";
  EXPECT_FALSE(part<QPushButton>("new_run_take_batch")->isVisible());
  EXPECT_TRUE(startButton()->isEnabled());
}

TEST_F(NewRunDialogTest, WhatTheForecastIsToSayHasALineOfItsOwnWhereThereIsLittleRoom) {
  const auto place = [](const QWidget& field, const char* name) {
    const auto* part = field.findChild<QWidget*>(QLatin1String(name));
    return part->mapTo(&field, QPoint());
  };
  QWidget window;
  auto* field = new ForecastField(&window);
  const int letter = field->fontMetrics().averageCharWidth();
  window.resize(letter * 120, 400);
  field->resize(letter * 100, 100);
  window.show();
  EXPECT_TRUE(waitFor([&] { return place(*field, "new_run_price").y() == place(*field, "new_run_global_batch").y(); }));
  EXPECT_LT(field->minimumSizeHint().width(), letter * 60);
  field->resize(field->minimumSizeHint().width(), 200);
  EXPECT_TRUE(waitFor([&] { return place(*field, "new_run_price").y() > place(*field, "new_run_global_batch").y(); }));
  EXPECT_EQ(place(*field, "new_run_price").x(), place(*field, "new_run_global_batch").x());
}

TEST_F(NewRunDialogTest, SaysThatSoManyImagesAnUpdateCannotBeHad) {
  useEngine(forecastWithBatches(R"({"images":2047,"batch":null,"accumulation":null,"settings":[]})"));
  part<QSpinBox>("new_run_global_batch")->setValue(2047);
  part<QPushButton>("new_run_plan")->click();
  EXPECT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("nor equal parts")); }));
  EXPECT_FALSE(part<QPushButton>("new_run_take_batch")->isVisible());
  part<QSpinBox>("new_run_global_batch")->setValue(0);
  EXPECT_EQ(note("new_run_forecast"), QString()) << "nobody asks for that any more";
}

TEST_F(NewRunDialogTest, SaysWhatTheTimeCostsAtOnceWhateverThePrice) {
  useEngine(forecastOf("1e12", "480"));
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("fit in memory")); }));
  EXPECT_FALSE(note("new_run_forecast").contains(QStringLiteral("costs")));
  useEngine("exit 1");  // it is not asked again
  part<QDoubleSpinBox>("new_run_price")->setValue(2.5);
  const QLocale locale;
  EXPECT_TRUE(note("new_run_forecast")
                  .contains(QStringLiteral("It costs about %1: 2 device(s) at %2 an hour.")
                                .arg(locale.toString(10.0, 'f', 2), locale.toString(2.5, 'f', 2))))
      << note("new_run_forecast").toStdString();
  part<QDoubleSpinBox>("new_run_price")->setValue(0);
  EXPECT_FALSE(note("new_run_forecast").contains(QStringLiteral("costs")));
}

TEST_F(NewRunDialogTest, EnterInWhatTheForecastIsToSayStartsNoRun) {
  useEngine(forecastOf("1e12", "480"));
  auto* price = part<QDoubleSpinBox>("new_run_price");
  price->setFocus();
  price->selectAll();
  QTest::keyClicks(price, QStringLiteral("1"));
  QTest::keyClick(price, Qt::Key_Return);
  EXPECT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("costs about")); }));
  EXPECT_TRUE(dialog_->isVisible());
  EXPECT_EQ(part<QPushButton>("new_run_cancel")->text(), QStringLiteral("Cancel")) << "none is being started";
}

TEST_F(NewRunDialogTest, SaysOfARunWithoutEndWhatIsKnown) {
  useEngine(
      R"(echo '{"seconds":null,"disk_free_bytes":null,"devices":1,"batch":64,"memory_bytes":1073741824,"largest_batch":null}')");
  part<QPushButton>("new_run_plan")->click();
  EXPECT_TRUE(waitFor([this] {
    return note("new_run_forecast") ==
           QStringLiteral("Without end: no steps and no epochs are set · 1.0 GiB of memory");
  })) << note("new_run_forecast").toStdString();
}

TEST_F(NewRunDialogTest, ForgetsWhatAnotherRunWouldHaveTaken) {
  useEngine(forecastOf("1e12", "480"));
  part<QPushButton>("new_run_plan")->click();
  ASSERT_TRUE(waitFor([this] { return note("new_run_forecast").contains(QStringLiteral("fit in memory")); }));
  enter("setting_training_steps", QStringLiteral("9"));
  EXPECT_TRUE(waitFor([this] { return note("new_run_forecast").isEmpty(); }));
}

TEST_F(NewRunDialogTest, SaysWhyNothingCouldBeTried) {
  useEngine(R"(echo '{"error":{"id":"device_unavailable","text":"No {device} here.","arguments":{"device":"GPU"}}}')");
  part<QPushButton>("new_run_plan")->click();
  EXPECT_TRUE(waitFor([this] { return note("new_run_forecast") == QStringLiteral("No GPU here."); }));
  EXPECT_TRUE(startButton()->isEnabled());
}

TEST_F(NewRunDialogTest, TriesNothingWhereARunIsMarked) {
  enter("setting_data_resolution", QStringLiteral("30"));
  EXPECT_TRUE(waitFor([this] { return !part<QPushButton>("new_run_plan")->isEnabled(); }));
}

/// An engine that tries iterations until it is ended.
class NewRunDialogTries : public NewRunDialogTest {
 protected:
  NewRunDialogTries() {
    useEngine("echo $$ > \"$HERE/pid.new\"; mv \"$HERE/pid.new\" \"$HERE/pid\"; exec sleep 600");
    part<QPushButton>("new_run_plan")->click();
    EXPECT_TRUE(waitFor([this] { return std::filesystem::exists(folder_ / "pid"); }));
    std::ifstream(folder_ / "pid") >> pid_;
  }
  bool ends() const {
    return pid_ > 0 && waitFor([this] { return ::kill(pid_, 0) != 0; });
  }

  pid_t pid_ = 0;
};

TEST_F(NewRunDialogTries, UntilThePersonStopsThem) {
  auto* button = part<QPushButton>("new_run_plan");
  EXPECT_EQ(button->text(), QStringLiteral("Stop measuring"));
  button->click();
  EXPECT_TRUE(ends());
  EXPECT_EQ(button->text(), QStringLiteral("Find out &what it takes"));
  EXPECT_EQ(note("new_run_forecast"), QString());
}

TEST_F(NewRunDialogTries, UntilTheDialogIsClosed) {
  QTest::keyClick(part<QComboBox>("new_run_preset"), Qt::Key_Escape);
  EXPECT_TRUE(ends());
}

TEST_F(NewRunDialogTries, UntilTheDialogIsGone) {
  dialog_.reset();
  EXPECT_TRUE(ends());
}

TEST_F(NewRunDialogTest, ClosesOnEscape) {
  QTest::keyClick(part<QComboBox>("new_run_preset"), Qt::Key_Escape);
  EXPECT_FALSE(dialog_->isVisible());
}

TEST_F(NewRunDialogTest, MayBeClosedWhileAnEngineStarts) {
  useEngine(R"(sleep 0.5; echo '{"outcome":"finished"}')");
  QSignalSpy started(&launcher_, &EngineLauncher::started);
  startButton()->click();
  dialog_.reset();
  EXPECT_TRUE(waitFor([&] { return started.size() == 1; }));
}

TEST_F(NewRunDialogTest, NamesEverythingThatTakesTheFocus) {
  for (const QWidget* widget : dialog_->findChildren<QWidget*>()) {
    if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr)
      continue;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool inside = qobject_cast<const QComboBox*>(widget->parentWidget()) != nullptr;
    if (inside) continue;
    EXPECT_FALSE(widget->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty()))
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

}  // namespace
}  // namespace gan
