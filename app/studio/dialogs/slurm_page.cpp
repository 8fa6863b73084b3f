#include "dialogs/slurm_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "controls/quiet_widgets.h"
#include "dialogs/path_line.h"
#include "state/texts.h"

namespace gan {
namespace {

/// Each question starts an engine: not one for every letter that is typed.
constexpr std::chrono::milliseconds kRest{400};
constexpr int kFewestLines = 6;

constexpr int kMostNodes = 65536;
constexpr int kMostOnNode = 4096;
constexpr int kMostLead = 65535;

/// The option that an error of `gan-engine slurm` is about; empty: none.
QString blamed(const Message& error) {
  for (const ErrorArgument& argument : error.arguments) {
    if (argument.name == "option") return QString::fromStdString(argument.value);
  }
  static const QHash<QString, QString> by_id{
      {QStringLiteral("slurm_bad_memory"), QStringLiteral("--memory")},
      {QStringLiteral("slurm_bad_time"), QStringLiteral("--time")},
      {QStringLiteral("slurm_time_short"), QStringLiteral("--time")},
      {QStringLiteral("slurm_devices"), QStringLiteral("--gpus-per-node")},
      {QStringLiteral("slurm_not_shared"), QStringLiteral("--assume-shared")},
      {QStringLiteral("run_not_found"), QStringLiteral("--measured")},
  };
  return by_id.value(QString::fromStdString(error.id));
}

QString withoutMnemonic(QString title) { return title.remove(QLatin1Char('&')); }

/// For those who know the command line.
QString withOption(const QString& tip, const char* option) {
  return QStringLiteral("%1 (%2)").arg(tip, QLatin1String(option));
}

}  // namespace

SlurmFields::SlurmFields(QWidget* parent)
    : QWidget(parent),
      grid_(new QGridLayout(this)),
      nodes_(addNumber("--nodes", {tr("&Machines"), tr("Machines of the cluster that train together")}, 1, 1,
                       Place::kLeft)),
      gpus_(addNumber("--gpus-per-node",
                      {tr("&GPUs of each"), tr("GPUs of each machine, a process each; 0 trains on the CPU")}, 0, 1,
                      Place::kRight)),
      tasks_(addNumber("--tasks-per-node",
                       {tr("&Processes on each"), tr("Processes on each machine, where there are no GPUs")}, 0, 0,
                       Place::kLeft)),
      cpus_(addNumber("--cpus-per-task",
                      {tr("C&ores of each process"), tr("One that computes and one that loads images, at least")}, 1,
                      SlurmRequest().cpus_per_task, Place::kRight)),
      time_(addText("--time",
                    {tr("&Time limit"), tr("Minutes, H:MM:SS or D-HH; the site's usual one when it is empty")},
                    QStringLiteral("12:00:00"), Place::kLeft)),
      memory_(
          addText("--memory",
                  {tr("M&emory of each"), tr("Of each machine, such as 64G; the site's usual one when it is empty")},
                  QStringLiteral("64G"), Place::kRight)),
      partition_(addText("--partition", {tr("P&artition"), tr("Slurm's partition; the site's usual one when empty")},
                         {}, Place::kLeft)),
      account_(
          addText("--account", {tr("Acco&unt"), tr("Slurm's account; your usual one when empty")}, {}, Place::kRight)),
      modules_(addText("--module", {tr("Mo&dules"), tr("Environment modules to load first, with spaces between them")},
                       QStringLiteral("cuda/13.0"), Place::kWide)) {
  grid_->setContentsMargins({});
  grid_->setColumnStretch(1, 1);
  grid_->setColumnStretch(3, 1);
  nodes_->setMaximum(kMostNodes);
  addContainer();
  addLead();
  addChecks();
  connect(gpus_, &QSpinBox::valueChanged, this, &SlurmFields::refreshProcesses);
  refreshProcesses();
}

void SlurmFields::add(const char* option, const Title& title, QWidget* editor, QWidget* field, Place place) {
  const QString name = QLatin1String(option).mid(2).toString().replace(QLatin1Char('-'), QLatin1Char('_'));
  editor->setObjectName(QStringLiteral("slurm_") + name);
  editor->setAccessibleName(withoutMnemonic(title.text));
  editor->setToolTip(withOption(title.tip, option));
  auto* label = new QLabel(title.text);
  label->setTextFormat(Qt::PlainText);
  label->setBuddy(editor);
  auto* note = new NoteLabel;
  note->setObjectName(QStringLiteral("slurm_") + name + QStringLiteral("_note"));
  fields_.insert(QLatin1String(option), {withoutMnemonic(title.text), editor, note});
  const int row = place == Place::kRight ? grid_->rowCount() - 2 : grid_->rowCount();
  const int column = place == Place::kRight ? 2 : 0;
  const int span = place == Place::kWide ? 3 : 1;
  grid_->addWidget(label, row, column);
  grid_->addWidget(field, row, column + 1, 1, span);
  grid_->addWidget(note, row + 1, column + 1, 1, span);
}

QSpinBox* SlurmFields::addNumber(const char* option, const Title& title, int lowest, int value, Place place) {
  auto* number = new QSpinBox;
  number->setRange(lowest, kMostOnNode);
  number->setValue(value);
  WheelGuard::protect(number);
  connect(number, &QSpinBox::valueChanged, this, &SlurmFields::changed);
  add(option, title, number, number, place);
  return number;
}

QLineEdit* SlurmFields::addText(const char* option, const Title& title, const QString& example, Place place) {
  auto* line = new QLineEdit;
  line->setPlaceholderText(example.isEmpty() ? QString() : tr("such as %1").arg(example));
  connect(line, &QLineEdit::textChanged, this, &SlurmFields::changed);
  add(option, title, line, line, place);
  return line;
}

void SlurmFields::addContainer() {
  container_ = new QLineEdit;
  container_->setPlaceholderText(tr("none"));
  runner_ = new QComboBox;
  runner_->setObjectName(QStringLiteral("slurm_container_with"));
  runner_->setAccessibleName(tr("What runs the container"));
  runner_->setToolTip(tr("What runs the container: apptainer, or Slurm's plugin pyxis"));
  runner_->addItems({QStringLiteral("apptainer"), QStringLiteral("pyxis")});
  WheelGuard::protect(runner_);
  auto* field = new QWidget;
  auto* line = new QHBoxLayout(field);
  line->setContentsMargins({});
  line->addWidget(container_, 1);
  line->addWidget(runner_);
  add("--container", {tr("Conta&iner"), tr("Image that holds gan-engine; without one, this program's own is run")},
      container_, field, Place::kWide);
  connect(container_, &QLineEdit::textChanged, this, &SlurmFields::changed);
  connect(runner_, &QComboBox::currentTextChanged, this, &SlurmFields::changed);
}

void SlurmFields::addLead() {
  lead_ = addNumber("--signal-lead",
                    {tr("&Lead time"), tr("How long before the time limit the job is told to write a checkpoint")}, 0,
                    0, Place::kLeft);
  lead_->setMaximum(kMostLead);
  lead_->setSuffix(tr(" s", "seconds"));
  setUsualLead(0);
  measured_ = new QLineEdit;
  measured_->setPlaceholderText(tr("none"));
  auto* choose = new QPushButton(tr("Run …"));
  choose->setObjectName(QStringLiteral("slurm_measured_folder"));
  choose->setAutoDefault(false);
  choose->setToolTip(tr("Choose a run whose checkpoints are as large as this one's will be"));
  auto* field = new QWidget;
  auto* line = new QHBoxLayout(field);
  line->setContentsMargins({});
  line->addWidget(measured_, 1);
  line->addWidget(choose);
  add("--measured",
      {tr("Measured &run"),
       tr("A run whose checkpoints are as large as this one's will be: the lead time follows from how long they take")},
      measured_, field, Place::kRight);
  connect(measured_, &QLineEdit::textChanged, this, &SlurmFields::changed);
  connect(choose, &QPushButton::clicked, this, [this] {
    choosePath(this, QFileDialog::Directory, tr("Measured run"), measured_->text(),
               [this](const QString& path) { measured_->setText(path); });
  });
}

void SlurmFields::addChecks() {
  requeue_ = new QCheckBox(tr("At the time limit, back into the &queue to go on from the checkpoint"));
  requeue_->setObjectName(QStringLiteral("slurm_requeue"));
  requeue_->setChecked(true);
  requeue_->setToolTip(withOption(tr("Otherwise the job ends there"), "--no-requeue"));
  shared_ = new QCheckBox(tr("Run, data and program are on every machine, whatever their &file system says"));
  auto* note = new NoteLabel;
  shared_->setObjectName(QStringLiteral("slurm_assume_shared"));
  shared_->setToolTip(
      withOption(tr("For a file system that looks like this machine's own, but is not"), "--assume-shared"));
  note->setObjectName(QStringLiteral("slurm_assume_shared_note"));
  fields_.insert(QStringLiteral("--assume-shared"), {tr("Shared file system"), shared_, note});
  int row = grid_->rowCount();
  for (QWidget* part : {static_cast<QWidget*>(requeue_), static_cast<QWidget*>(shared_), static_cast<QWidget*>(note)}) {
    grid_->addWidget(part, row++, 1, 1, 3);
  }
  for (QCheckBox* box : {requeue_, shared_}) connect(box, &QCheckBox::toggled, this, &SlurmFields::changed);
}

/// A process trains on one GPU, so that with GPUs there is nothing to choose.
void SlurmFields::refreshProcesses() {
  const bool gpus = gpus_->value() > 0;
  tasks_->setEnabled(!gpus);
  tasks_->setSpecialValueText(gpus ? tr("one for each GPU") : tr("one"));
  if (gpus) tasks_->setValue(0);
}

SlurmSite SlurmFields::site() const {
  return {.partition = partition_->text().trimmed(),
          .account = account_->text().trimmed(),
          .modules = modules_->text().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts),
          .container = container_->text().trimmed(),
          .container_runner = runner_->currentText(),
          .shared = shared_->isChecked()};
}

