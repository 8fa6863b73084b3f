#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QVector>
#include <functional>
#include <memory>
#include <optional>

#include "dialogs/access_questions.h"
#include "dialogs/go_on_plan.h"
#include "link/background.h"
#include "link/engine_call.h"
#include "link/engine_launcher.h"
#include "link/host_launcher.h"
#include "log/alert_bar.h"
#include "state/data_store.h"
#include "state/job_store.h"
#include "state/preferences.h"
#include "state/run_list_store.h"
#include "window/actions.h"
#include "window/run_page.h"

class QDockWidget;
class QInputDialog;
class QMenu;
class QStackedWidget;
class QTabWidget;

namespace gan {

class GoOnDialog;
class DesktopPresence;
class JobPanel;
class ManualWindow;
class NewRunDialog;
struct OpenRun;
class RunList;
class RunPanel;
class RunStatusBar;
class RunStore;
class StartPage;
class SteerPanel;
class WeightsServer;

/// The studio's window: runs and below them the open run's settings on the left, the run's panels beside them, what
/// wants attention below. Where the width is less, runs are a strip of signs while one of them is open. Engines are
/// processes of their own: closing the window stops none.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// access: with the logins of an earlier window, if there was one.
  explicit MainWindow(Preferences& preferences, std::shared_ptr<EngineAccess> access = std::make_shared<EngineAccess>(),
                      QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Run folders and remote targets, of which the last is opened, and folders of runs; all come into the list. A file
  /// is a generator's weights, to be explored. What cannot be opened is said in the window.
  void open(const QStringList& paths);
  void open(const QString& path) { open(QStringList{path}); }
  /// While it finds out what was asked for.
  bool isOpening() const { return !to_open_.isEmpty(); }
  /// At least two, in a window of their own.
  void compare(const QVector<RunPlace>& runs);
  /// What is known of the open run; null when there is none.
  RunStore* run();
  /// The open run's; empty: none.
  RunPlace runPlace() const;
  /// True while an engine trains the open run.
  bool runGoesOn() const;

 signals:
  /// Texts are made anew by making the window anew.
  void languageChosen(const QString& language);
  /// What is remembered of its layout is to be forgotten, and the window made anew.
  void layoutResetWished();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeActions();
  void makeRunActions();
  void makeListedRunActions();
  void makeViewActions();
  void makeDesktopActions();
  void makeSteerActions();
  void makeSampleActions();
  void makeDataActions();
  void makeJobActions();
  void makeHelpActions();
  void makeMenus();
  void makeDocks();
  /// Where they stand at first, and how wide the list of runs is for the room there is.
  void placeDocks(bool anew);
  /// As one reads: columns from the left to the right, each from its top.
  QList<QWidget*> partsAsRead() const;
  void keepOnScreen();
  /// The part of the run's page that has all the window; nothing: none has.
  void enlarge(std::optional<RunPage::Part> part);
  void toggleEnlarged(RunPage::Part part);
  void showSteer();
  void makeJobsDock();
  QWidget* makeDataPanel();
  void openRun(const RunPlace& place);
  void attach();
  void browseHost();
  void remember();
  RunPlace listRemote(const RunPlace& place);
  void showStanding();
  /// What is done with a run's folder cannot be done with a remote one: why; empty: it can.
  static QString whyNotHere(const RunPlace& run);
  /// The same of what needs another engine to be started where the run lies: here, or on a computer reached over ssh.
  static QString whyNotStarted(const RunPlace& run);
  void openWeights(const QString& file);
  void chooseWeights();
  void closeRun();
  void refresh();
  void refreshVisibility();
  /// What a run of this kind has no use for is not offered.
  void offerFor(bool classifier);
  void offerSettingsFor(bool classifier);
  /// An action's words.
  void rename(const char* id, const QString& title, const QString& description);
  void say(const QString& sentence);
  void complain(const QString& id, const QString& sentence);
  /// What was complained of under this id went well now.
  void settle(const QString& id);
  void followAlerts();
  /// What is trained here, and has ended, besides the open run.
  void followListed();
  void dropAlerts();
  void showDeath(bool died);
  void showRefusal(bool refused);
  void sayNotOpened(const RunPlace& place, const Message& why);
  void openAnew();
  void showOfTheRun(AlertNotice notice);
  /// What a person chose to do about an alert of the open run.
  void answerAlert(const QString& notice, const QString& action);
  void onAlertAction(const QString& id, const QString& action);
  void newRun();
  void newJob();
  void onSubmitted(const QString& job, const QString& run);
  void onSubmittedThere(const QString& job, const RunPlace& run);
  /// Whose queue of jobs can be looked at.
  void offerQueues();
  void openJob(const QString& run);
  void sayWhyThereIsNoRun(const QString& run);
  void askToCancel(const QString& job);
  void refreshJobs();
  NewRunDialog* makeNewRunDialog();
  void followLaunchers();
  void newRunWithData(std::optional<int> workers = {});
  void showData();
  void lookAt(const QString& path);
  void chooseData(bool folder);
  void setRunData();
  void refreshData();
  void resumeRun(const RunPlace& run);
  /// For the open run, with what waits for its next start among the wish's changes.
  void startEngine(const ResumeWish& wish);
  /// The open run goes on only as far as somebody says.
  bool needsLength() const;
  /// By a dialog. what: nothing, as the run's state suggests; step: nothing, the newest.
  void goOnFrom(std::optional<GoOn> what, std::optional<qint64> step = {});
  void goOn(const GoOnWish& wish);
  void makeBranch(const GoOnWish& wish);
  void onBranched(const RunPlace& out);
  void sayNotTrained(const RunPlace& run, const Message& why);
  /// Whose scores may stand beside the open run's.
  void offerOtherRuns();
  /// Asks which runs are to be compared, the open one and this one for a beginning, and compares them.
  void chooseToCompare(const RunPlace& run);
  /// What the actions on a run of the list are about.
  struct Listed {
    RunPlace run;    ///< Empty: none.
    QString folder;  ///< The watched one.
  };
  Listed listed() const;
  void makeRunPanel();
  void makeListedRunMenu();
  QMenu* makeRecentMenu();
  void fillRecentMenu(QMenu* menu);
  void refreshListed();
  void refreshTitle();
  void renameRun(const RunPlace& run);
  void removeConnection(const RunPlace& place);
  void noteOfRun(const RunPlace& run);
  void tagRun(const RunPlace& run);
  /// A dialog that is yet to be opened, for a text that is noted of a run.
  QInputDialog* makeTextDialog(const char* name, const RunPlace& run,
                               const std::function<void(const QString& text)>& chosen);
  void askToDelete(const RunPlace& run);
  void deleteRun(const RunPlace& run);
  bool isTrained(const RunPlace& run) const;
  void openFolderOf(const RunPlace& run);
  void copyPathOf(const RunPlace& run);
  void copyCommandOf(const RunPlace& run);
  void showPictures();
  void findRun();
  void chooseRun();
  void addFolder();
  void showPreferences();
  /// The page about what has the focus.
  void showManual();
  void startTour();
  void showAbout();

  Preferences& preferences_;
  Actions actions_;
  AccessQuestions questions_;
  EngineLauncher launcher_;
  HostLauncher host_launcher_{questions_.access()};
  RunListStore runs_{preferences_};
  DataStore data_{questions_.access()};
  JobStore jobs_;
  QVector<RunPlace> queues_;  ///< As the panel of jobs has them; of this computer: no place.
  RunPanel* run_panel_;
  RunList* run_list_;
  QStackedWidget* pages_;
  StartPage* start_ = nullptr;
  QTabWidget* home_;  ///< While no run is open.
  AlertBar* alerts_;
  RunStatusBar* status_;
  QMenu* samples_menu_ = nullptr;
  QMenu* listed_menu_ = nullptr;
  QAction* listed_title_ = nullptr;
  std::optional<Listed> menu_is_of_;  ///< While the menu is open: the row may go meanwhile.
  QDockWidget* runs_dock_;
  QDockWidget* steer_dock_;
  bool was_open_ = false;            ///< A run, once: the panels have found their places.
  bool steer_wished_ = true;         ///< Whether a person wants it beside an open run.
  bool enlarged_ = false;            ///< Chart or pictures have all room.
  QVector<QDockWidget*> made_room_;  ///< For them; steering has its own rule.
  QDockWidget* jobs_dock_;
  bool jobs_seen_ = false;  ///< False, too, while another dock's tab is in front.
  JobPanel* job_panel_;
  DesktopPresence* presence_;
  QPointer<GoOnDialog> go_on_dialog_;
  QPointer<ManualWindow> manual_;
  Background opening_{QStringLiteral("open")};
  Background dropping_{QStringLiteral("look at drop")};
  EngineDesk branching_{QStringLiteral("branch")};      ///< Where the engine that trains the run does not do it.
  QStringList branches_there_;                          ///< That are being made on other computers: their targets.
  Background looking_{QStringLiteral("look for run")};  ///< Whether a job has made its run's folder.
  RunPlace not_opened_;                                 ///< The last one; empty: none.
  QStringList to_open_;                                 ///< What was asked for and not looked at yet.
  std::unique_ptr<WeightsServer> weights_;              ///< Of the open run, or of one that is to be opened.
  std::unique_ptr<OpenRun> open_;
};

}  // namespace gan
