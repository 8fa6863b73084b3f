#include "dialogs/new_run_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>

#include "config/preset.h"
#include "controls/quiet_labels.h"
#include "controls/setting_row.h"
#include "controls/settings_form.h"
#include "dialogs/command_field.h"
#include "dialogs/data_field.h"
#include "dialogs/new_run_plan.h"
#include "dialogs/output_field.h"
#include "dialogs/path_line.h"
#include "dialogs/search_line.h"
#include "dialogs/slurm_page.h"
#include "state/texts.h"
#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

const QString kSource = QStringLiteral("data.source");
const QString kPath = QStringLiteral("data.path");
const QString kSteps = QStringLiteral("training.steps");
const QString kEpochs = QStringLiteral("training.epochs");
/// Needs no data and shows something soon.
const QString kFirstPreset = QStringLiteral("shapes-dcgan");

}  // namespace

struct NewRunDialog::Impl {
  NewRunDialog& dialog;
  EngineLauncher& launcher;
  NewRunPlan plan;
  QTimer soon;
  QString starting;  ///< The folder of the run that is being started; empty: none is.
  QString failure;   ///< Why the engine refused; until something is changed.

  QTabWidget* pages = new QTabWidget;
  QWidget* inputs = new QWidget;
  SlurmPage* slurm = new SlurmPage;
  QComboBox* preset = new QComboBox;
  QLabel* summary = new QLabel;
  DataField* data = nullptr;
  OutputField* output = nullptr;
  SettingRow* steps = nullptr;
  SettingRow* epochs = nullptr;
  QComboBox* device = new QComboBox;
  NoteLabel* device_note = new NoteLabel;
  SearchLine* search = new SearchLine;
  QCheckBox* all = new QCheckBox;
  SettingsForm* form = nullptr;
  CommandField* command = new CommandField;
  NoteLabel* status = new NoteLabel;
  QProgressBar* busy = new QProgressBar;
  QPushButton* start_button = new QPushButton;
  QPushButton* cancel = new QPushButton;

  Impl(NewRunDialog& owner, EngineLauncher& engines, const QString& runs_folder);

  const Setting& setting(const QString& path) { return plan.settings().settings()[plan.settings().rowOf(path)]; }
  QLayout* makeTop(const QString& runs_folder);
  QWidget* makeLength();
  QLayout* makeSettings();
  QLayout* makeButtons();
  void connectAll();
  void choosePreset(const QString& name);
  void offer(const QVector<EngineDevice>& devices);
  void onSettingChanged();
  void refresh();
  /// The page of the Slurm job is in front: that is where the run is to be trained.
  bool asJob() const { return pages->currentWidget() == slurm; }
  QString problem() const;
  QString runProblem() const;
  QString markedField() const;
  QString mendFirst(const QString& where) const;
  QString deviceProblem() const;
  NewRun newRun() const;
  void start();
  void onStarted(const QString& run);
  void onSubmitted(const QString& job, const QString& run);
  void onFailed(const QString& run, const QString& why);
  void setStarting(const QString& run);
  void showStatus();
};

NewRunDialog::Impl::Impl(NewRunDialog& owner, EngineLauncher& engines, const QString& runs_folder)
    : dialog(owner), launcher(engines) {
  soon.setSingleShot(true);
  soon.setInterval(0);
  auto* column = new QVBoxLayout(inputs);
  column->addLayout(makeTop(runs_folder));
  column->addLayout(makeSettings(), 1);
  pages->setObjectName(QStringLiteral("new_run_pages"));
  pages->setDocumentMode(true);
  pages->addTab(inputs, tr("Ru&n"));
  pages->addTab(slurm, tr("Slurm &job"));
  pages->tabBar()->setAccessibleName(tr("Where the run is trained"));
  pages->setTabToolTip(1, tr("Trains the run on machines of a cluster, instead of on this one"));
  auto* outer = new QVBoxLayout(&dialog);
  outer->addWidget(pages, 1);
  outer->addWidget(command);
  outer->addWidget(status);
  outer->addWidget(busy);
  outer->addLayout(makeButtons());
  connectAll();
}

