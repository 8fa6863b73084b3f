#include "dialogs/slurm_page.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QFileDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <fstream>

#include "config/preset.h"
#include "controls/quiet_widgets.h"
#include "dialogs/new_run_dialog.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatienceMs = 20000;
constexpr auto kScript = R"(echo '{"script":"#!/bin/bash of the job","processes":4,"signal_lead_seconds":170}')";
constexpr auto kRefusal = R"(echo '{"error":{"id":"slurm_refused","message":"invalid partition"}}'; exit 1)";

/// A shell script stands in the place of the engine and writes down what it was asked last.
class SlurmPageTest : public testing::Test {
 protected:
  SlurmPageTest() {
    qputenv("HERE", folder_.path().c_str());
    use("sbatch", "exit 1");
    use("squeue", "exit 1");
    qputenv("PATH", QByteArray(folder_.path().c_str()) + ':' + path_);
    useEngine(kScript);
  }
  ~SlurmPageTest() override {
    qunsetenv("GAN_ENGINE");
    qputenv("PATH", path_);
  }
  void use(const char* name, const std::string& body) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  /// Renamed into place: an engine may be starting.
  void useEngine(const std::string& body) const {
    use("next", "[ \"$1\" = doctor ] && exit 1\necho \"$@\" > \"$HERE/asked\"\n" + body);
    std::filesystem::rename(folder_ / "next", folder_ / "engine");
    qputenv("GAN_ENGINE", (folder_ / "engine").c_str());
  }
  std::string asked() const {
    std::ifstream file(folder_ / "asked");
    std::string line;
    std::getline(file, line);
    return line;
  }
  void show(QWidget& window) const {
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  }
  /// The job of what the dialog shows.
  void submit(NewRunDialog& dialog) const {
    dialog.showSlurmPage();
    show(dialog);
    auto* button = dialog.findChild<QPushButton*>(QStringLiteral("new_run_start"));
    ASSERT_TRUE(until([&] { return button->text() == QStringLiteral("&Submit") && button->isEnabled(); }));
    button->click();
  }
  static QString status(const NewRunDialog& dialog) {
    return dialog.findChild<NoteLabel*>(QStringLiteral("new_run_status"))->text();
  }
  SlurmPage& shownPage() {
    page_.setRun(NewRun{.preset = QStringLiteral("simple-gan"),
                        .out = QStringLiteral("/shared/run"),
                        .config = configFromPreset("simple-gan")});
    show(page_);
    return page_;
  }
  /// By hand, as it were.
  static void saveAs(const QWidget& window, const std::string& file) {
    window.findChild<QPushButton*>(QStringLiteral("slurm_save"))->click();
    auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("path_dialog"));
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QString::fromStdString(file));
    QMetaObject::invokeMethod(dialog, "accept");
  }
  template <typename Widget>
  Widget* part(const char* name) const {
    return page_.findChild<Widget*>(QLatin1String(name));
  }
  QString script() const { return part<QPlainTextEdit>("slurm_script")->toPlainText(); }
  QString note(const char* name) const { return part<NoteLabel>(name)->text(); }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

  TemporaryFolder folder_;
  QByteArray path_ = qgetenv("PATH");
  SlurmPage page_;
};

TEST_F(SlurmPageTest, ShowsTheEnginesScriptAndHowEarlyTheSignalComes) {
  shownPage();
  ASSERT_TRUE(until([&] { return script() == QStringLiteral("#!/bin/bash of the job"); }));
  EXPECT_EQ(part<QSpinBox>("slurm_signal_lead")->text(), QStringLiteral("automatic: 170 s"));
  EXPECT_TRUE(asked().starts_with("slurm script --preset simple-gan --out /shared/run --gpus-per-node 1"));
  EXPECT_EQ(page_.problem(), QString());
}

TEST_F(SlurmPageTest, AsksAgainForWhatAPersonChanged) {
  shownPage();
  part<QLineEdit>("slurm_measured")->setText(QStringLiteral("/shared/old"));
  QTest::keyClicks(part<QLineEdit>("slurm_module"), QStringLiteral(" cuda/13.0  gcc "));
  ASSERT_TRUE(until([&] { return asked().find("--module=cuda/13.0 --module=gcc") != std::string::npos; }));
  EXPECT_NE(asked().find("--measured=/shared/old"), std::string::npos);
}