void SlurmFields::setSite(const SlurmSite& site) {
  partition_->setText(site.partition);
  account_->setText(site.account);
  modules_->setText(site.modules.join(QLatin1Char(' ')));
  container_->setText(site.container);
  runner_->setCurrentText(site.container_runner);
  shared_->setChecked(site.shared);
}

SlurmRequest SlurmFields::request() const {
  SlurmRequest request;
  request.nodes = nodes_->value();
  request.gpus_per_node = gpus_->value();
  request.tasks_per_node = tasks_->value();
  request.cpus_per_task = cpus_->value();
  request.time = time_->text().trimmed();
  request.memory = memory_->text().trimmed();
  request.site = site();
  request.signal_lead = lead_->value();
  request.measured = absolutePath(measured_->text());
  request.requeues = requeue_->isChecked();
  return request;
}

int SlurmFields::processes() const {
  return nodes_->value() * std::max(1, gpus_->value() > 0 ? gpus_->value() : tasks_->value());
}

void SlurmFields::setUsualLead(qint64 seconds) {
  lead_->setSpecialValueText(seconds > 0 ? tr("automatic: %1 s").arg(seconds) : tr("automatic"));
}

QString SlurmFields::told(const Message& error) const {
  static const QRegularExpression option(QStringLiteral("--[a-z]+(-[a-z]+)*"));
  const QString text = translated(error);
  QString result;
  qsizetype from = 0;
  for (const QRegularExpressionMatch& match : option.globalMatch(text)) {
    const auto field = fields_.constFind(match.captured());
    const QString name = field == fields_.constEnd() ? match.captured() : tr("“%1”").arg(field->title);
    result += text.mid(from, match.capturedStart() - from) + name;
    from = match.capturedEnd();
  }
  return result + text.mid(from);
}

