#include "dialogs/new_run_dialog.h"

#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <utility>

#include "controls/quiet_widgets.h"
#include "dialogs/command_field.h"
#include "dialogs/forecast_field.h"
#include "dialogs/new_run_plan.h"
#include "dialogs/path_line.h"
#include "dialogs/run_inputs.h"
#include "dialogs/slurm_page.h"
#include "state/texts.h"
#include "style/scale.h"

namespace gan {
namespace {

/// Needs no data and shows something soon.
const QString kFirstPreset = QStringLiteral("shapes-dcgan");

}  // namespace

struct NewRunDialog::Impl {
  NewRunDialog& dialog;
  EngineLauncher& launcher;
  HostLauncher* hosts = nullptr;  ///< Null: the run is trained here.
  NewRunPlan plan;
  QTimer soon;
  RunPlace starting;  ///< The run that is being started; empty: none is.
  QString failure;    ///< Why the engine refused; until something is changed.

  QTabWidget* pages = new QTabWidget;
  RunInputs* inputs;
  SlurmPage* slurm = new SlurmPage;
  CommandField* command = new CommandField;
  ForecastField* forecast = new ForecastField;
  NoteLabel* status = new NoteLabel;
  QProgressBar* busy = new QProgressBar;
  QPushButton* start_button = new QPushButton;
  QPushButton* cancel = new QPushButton;

  Impl(NewRunDialog& owner, EngineLauncher& engines, const QString& runs_folder);