QLayout* NewRunDialog::Impl::makeTop(const QString& runs_folder) {
  for (const Preset& known : presets()) {
    preset->addItem(QString::fromUtf8(known.name.data(), static_cast<qsizetype>(known.name.size())));
  }
  preset->setObjectName(QStringLiteral("new_run_preset"));
  preset->setAccessibleName(tr("Preset"));
  preset->setToolTip(tr("Settings to start from; each can be changed below."));
  summary->setObjectName(QStringLiteral("new_run_summary"));
  summary->setWordWrap(true);
  summary->setTextFormat(Qt::PlainText);
  summary->setForegroundRole(QPalette::PlaceholderText);
  data = new DataField(setting(kSource));
  output = new OutputField(runs_folder);
  device->setObjectName(QStringLiteral("new_run_device"));
  device->setAccessibleName(tr("Device"));
  device->setToolTip(tr(
      "auto takes a GPU where there is one that can be used, and the CPU otherwise. 0,1 or all trains on several GPUs, "
      "with a process on each; free:2 chooses two where nothing computes."));
  device->setEditable(true);
  device->addItems({QStringLiteral("auto"), QStringLiteral("cpu")});
  device_note->setObjectName(QStringLiteral("new_run_device_note"));

  auto* grid = new QGridLayout;
  grid->setColumnStretch(1, 1);
  const auto add = [grid](const QString& title, QWidget* field, QWidget* below) {
    const int row = grid->rowCount();
    auto* label = new QLabel(title);
    label->setTextFormat(Qt::PlainText);
    // A buddy must take the focus itself: one that only passes it on is never reached by the title's key.
    label->setBuddy(field->focusProxy() != nullptr ? field->focusProxy() : field);
    // A field with a note below it keeps its title beside its first line.
    label->setMinimumHeight(QLineEdit().sizeHint().height());
    grid->addWidget(label, row, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(field, row, 1);
    if (below != nullptr) grid->addWidget(below, row + 1, 1);
  };
  add(tr("&Preset"), preset, summary);
  add(tr("&Images"), data, nullptr);
  add(tr("&Run folder"), output, nullptr);
  add(tr("&Length"), makeLength(), nullptr);
  add(tr("&Device"), device, device_note);
  return grid;
}

QWidget* NewRunDialog::Impl::makeLength() {
  auto* length = new QWidget;
  auto* line = new QHBoxLayout(length);
  line->setContentsMargins({});
  steps = new SettingRow(plan.settings(), setting(kSteps));
  epochs = new SettingRow(plan.settings(), setting(kEpochs));
  for (SettingRow* row : {steps, epochs}) {
    row->arrangeWide(row->titleWidth());
    line->addWidget(row, 1);
  }
  auto* hint = new QLabel(tr("0 sets no limit"));
  hint->setTextFormat(Qt::PlainText);
  hint->setForegroundRole(QPalette::PlaceholderText);
  line->addWidget(hint);
  length->setFocusProxy(steps->findChild<QLineEdit*>());
  return length;
}

QLayout* NewRunDialog::Impl::makeSettings() {
  search->setObjectName(QStringLiteral("new_run_search"));
  search->setAccessibleName(tr("Search in all settings"));
  search->setPlaceholderText(tr("Search in all settings"));
  search->setClearButtonEnabled(true);
  search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  search->setToolTip(tr("Shows the settings that have these words in title, path or help (Ctrl+F)"));
  all->setText(tr("&All settings"));
  all->setObjectName(QStringLiteral("new_run_all"));
  all->setToolTip(tr("Shows also what is seldom changed"));
  form = new SettingsForm(plan.settings(), SettingsForm::Show::kCommon);
  form->leaveOut({kSource, kPath, kSteps, kEpochs});
  auto* line = new QHBoxLayout;
  line->addWidget(search, 1);
  line->addWidget(all);
  auto* rule = new QFrame;
  rule->setFrameShape(QFrame::HLine);
  rule->setFrameShadow(QFrame::Sunken);
  auto* column = new QVBoxLayout;
  column->addWidget(rule);
  column->addLayout(line);
  column->addWidget(form, 1);
  return column;
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
  connect(preset, &QComboBox::currentTextChanged, &dialog, [this](const QString& name) { choosePreset(name); });
  connect(data, &DataField::sourceChosen, &dialog,
          [this](const QString& source) { plan.settings().wish(kSource, source); });
  connect(data, &DataField::sourceFound, &dialog,
          [this](const QString& source) { plan.settings().wish(kSource, source); });
  connect(data, &DataField::pathChosen, &dialog, [this](const QString& path) { plan.setData(path); });
  connect(data, &DataField::problemChanged, &dialog, later);
  connect(output, &OutputField::changed, &dialog, later);
  connect(steps, &SettingRow::problemChanged, &dialog, later);
  connect(epochs, &SettingRow::problemChanged, &dialog, later);
  connect(device, &QComboBox::currentTextChanged, &dialog, later);
  connect(form, &SettingsForm::problemsChanged, &dialog, later);
  connect(&plan.settings(), &SettingsModel::wished, &dialog, [this] { failure.clear(); });
  connect(&plan.settings(), &SettingsModel::dataChanged, &dialog, [this] { onSettingChanged(); });
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
  connect(search, &QLineEdit::textChanged, form, &SettingsForm::setSearch);
  connect(all, &QCheckBox::toggled, form,
          [this](bool on) { form->setShow(on ? SettingsForm::Show::kAll : SettingsForm::Show::kCommon); });
  connect(new QShortcut(QKeySequence::Find, &dialog), &QShortcut::activated, search, [this] {
    search->setFocus(Qt::ShortcutFocusReason);
    search->selectAll();
  });
  connect(start_button, &QPushButton::clicked, &dialog, [this] { start(); });
  connect(cancel, &QPushButton::clicked, &dialog, &QDialog::reject);
  connect(&launcher, &EngineLauncher::devicesFound, &dialog,
          [this](const QVector<EngineDevice>& devices) { offer(devices); });
  connect(&launcher, &EngineLauncher::started, &dialog, [this](const QString& run) { onStarted(run); });
  connect(&launcher, &EngineLauncher::failed, &dialog,
          [this](const QString& run, const Message& why) { onFailed(run, translated(why)); });
}

void NewRunDialog::Impl::choosePreset(const QString& name) {
  const Preset& chosen = findPreset(name.toStdString());
  summary->setText(summaryOf(chosen));
  failure.clear();
  plan.setPreset(name);
  output->proposeFor(name);
  onSettingChanged();
}

/// Below what is there already; what is typed stays.
void NewRunDialog::Impl::offer(const QVector<EngineDevice>& devices) {
  for (const EngineDevice& found : devices) {
    if (device->findText(found.device) >= 0) continue;
    device->addItem(found.device);
    device->setItemData(device->count() - 1, plainToolTip(found.description), Qt::ToolTipRole);
  }
  const QString every = QStringLiteral("all");
  if (devices.size() > 1 && device->findText(every) < 0) device->addItem(every);
}

void NewRunDialog::Impl::onSettingChanged() {
  steps->sync();
  epochs->sync();
  data->display(plan.settings().shown(kSource).toString(), plan.settings().shown(kPath).toString());
  soon.start();
}

/// Marks what is wrong, and says what Start would do.
void NewRunDialog::Impl::refresh() {
  const bool good = plan.check();
  soon.stop();  // marking is a change, too
  device_note->setNote(QStringLiteral("error"), deviceProblem());
  const bool whole = good && runProblem().isEmpty();
  slurm->setRun(whole ? std::optional(newRun()) : std::nullopt);
  const bool shown = asJob() ? whole : good;
  if (shown) {
    QStringList words = asJob() ? slurm->command() : trainArguments(newRun());
    words.removeAll(QStringLiteral("--json"));
    command->setCommand(QStringList{QStringLiteral("gan-engine")} + words);
  } else if (asJob()) {
    command->setCommand({});  // what stands there may be the other page's
  }
  command->setEnabled(shown);
  showStatus();
}

QString NewRunDialog::Impl::deviceProblem() const {
  static const QRegularExpression known(
      QStringLiteral("\\A(auto|cpu|all|free(:[1-9][0-9]{0,2})?|(cuda:)?[0-9]{1,3}(,(cuda:)?[0-9]{1,3})*)\\z"));
  return known.match(device->currentText().trimmed()).hasMatch()
             ? QString()
             : tr("Must be auto, cpu, all, free or free:2, or the numbers of GPUs, such as 0, cuda:0 or 0,1.");
}

/// Why the run cannot be started where it is to run; empty when it can.
QString NewRunDialog::Impl::problem() const {
  const QString wrong = runProblem();
  if (!wrong.isEmpty()) return wrong;
  if (asJob()) return slurm->problem();
  return deviceProblem().isEmpty() ? QString() : mendFirst(tr("Device"));
}

QString NewRunDialog::Impl::mendFirst(const QString& where) const {
  if (asJob()) return tr("%1 is marked on the page Run: mend it, then the job can be submitted.").arg(where);
  return tr("%1 is marked above: mend it, then the run can be started.").arg(where);
}

/// Why the run cannot be started anywhere as it is. The reason itself stands beside its field.
QString NewRunDialog::Impl::runProblem() const {
  if (const QString where = markedField(); !where.isEmpty()) return mendFirst(where);
  const QString wrong = plan.problem();
  return wrong.isEmpty() || !asJob() ? wrong : tr("Page Run: %1").arg(wrong);
}

/// Title of a field of the run that says what is wrong with it; empty: none does.
QString NewRunDialog::Impl::markedField() const {
  if (!data->problem().isEmpty()) return tr("Images");
  if (!output->problem().isEmpty()) return tr("Run folder");
  QString path = plan.problemPath();
  if (!steps->problem().isEmpty()) path = kSteps;
  if (!epochs->problem().isEmpty()) path = kEpochs;
  if (!form->firstProblem().isEmpty()) path = form->firstProblem();
  const int row = plan.settings().rowOf(path);
  return row < 0 ? QString() : plan.settings().settings()[row].title;
}

NewRun NewRunDialog::Impl::newRun() const {
  return {.preset = plan.preset(),
          .out = output->folder(),
          .devices = device->currentText().trimmed(),
          .config = plan.config()};
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
  const NewRun run = newRun();
  setStarting(run.out);
  if (asJob()) return slurm->submit();
  launcher.start(trainArguments(run), run.out);
}

void NewRunDialog::Impl::setStarting(const QString& run) {
  starting = run;
  pages->setEnabled(run.isEmpty());
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
  cancel->setText(waits ? tr("Close") : tr("Cancel"));
  cancel->setToolTip(waits ? tr("Closes this window; the engine goes on (Esc)") : tr("Starts nothing (Esc)"));
  if (waits && asJob()) {
    cancel->setToolTip(tr("Closes this window; Slurm may have taken the job by then (Esc)"));
    status->setNote(QStringLiteral("state-starting"), tr("The job is handed to Slurm …"));
  } else if (waits) {
    status->setNote(QStringLiteral("state-starting"),
                    tr("An engine is starting in %1: it loads its libraries and the images. You may close this window; "
                       "the run then appears in the list of runs.")
                        .arg(starting));
  } else if (!failure.isEmpty()) {
    status->setNote(QStringLiteral("error"), failure);
  } else {
    status->setNote(QStringLiteral("warning"), wrong);
  }
}

void NewRunDialog::Impl::onStarted(const QString& run) {
  if (run != starting) return;
  setStarting({});
  emit dialog.started(run);
  dialog.accept();
}

void NewRunDialog::Impl::onSubmitted(const QString& job, const QString& run) {
  setStarting({});
  emit dialog.slurmSiteUsed(slurm->site());
  emit dialog.submitted(job, run);
  dialog.accept();
}

void NewRunDialog::Impl::onFailed(const QString& run, const QString& why) {
  if (run != starting) return;
  failure = why;
  setStarting({});
  output->look();  // the engine may have made the folder before it failed
}

NewRunDialog::NewRunDialog(EngineLauncher& launcher, const QString& runs_folder, QWidget* parent)
    : QDialog(parent), impl_(std::make_unique<Impl>(*this, launcher, runs_folder)) {
  setObjectName(QStringLiteral("new_run_dialog"));
  setWindowTitle(tr("New run"));
  setAcceptDrops(true);
  const QFontMetrics metrics = fontMetrics();
  resize(metrics.averageCharWidth() * 125, metrics.height() * 48);
  setPreset(kFirstPreset);
  impl_->refresh();
  impl_->preset->setFocus();
  launcher.findDevices();
}

NewRunDialog::~NewRunDialog() { delete impl_->pages; }  // they show the plan, which goes with impl_

void NewRunDialog::setPreset(const QString& name) {
  const int index = impl_->preset->findText(name);
  if (index < 0) return;
  impl_->preset->setCurrentIndex(index);
  if (impl_->plan.preset() != name) impl_->choosePreset(name);
}

void NewRunDialog::setData(const QString& path) { impl_->plan.setData(absolutePath(path)); }

void NewRunDialog::setSetting(const QString& path, const QVariant& value) { impl_->plan.settings().wish(path, value); }

void NewRunDialog::showSlurmPage() { impl_->pages->setCurrentWidget(impl_->slurm); }

void NewRunDialog::setSlurmSite(const SlurmSite& site) { impl_->slurm->setSite(site); }

void NewRunDialog::dragEnterEvent(QDragEnterEvent* event) {
  if (impl_->starting.isEmpty() && !droppedPath(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void NewRunDialog::dropEvent(QDropEvent* event) {
  const QString path = droppedPath(event->mimeData());
  if (path.isEmpty()) return;
  setData(path);
  event->acceptProposedAction();
}

}  // namespace gan