TEST_F(SlurmPageTest, MarksTheFieldThatTheEngineRefuses) {
  shownPage();
  ASSERT_TRUE(until([&] { return !script().isEmpty(); }));
  useEngine(R"(echo '{"error":{"id":"slurm_bad_time","message":"m","text":"--time is {value}: expected minutes",)"
            R"("arguments":{"value":"soon"}}}'; exit 2)");
  QTest::keyClicks(part<QLineEdit>("slurm_time"), QStringLiteral("soon"));
  ASSERT_TRUE(
      until([&] { return note("slurm_time_note") == QStringLiteral("“Time limit” is soon: expected minutes"); }));
  EXPECT_TRUE(page_.problem().startsWith(QStringLiteral("Time limit is marked")));
  EXPECT_FALSE(part<QPushButton>("slurm_save")->isEnabled());
  const auto description = [&] {
    auto* seen = QAccessible::queryAccessibleInterface(part<QLineEdit>("slurm_time"));
    return seen->text(QAccessible::Description);
  };
  EXPECT_TRUE(description().startsWith(QStringLiteral("Minutes, H:MM:SS or D-HH")));
  EXPECT_TRUE(description().endsWith(QStringLiteral("“Time limit” is soon: expected minutes")));
  useEngine(R"(echo '{"error":{"id":"slurm_bad_name","message":"m","text":"{option} is odd",)"
            R"("arguments":{"option":"--partition"}}}'; exit 2)");
  part<QLineEdit>("slurm_time")->clear();
  ASSERT_TRUE(until([&] { return note("slurm_partition_note") == QStringLiteral("“Partition” is odd"); }));
  EXPECT_EQ(note("slurm_time_note"), QString()) << "it is forgotten with what it was about";
  EXPECT_FALSE(description().contains(QStringLiteral("soon"))) << description().toStdString();
}

TEST_F(SlurmPageTest, TellsAllThatIsWrongAtOnceAndByTheNamesOfItsBoxes) {
  // As the engine does, it refuses the first thing that it sees.
  useEngine(R"(for word in "$@"; do case "$word" in
--memory=*) echo '{"error":{"id":"slurm_bad_memory","message":"m","text":"--memory is no size, and --xyz is unknown"}}'; exit 2;;
--time=*) echo '{"error":{"id":"slurm_bad_time","message":"m","text":"--time is no time"}}'; exit 2;;
esac; done
)" + std::string(kScript));
  part<QLineEdit>("slurm_memory")->setText(QStringLiteral("much"));
  part<QLineEdit>("slurm_time")->setText(QStringLiteral("soon"));
  shownPage();
  ASSERT_TRUE(until([&] { return note("slurm_time_note") == QStringLiteral("“Time limit” is no time"); }));
  EXPECT_EQ(note("slurm_memory_note"), QStringLiteral("“Memory of each” is no size, and --xyz is unknown"));
  EXPECT_TRUE(page_.problem().contains(QStringLiteral("Memory of each, Time limit"))) << page_.problem().toStdString();
  EXPECT_EQ(script(), QString()) << "the one without them is not what was asked for";
  part<QLineEdit>("slurm_memory")->clear();
  ASSERT_TRUE(until([&] { return page_.problem().startsWith(QStringLiteral("Time limit is marked")); }));
  EXPECT_EQ(note("slurm_memory_note"), QString());
  part<QLineEdit>("slurm_time")->clear();
  ASSERT_TRUE(until([&] { return !script().isEmpty(); }));
  EXPECT_EQ(page_.problem(), QString());
}

TEST_F(SlurmPageTest, BlamesNoFolderInParticularForAFileSystemThatIsNotShared) {
  useEngine(R"(echo '{"error":{"id":"slurm_not_shared","message":"m","text":"{path} is not shared",)"
            R"("arguments":{"path":"/opt/gan-engine"}}}'; exit 2)");
  shownPage();
  ASSERT_TRUE(
      until([&] { return note("slurm_assume_shared_note") == QStringLiteral("/opt/gan-engine is not shared"); }));
  EXPECT_TRUE(page_.problem().startsWith(QStringLiteral("Shared file system is marked")))
      << page_.problem().toStdString();
}

TEST_F(SlurmPageTest, ForgetsARefusalOfWhatWasMendedOutsideWhenItIsSeenAgain) {
  useEngine(R"(echo '{"error":{"id":"run_not_found","message":"no such run"}}'; exit 2)");
  shownPage();
  ASSERT_TRUE(until([&] { return note("slurm_measured_note") == QStringLiteral("no such run"); }));
  page_.hide();
  useEngine(kScript);
  show(page_);
  ASSERT_TRUE(until([&] { return !script().isEmpty(); }));
  EXPECT_EQ(page_.problem(), QString());
  EXPECT_EQ(note("slurm_measured_note"), QString());
  EXPECT_TRUE(part<QPushButton>("slurm_save")->isEnabled());
}

TEST_F(SlurmPageTest, SaysItselfWhatIsAboutNoField) {
  useEngine(R"(echo '{"error":{"id":"slurm_bad_log","message":"The log cannot be there"}}'; exit 2)");
  shownPage();
  EXPECT_TRUE(until([&] { return page_.problem() == QStringLiteral("The log cannot be there"); }));
}