  QLayout* makeButtons();
  void connectAll();
  void refresh();
  /// The page of the Slurm job is in front: that is where the run is to be trained.
  bool asJob() const { return pages->currentWidget() == slurm; }
  /// Another computer is to train the run.
  bool elsewhere() const { return !inputs->host().folder.isEmpty(); }
  QString problem() const;
  QString runProblem() const;
  QString mendFirst(const QString& where) const;
  /// The run as it is entered now.
  RunPlace place() const;
  QStringList shownCommand() const;
  void start();
  void onStarted(const RunPlace& asked, const RunPlace& run);
  void onSubmitted(const QString& job, const QString& run);
  void onFailed(const RunPlace& run, const QString& why);
  void setStarting(const RunPlace& run);
  void showStatus();
};

NewRunDialog::Impl::Impl(NewRunDialog& owner, EngineLauncher& engines, const QString& runs_folder)
    : dialog(owner), launcher(engines), inputs(new RunInputs(plan, runs_folder)) {
  soon.setSingleShot(true);
  soon.setInterval(0);
  pages->setObjectName(QStringLiteral("new_run_pages"));
  pages->setDocumentMode(true);
  pages->addTab(inputs, tr("Ru&n"));
  pages->addTab(slurm, tr("Slurm &job"));
  pages->tabBar()->setAccessibleName(tr("Where the run is trained"));
  auto* outer = new QVBoxLayout(&dialog);
  outer->addWidget(pages, 1);
  outer->addWidget(command);
  outer->addWidget(forecast);
  outer->addWidget(status);
  outer->addWidget(busy);
  outer->addLayout(makeButtons());
  connectAll();
}

QLayout* NewRunDialog::Impl::makeButtons() {
  status->setObjectName(QStringLiteral("new_run_status"));
  busy->setObjectName(QStringLiteral("new_run_busy"));
  busy->setRange(0, 0);
  busy->setTextVisible(false);
  busy->setMaximumHeight(busy->fontMetrics().height() / 2);
  busy->hide();
  start_button->setObjectName(QStringLiteral("new_run_start"));
  start_button->setDefault(true);
  cancel->setObjectName(QStringLiteral("new_run_cancel"));
  cancel->setAutoDefault(false);
  auto* line = new QHBoxLayout;
  line->addStretch(1);
  line->addWidget(start_button);
  line->addWidget(cancel);
  return line;
}

void NewRunDialog::Impl::connectAll() {
  const auto later = [this] { soon.start(); };
  connect(&soon, &QTimer::timeout, &dialog, [this] { refresh(); });
  connect(inputs, &RunInputs::changed, &dialog, later);
  connect(inputs, &RunInputs::edited, &dialog, [this] { failure.clear(); });
  connect(pages, &QTabWidget::currentChanged, &dialog, [this] {
    failure.clear();  // of what the other page would have started
    soon.start();
  });
  connect(slurm, &SlurmPage::changed, &dialog, later);
  connect(slurm, &SlurmPage::edited, &dialog, [this] { failure.clear(); });
  connect(slurm, &SlurmPage::submitted, &dialog,
          [this](const QString& job, const QString& run) { onSubmitted(job, run); });
  connect(slurm, &SlurmPage::scriptSaved, &dialog, [this] { emit dialog.slurmSiteUsed(slurm->site()); });
  connect(slurm, &SlurmPage::refused, &dialog, [this](const QString& why) { onFailed(starting, why); });
  connect(new QShortcut(QKeySequence::Find, &dialog), &QShortcut::activated, inputs, &RunInputs::search);
  connect(start_button, &QPushButton::clicked, &dialog, [this] { start(); });
  connect(cancel, &QPushButton::clicked, &dialog, &QDialog::reject);
  connect(forecast, &ForecastField::asked, &dialog, [this] { refresh(); });
  forecast->setOffersSettings(true);
  connect(forecast, &ForecastField::priceChosen, &dialog, &NewRunDialog::devicePriceChosen);
  connect(forecast, &ForecastField::settingsWished, &dialog, [this](const QStringList& settings) {
    for (const QString& one : settings) {
      plan.settings().wish(one.section(QLatin1Char('='), 0, 0), one.section(QLatin1Char('='), 1));
    }
  });
  connect(&dialog, &QDialog::finished, forecast, [this] { forecast->stop(); });
  connect(&launcher, &EngineLauncher::devicesFound, inputs, &RunInputs::offer);
  connect(&launcher, &EngineLauncher::started, &dialog,
          [this](const QString& run) { onStarted(RunPlace::ofFolder(run), RunPlace::ofFolder(run)); });
  connect(&launcher, &EngineLauncher::failed, &dialog,
          [this](const QString& run, const Message& why) { onFailed(RunPlace::ofFolder(run), translated(why)); });
}

/// Marks what is wrong, and says what Start would do.
void NewRunDialog::Impl::refresh() {
  const bool good = inputs->check(asJob() ? slurm->processes() : inputs->processes());
  soon.stop();  // marking is a change, too
  const bool whole = good && runProblem().isEmpty();
  slurm->setHost(hosts == nullptr ? nullptr : hosts->access(), inputs->host().folder);
  slurm->setRun(whole ? std::optional(inputs->run()) : std::nullopt);
  pages->setTabToolTip(1, elsewhere() ? tr("Trains the run on machines of the cluster of %1, which its Slurm gives")
                                            .arg(inputs->host().folder.host())
                                      : tr("Trains the run on machines of a cluster, instead of on this one"));
  const bool shown = asJob() ? whole : good;
  if (shown) {
    command->setCommand(shownCommand());
  } else if (asJob()) {
    command->setCommand({});  // what stands there may be the other page's
  }
  command->setEnabled(shown);
  const bool here = !asJob() && !elsewhere();
  forecast->setVisible(here);  // what is measured is this machine
  forecast->setRun(here && problem().isEmpty() ? std::optional(inputs->run()) : std::nullopt);
  showStatus();
}

/// What a person would type into a shell of this computer.
QStringList NewRunDialog::Impl::shownCommand() const {
  QStringList words = asJob() ? slurm->command() : trainArguments(inputs->run());
  words.removeAll(QStringLiteral("--json"));
  const SavedHost host = inputs->host();
  const QString engine = host.engine.isEmpty() ? QStringLiteral("gan-engine") : host.engine;
  words.prepend(engine);
  return host.folder.isEmpty() ? words : overSsh(host.folder, words);
}

RunPlace NewRunDialog::Impl::place() const {
  const RunPlace host = inputs->host().folder;
  return host.isEmpty() ? RunPlace::ofFolder(inputs->run().out) : host.at(inputs->run().out);
}

/// Why the run cannot be started where it is to run; empty when it can.
QString NewRunDialog::Impl::problem() const {
  const QString wrong = runProblem();
  if (!wrong.isEmpty()) return wrong;
  if (asJob()) return slurm->problem();
  return inputs->deviceProblem().isEmpty() ? QString() : mendFirst(tr("Device"));
}

QString NewRunDialog::Impl::mendFirst(const QString& where) const {
  if (asJob()) return tr("%1 is marked on the page Run: mend it, then the job can be submitted.").arg(where);
  return tr("%1 is marked above: mend it, then the run can be started.").arg(where);
}

/// Why the run cannot be started anywhere as it is. The reason itself stands beside its field.
QString NewRunDialog::Impl::runProblem() const {
  if (const QString where = inputs->markedField(); !where.isEmpty()) return mendFirst(where);
  const QString wrong = plan.problem();
  return wrong.isEmpty() || !asJob() ? wrong : tr("Page Run: %1").arg(wrong);
}

void NewRunDialog::Impl::start() {
  QWidget* before = dialog.focusWidget();
  start_button->setFocus();  // Alt+S leaves the focus in a line, with an edit that is not finished
  refresh();
  if (!starting.isEmpty() || !problem().isEmpty()) {
    if (before != nullptr) before->setFocus();
    return;
  }
  failure.clear();
  forecast->stop();  // the run has the machine to itself
  const NewRun run = inputs->run();
  setStarting(place());
  if (asJob()) return slurm->submit();
  QStringList arguments = trainArguments(run);
  if (!elsewhere()) return launcher.start(arguments, run.out);
  arguments.removeAll(QStringLiteral("--json"));  // which the other side adds
  hosts->start(starting, arguments);
}

void NewRunDialog::Impl::setStarting(const RunPlace& run) {
  starting = run;
  pages->setEnabled(run.isEmpty());
  forecast->setEnabled(run.isEmpty());
  busy->setAccessibleName(asJob() ? tr("The job is being submitted") : tr("The engine is starting"));
  busy->setVisible(!run.isEmpty());
  showStatus();
  if (run.isEmpty()) {
    start_button->setFocus();
  } else {
    cancel->setFocus();
  }
}

void NewRunDialog::Impl::showStatus() {
  const bool waits = !starting.isEmpty();
  const QString wrong = problem();
  start_button->setText(asJob() ? tr("&Submit") : tr("&Start"));
  start_button->setToolTip(asJob() ? tr("Hands the job to Slurm (Enter)")
                                   : tr("Starts an engine, which goes on when this window is closed (Enter)"));
  start_button->setEnabled(!waits && wrong.isEmpty());
  if (elsewhere() && asJob()) start_button->setToolTip(tr("Logs in there and hands the job to its Slurm (Enter)"));
  if (elsewhere() && !asJob())
    start_button->setToolTip(tr("Logs in there and starts an engine, which goes on afterwards (Enter)"));
  cancel->setText(waits ? tr("Close") : tr("Cancel"));
  cancel->setToolTip(waits ? tr("Closes this window; the engine goes on (Esc)") : tr("Starts nothing (Esc)"));
  if (waits && asJob()) {
    cancel->setToolTip(tr("Closes this window; Slurm may have taken the job by then (Esc)"));
    status->setNote(QStringLiteral("state-starting"), tr("The job is handed to Slurm …"));
  } else if (waits && elsewhere()) {
    status->setNote(QStringLiteral("state-starting"),
                    tr("An engine is starting on %1, in %2: it loads its libraries and the images. You may close this "
                       "window; the run then appears in the list of runs.")
                        .arg(starting.host(), shownPathThere(starting.path())));
  } else if (waits) {
    status->setNote(QStringLiteral("state-starting"),
                    tr("An engine is starting in %1: it loads its libraries and the images. You may close this window; "
                       "the run then appears in the list of runs.")
                        .arg(starting.folder()));
  } else if (!failure.isEmpty()) {
    status->setNote(QStringLiteral("error"), failure);
  } else {
    status->setNote(QStringLiteral("warning"), wrong);
  }
}

void NewRunDialog::Impl::onStarted(const RunPlace& asked, const RunPlace& run) {
  if (starting.isEmpty() || asked != starting) return;
  setStarting({});
  emit dialog.started(run);
  dialog.accept();
}

void NewRunDialog::Impl::onSubmitted(const QString& job, const QString& run) {
  const RunPlace asked = std::exchange(starting, {});
  setStarting({});
  emit dialog.slurmSiteUsed(slurm->site());
  if (asked.isLocal() || asked.isEmpty()) {
    emit dialog.submitted(job, run);
  } else {
    const RunPlace found = asked.at(run);
    emit dialog.submittedThere(job, found.isEmpty() ? asked : found);
  }
  dialog.accept();
}

void NewRunDialog::Impl::onFailed(const RunPlace& run, const QString& why) {
  if (starting.isEmpty() || run != starting) return;
  failure = why;
  setStarting({});
  inputs->lookAtFolder();  // the engine may have made the folder before it failed
}

NewRunDialog::NewRunDialog(EngineLauncher& launcher, const QString& runs_folder, QWidget* parent)
    : QDialog(parent), impl_(std::make_unique<Impl>(*this, launcher, runs_folder)) {
  setObjectName(QStringLiteral("new_run_dialog"));
  setWindowTitle(tr("New run"));
  setAcceptDrops(true);
  giveFirstSize(*this, 125, 48);
  setPreset(kFirstPreset);
  impl_->refresh();
  impl_->inputs->setFocus();
  launcher.findDevices();
}

NewRunDialog::~NewRunDialog() { delete impl_->pages; }  // they show the plan, which goes with impl_

void NewRunDialog::offerHosts(HostLauncher& launcher, const QVector<SavedHost>& hosts) {
  impl_->hosts = &launcher;
  impl_->inputs->offerHosts(hosts);
  connect(&launcher, &HostLauncher::started, this,
          [this](const RunPlace& asked, const RunPlace& run) { impl_->onStarted(asked, run); });
  connect(&launcher, &HostLauncher::failed, this,
          [this](const RunPlace& asked, const Message& why) { impl_->onFailed(asked, translated(why)); });
}

bool NewRunDialog::startsRun(const RunPlace& run) const { return !run.isEmpty() && impl_->starting == run; }

void NewRunDialog::setPreset(const QString& name) { impl_->inputs->setPreset(name); }

void NewRunDialog::setHost(const RunPlace& folder) { impl_->inputs->setHost(folder); }

void NewRunDialog::setData(const QString& path) {
  impl_->inputs->setPath(impl_->elsewhere() ? path : absolutePath(path));
}

void NewRunDialog::setSetting(const QString& path, const QVariant& value) { impl_->plan.settings().wish(path, value); }

void NewRunDialog::showSlurmPage() { impl_->pages->setCurrentWidget(impl_->slurm); }

void NewRunDialog::setSlurmSite(const SlurmSite& site) { impl_->slurm->setSite(site); }

void NewRunDialog::setDevicePrice(double price) { impl_->forecast->setPrice(price); }

void NewRunDialog::dragEnterEvent(QDragEnterEvent* event) {
  if (impl_->starting.isEmpty() && !impl_->elsewhere() && !droppedPath(event->mimeData()).isEmpty())
    event->acceptProposedAction();
}

void NewRunDialog::dropEvent(QDropEvent* event) {
  const QString path = droppedPath(event->mimeData());
  if (path.isEmpty()) return;
  setData(path);
  event->acceptProposedAction();
}

}  // namespace gan