bool SlurmFields::mark(const Message& error) {
  const QString option = blamed(error);
  const auto field = fields_.constFind(option);
  if (field == fields_.constEnd() || marked_options_.contains(option)) return false;
  const QString text = told(error);
  field->note->setNote(QStringLiteral("error"), text);
  // Without a description of its own, a field is described by its tool tip.
  field->editor->setAccessibleDescription(field->editor->toolTip() + QLatin1Char('\n') + text);
  marked_ << field->title;
  marked_options_ << option;
  return true;
}

SlurmRequest SlurmFields::requestWithoutMarked() const {
  const SlurmRequest usual;
  SlurmRequest request = this->request();
  const auto without = [this](const char* option, auto& value, const auto& otherwise) {
    if (marked_options_.contains(QLatin1String(option))) value = otherwise;
  };
  without("--nodes", request.nodes, usual.nodes);
  without("--gpus-per-node", request.gpus_per_node, usual.gpus_per_node);
  without("--tasks-per-node", request.tasks_per_node, usual.tasks_per_node);
  without("--cpus-per-task", request.cpus_per_task, usual.cpus_per_task);
  without("--time", request.time, usual.time);
  without("--memory", request.memory, usual.memory);
  without("--partition", request.site.partition, usual.site.partition);
  without("--account", request.site.account, usual.site.account);
  without("--module", request.site.modules, usual.site.modules);
  without("--container", request.site.container, usual.site.container);
  without("--signal-lead", request.signal_lead, usual.signal_lead);
  without("--measured", request.measured, usual.measured);
  without("--assume-shared", request.site.shared, true);
  return request;
}