TEST_F(SlurmPageTest, WithoutSlurmSaysSoAndWritesTheScriptIntoAFile) {
  qputenv("PATH", "/nowhere");
  shownPage();
  ASSERT_TRUE(until([&] { return note("slurm_missing").contains(QStringLiteral("no Slurm on this machine")); }));
  EXPECT_FALSE(page_.problem().isEmpty());
  auto* save = part<QPushButton>("slurm_save");
  ASSERT_TRUE(until([&] { return !script().isEmpty() && save->isEnabled(); }));
  useEngine("echo '{\"path\":\"/tmp/job.sbatch\",\"processes\":1,\"signal_lead_seconds\":120}'");
  const std::string file = folder_ / "job.sbatch";
  saveAs(page_, file);
  ASSERT_TRUE(until([&] { return note("slurm_status").startsWith(QStringLiteral("/tmp/job.sbatch is written")); }));
  EXPECT_TRUE(asked().ends_with("--output " + file)) << asked();
}

TEST_F(SlurmPageTest, WithGpusLeavesNoProcessesToChoose) {
  auto* gpus = part<QSpinBox>("slurm_gpus_per_node");
  auto* processes = part<QSpinBox>("slurm_tasks_per_node");
  EXPECT_FALSE(processes->isEnabled());
  EXPECT_EQ(processes->text(), QStringLiteral("one for each GPU"));
  gpus->setValue(0);
  EXPECT_TRUE(processes->isEnabled());
  processes->setValue(4);
  gpus->setValue(2);
  EXPECT_EQ(processes->value(), 0);
}

TEST_F(SlurmPageTest, KeepsWhatAPersonAsksOfEverySite) {
  const SlurmSite site{.partition = QStringLiteral("gpu"),
                       .account = QStringLiteral("vision"),
                       .modules = {QStringLiteral("cuda/13.0"), QStringLiteral("gcc")},
                       .container = QStringLiteral("/images/gan.sif"),
                       .container_runner = QStringLiteral("pyxis"),
                       .shared = true};
  page_.setSite(site);
  EXPECT_EQ(page_.site(), site);
  EXPECT_EQ(part<QLineEdit>("slurm_module")->text(), QStringLiteral("cuda/13.0 gcc"));
}

TEST_F(SlurmPageTest, NamesEveryFieldForScreenReaders) {
  shownPage();
  int named = 0;
  for (QWidget* widget : page_.findChildren<QWidget*>()) {
    if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible() || widget->focusProxy() != nullptr) continue;
    const QString name = QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name);
    EXPECT_FALSE(name.isEmpty()) << widget->objectName().toStdString();
    ++named;
  }
  EXPECT_GT(named, 15);
}

TEST_F(SlurmPageTest, InTheDialogARefusalStaysUntilSomethingIsChanged) {
  useEngine(R"([ "$2" = script ] && { sleep 1; )" + std::string(kScript) + "; exit; }\n" + kRefusal);
  EngineLauncher launcher;
  NewRunDialog dialog(launcher, QString::fromStdString(folder_.path().string()));
  submit(dialog);
  ASSERT_TRUE(until([&] { return status(dialog) == QStringLiteral("invalid partition"); }));
  const auto* shown = dialog.findChild<QPlainTextEdit*>(QStringLiteral("slurm_script"));
  ASSERT_TRUE(until([&] { return !shown->toPlainText().isEmpty(); }));
  QTest::qWait(50);
  EXPECT_EQ(status(dialog), QStringLiteral("invalid partition")) << "the script that came later says nothing of it";
  dialog.findChild<QSpinBox*>(QStringLiteral("slurm_nodes"))->setValue(2);
  EXPECT_TRUE(until([&] { return status(dialog).isEmpty(); }));
}

TEST_F(SlurmPageTest, InTheDialogARefusalIsForgottenOnTheOtherPage) {
  useEngine(R"([ "$2" = script ] && { )" + std::string(kScript) + "; exit; }\n" + kRefusal);
  EngineLauncher launcher;
  NewRunDialog dialog(launcher, QString::fromStdString(folder_.path().string()));
  submit(dialog);
  const auto* busy = dialog.findChild<QProgressBar*>(QStringLiteral("new_run_busy"));
  EXPECT_EQ(busy->accessibleName(), QStringLiteral("The job is being submitted"));
  ASSERT_TRUE(until([&] { return status(dialog) == QStringLiteral("invalid partition"); }));
  dialog.findChild<QTabWidget*>(QStringLiteral("new_run_pages"))->setCurrentIndex(0);
  EXPECT_TRUE(until([&] { return status(dialog).isEmpty(); }));
}