void SlurmFields::unmark() {
  marked_.clear();
  marked_options_.clear();
  for (const Field& field : qAsConst(fields_)) {
    field.note->setNote({}, {});
    field.editor->setAccessibleDescription({});
  }
}

SlurmPage::SlurmPage(QWidget* parent)
    : QWidget(parent),
      fields_(new SlurmFields),
      missing_(new NoteLabel),
      script_(new QPlainTextEdit),
      save_(new QPushButton(tr("&Write script …"))),
      status_(new NoteLabel) {
  missing_->setObjectName(QStringLiteral("slurm_missing"));
  status_->setObjectName(QStringLiteral("slurm_status"));
  auto* column = new QVBoxLayout(this);
  column->addWidget(missing_);
  column->addWidget(fields_);
  column->addWidget(makePreview(), 1);
  soon_.setSingleShot(true);
  soon_.setInterval(kRest);
  setFocusProxy(fields_);
  connectAll();
  refresh();
}

QWidget* SlurmPage::makePreview() {
  script_->setObjectName(QStringLiteral("slurm_script"));
  script_->setAccessibleName(tr("The job's script"));
  script_->setPlaceholderText(tr("The job's script appears here."));
  script_->setReadOnly(true);
  script_->setTabChangesFocus(true);
  script_->setLineWrapMode(QPlainTextEdit::NoWrap);
  script_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  script_->setMinimumHeight(QFontMetrics(script_->font()).lineSpacing() * kFewestLines);
  save_->setObjectName(QStringLiteral("slurm_save"));
  save_->setAutoDefault(false);
  save_->setToolTip(tr("Writes the script into a file, to be submitted on a machine of the cluster"));
  auto* line = new QHBoxLayout;
  line->addWidget(status_, 1);
  line->addStretch();
  line->addWidget(save_, 0, Qt::AlignTop);
  auto* preview = new QWidget;
  auto* column = new QVBoxLayout(preview);
  column->setContentsMargins({});
  column->addWidget(script_, 1);
  column->addLayout(line);
  return preview;
}

void SlurmPage::connectAll() {
  connect(&soon_, &QTimer::timeout, this, &SlurmPage::ask);
  connect(fields_, &SlurmFields::changed, this, [this] {
    askLater();
    emit edited();
  });
  connect(save_, &QPushButton::clicked, this, &SlurmPage::save);
  connect(&look_, &SlurmTask::looked, this, [this](bool found) {
    found_ = found;
    refresh();
  });
  connect(&preview_, &SlurmTask::scriptWritten, this, &SlurmPage::onScript);
  connect(&preview_, &SlurmTask::failed, this, &SlurmPage::onRefusal);
  connect(&saving_, &SlurmTask::scriptSaved, this, [this](const QString& path) {
    status_->setNote(QStringLiteral("info"),
                     tr("%1 is written. On a machine of the cluster, `sbatch` submits it.").arg(path));
    emit scriptSaved();
  });
  connect(&saving_, &SlurmTask::failed, this,
          [this](const Message& why) { status_->setNote(QStringLiteral("error"), fields_->told(why)); });
  connect(&submitting_, &SlurmTask::submitted, this, &SlurmPage::submitted);
  connect(&submitting_, &SlurmTask::failed, this, [this](const Message& why) { emit refused(fields_->told(why)); });
}

SlurmSite SlurmPage::site() const { return fields_->site(); }

void SlurmPage::setSite(const SlurmSite& site) { fields_->setSite(site); }

int SlurmPage::processes() const { return fields_->processes(); }

void SlurmPage::setHost(const std::shared_ptr<EngineAccess>& access, const RunPlace& host) {
  if (host_ == host) return;
  host_ = host;
  if (!host.isEmpty()) access->allow(host);  // a person has chosen it
  for (SlurmTask* task : {&look_, &preview_, &saving_, &submitting_}) task->setHost(access, host);
  found_.reset();
  script_->clear();
  if (isVisible()) look_.look();
  askLater();
}

void SlurmPage::setRun(const std::optional<NewRun>& run) {
  const auto words = [](const std::optional<NewRun>& one) { return one ? runArguments(*one) : QStringList(); };
  if (run_.has_value() == run.has_value() && words(run_) == words(run)) return;
  run_ = run;
  askLater();
}

SlurmRequest SlurmPage::request(SlurmRequest asked) const {
  if (run_) asked.run = *run_;
  return asked;
}

QStringList SlurmPage::command() const {
  QStringList words = slurmArguments(QStringLiteral("submit"), request(fields_->request()));
  words.removeAll(QStringLiteral("--json"));
  return words;
}

QString SlurmPage::problem() const {
  if (!problem_.isEmpty()) return problem_;
  if (found_ == false) return tr("A job can be submitted only where Slurm is. Write script … works everywhere.");
  return {};
}

void SlurmPage::submit() { submitting_.submit(request(fields_->request())); }

void SlurmPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!found_) look_.look();
  soon_.start();
}

/// An answer about what was asked before is not wanted any more.
void SlurmPage::askLater() {
  preview_.drop();
  forgetRefusal();
  status_->setNote({}, {});
  refresh();
  if (isVisible()) soon_.start();
}

void SlurmPage::forgetRefusal() {
  problem_.clear();
  fields_->unmark();
}

void SlurmPage::ask() {
  forgetRefusal();  // what it was about may have been mended outside of this form
  if (run_) preview_.writeScript(request(fields_->request()));
  refresh();
}

void SlurmPage::onScript(const SlurmScript& script) {
  if (!fields_->marked().isEmpty()) return tellRefusals();  // all else is well
  forgetRefusal();
  script_->setPlainText(script.text);
  if (fields_->request().signal_lead == 0) fields_->setUsualLead(script.signal_lead_seconds);
  refresh();
}

void SlurmPage::onRefusal(const Message& why) {
  script_->clear();
  if (fields_->mark(why)) {
    preview_.writeScript(request(fields_->requestWithoutMarked()));
  } else if (fields_->marked().isEmpty()) {
    problem_ = fields_->told(why);
  }
  tellRefusals();
}

void SlurmPage::tellRefusals() {
  const QStringList marked = fields_->marked();
  if (marked.size() == 1) {
    problem_ = tr("%1 is marked above: mend it, then the job can be submitted.").arg(marked.first());
  } else if (!marked.isEmpty()) {
    problem_ = tr("These are marked above: %1. Mend them, then the job can be submitted.")
                   .arg(marked.join(QStringLiteral(", ")));
  }
  refresh();
}

void SlurmPage::save() {
  const SlurmRequest request = this->request(fields_->request());
  choosePath(this, QFileDialog::AnyFile, tr("Write script"),
             (host_.isEmpty() ? request.run.out : QFileInfo(request.run.out).fileName()) + QStringLiteral(".sbatch"),
             [this, request](const QString& path) { saving_.saveScript(request, path); });
}

void SlurmPage::refresh() {
  missing_->setNote(QStringLiteral("info"),
                    found_ == false ? tr("There is no Slurm on this machine: write the script into a file, and submit "
                                         "it with `sbatch` on a machine of the cluster.")
                                    : QString());
  script_->setEnabled(run_.has_value() && problem_.isEmpty());
  save_->setEnabled(run_.has_value() && problem_.isEmpty());
  emit changed();
}

}  // namespace gan