TEST_F(SlurmPageTest, InTheDialogAWrittenScriptTellsWhatItAskedOfTheSite) {
  EngineLauncher launcher;
  NewRunDialog dialog(launcher, QString::fromStdString(folder_.path().string()));
  std::optional<SlurmSite> used;
  QObject::connect(&dialog, &NewRunDialog::slurmSiteUsed, [&](const SlurmSite& site) { used = site; });
  SlurmSite site;
  site.partition = QStringLiteral("gpu");
  site.account = QStringLiteral("vision");
  dialog.setSlurmSite(site);
  dialog.showSlurmPage();
  show(dialog);
  const auto* shown = dialog.findChild<QPlainTextEdit*>(QStringLiteral("slurm_script"));
  ASSERT_TRUE(until([&] { return !shown->toPlainText().isEmpty(); }));
  useEngine(R"(echo '{"path":"/tmp/job.sbatch","processes":1,"signal_lead_seconds":120}')");
  saveAs(dialog, folder_ / "job.sbatch");
  ASSERT_TRUE(until([&] { return used.has_value(); }));
  EXPECT_EQ(used->partition, site.partition);
  EXPECT_EQ(used->account, site.account);
}

TEST_F(SlurmPageTest, InTheDialogAScriptThatCannotBeWrittenKeepsNothingElseBack) {
  EngineLauncher launcher;
  NewRunDialog dialog(launcher, QString::fromStdString(folder_.path().string()));
  dialog.showSlurmPage();
  show(dialog);
  const auto* shown = dialog.findChild<QPlainTextEdit*>(QStringLiteral("slurm_script"));
  const auto* status = dialog.findChild<NoteLabel*>(QStringLiteral("new_run_status"));
  const auto* told = dialog.findChild<NoteLabel*>(QStringLiteral("slurm_status"));
  const auto* button = dialog.findChild<QPushButton*>(QStringLiteral("new_run_start"));
  ASSERT_TRUE(until([&] { return !shown->toPlainText().isEmpty() && button->isEnabled(); }));
  useEngine(R"(echo '{"error":{"id":"disk_full","message":"no room"}}'; exit 1)");
  saveAs(dialog, folder_ / "job.sbatch");
  ASSERT_TRUE(until([&] { return told->text() == QStringLiteral("no room"); }));
  EXPECT_EQ(status->text(), QString());
  EXPECT_FALSE(button->hasFocus());
}

TEST_F(SlurmPageTest, InTheDialogSaysWhatIsWrongOnTheOtherPage) {
  EngineLauncher launcher;
  NewRunDialog dialog(launcher, QString::fromStdString(folder_.path().string()));
  dialog.showSlurmPage();
  show(dialog);
  const auto* status = dialog.findChild<NoteLabel*>(QStringLiteral("new_run_status"));
  const auto* button = dialog.findChild<QPushButton*>(QStringLiteral("new_run_start"));
  dialog.setPreset(QStringLiteral("fashion-dcgan"));  // which needs images
  ASSERT_TRUE(until([&] { return status->text().startsWith(QStringLiteral("Images is marked on the page Run")); }));
  EXPECT_EQ(dialog.findChild<QPlainTextEdit*>(QStringLiteral("new_run_command"))->toPlainText(), QString());
  EXPECT_FALSE(button->isEnabled());
  dialog.setPreset(QStringLiteral("simple-gan"));
  ASSERT_TRUE(until([&] { return button->isEnabled(); }));
  auto* out = dialog.findChild<QLineEdit*>(QStringLiteral("new_run_out"));
  out->selectAll();
  QTest::keyClicks(out, QString::fromStdString(folder_.path().string()));
  ASSERT_TRUE(until([&] { return status->text().startsWith(QStringLiteral("Run folder is marked on the page Run")); }));
  EXPECT_FALSE(button->isEnabled());
}

TEST_F(SlurmPageTest, InTheDialogASubmittedJobClosesIt) {
  useEngine(R"([ "$2" = script ] && { )" + std::string(kScript) + "; exit; }\n" +
            "echo '{\"job\":\"17\",\"run\":\"/shared/run\"}'");
  EngineLauncher launcher;
  NewRunDialog dialog(launcher, QString::fromStdString(folder_.path().string()));
  const QSignalSpy submitted(&dialog, &NewRunDialog::submitted);
  dialog.showSlurmPage();
  show(dialog);
  auto* button = dialog.findChild<QPushButton*>(QStringLiteral("new_run_start"));
  ASSERT_TRUE(until([&] { return button->isEnabled() && button->text() == QStringLiteral("&Submit"); }));
  button->click();
  ASSERT_TRUE(until([&] { return !submitted.isEmpty(); }));
  EXPECT_EQ(submitted.front().at(0).toString(), QStringLiteral("17"));
  EXPECT_FALSE(dialog.isVisible());
}

}  // namespace
}  // namespace gan
