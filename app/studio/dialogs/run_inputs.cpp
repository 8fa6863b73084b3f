#include "dialogs/run_inputs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <algorithm>

#include "config/preset.h"
#include "controls/quiet_widgets.h"
#include "controls/setting_row.h"
#include "controls/settings_form.h"
#include "dialogs/input_fields.h"
#include "dialogs/new_run_plan.h"
#include "link/data_task.h"
#include "state/texts.h"
#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

const QString kSource = QStringLiteral("data.source");
const QString kPath = QStringLiteral("data.path");
const QString kSteps = QStringLiteral("training.steps");
const QString kEpochs = QStringLiteral("training.epochs");

}  // namespace

RunInputs::RunInputs(NewRunPlan& plan, const QString& runs_folder, QWidget* parent)
    : QWidget(parent),
      plan_(plan),
      preset_(new QComboBox),
      summary_(new QLabel),
      host_(new QComboBox),
      data_(new DataField(setting(kSource))),
      output_(new OutputField(runs_folder)),
      steps_(new SettingRow(plan.settings(), setting(kSteps))),
      epochs_(new SettingRow(plan.settings(), setting(kEpochs))),
      device_(new QComboBox),
      device_note_(new NoteLabel),
      search_(new SearchLine),
      all_(new QCheckBox),
      form_(new SettingsForm(plan.settings(), SettingsForm::Show::kCommon)) {
  auto* column = new QVBoxLayout(this);
  column->addLayout(makeTop());
  column->addLayout(makeSettings(), 1);
  setFocusProxy(preset_);
  connectAll();
}

const Setting& RunInputs::setting(const QString& path) const {
  return plan_.settings().settings()[plan_.settings().rowOf(path)];
}

QLayout* RunInputs::makeTop() {
  for (const Preset& known : presets()) {
    preset_->addItem(QString::fromUtf8(known.name.data(), static_cast<qsizetype>(known.name.size())));
  }
  preset_->setObjectName(QStringLiteral("new_run_preset"));
  preset_->setAccessibleName(tr("Preset"));
  preset_->setToolTip(tr("Settings to start from; each can be changed below."));
  summary_->setObjectName(QStringLiteral("new_run_summary"));
  summary_->setWordWrap(true);
  summary_->setTextFormat(Qt::PlainText);
  summary_->setForegroundRole(QPalette::PlaceholderText);
  host_->setObjectName(QStringLiteral("new_run_host"));
  host_->setAccessibleName(tr("Computer that trains the run"));
  host_->setToolTip(tr(
      "Which computer trains the run. Others are those of Runs of another computer in the menu Run; one is logged in "
      "to when the run starts."));
  host_->addItem(tr("This computer"));
  device_->setObjectName(QStringLiteral("new_run_device"));
  device_->setAccessibleName(tr("Device"));
  device_->setToolTip(tr(
      "auto takes a GPU where there is one that can be used, and the CPU otherwise. 0,1 or all trains on several GPUs, "
      "with a process on each; free:2 chooses two where nothing computes."));
  device_->setEditable(true);
  device_->addItems({QStringLiteral("auto"), QStringLiteral("cpu")});
  device_note_->setObjectName(QStringLiteral("new_run_device_note"));

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
  add(tr("&Preset"), preset_, summary_);
  add(tr("Trains &on"), host_, nullptr);
  add(tr("&Images"), data_, nullptr);
  add(tr("&Run folder"), output_, nullptr);
  add(tr("&Length"), makeLength(), nullptr);
  add(tr("&Device"), device_, device_note_);
  return grid;
}

QWidget* RunInputs::makeLength() {
  auto* length = new QWidget;
  auto* line = new QHBoxLayout(length);
  line->setContentsMargins({});
  for (SettingRow* row : {steps_, epochs_}) {
    row->arrangeWide(row->titleWidth());
    line->addWidget(row, 1);
  }
  auto* hint = new QLabel(tr("0 sets no limit"));
  hint->setTextFormat(Qt::PlainText);
  hint->setForegroundRole(QPalette::PlaceholderText);
  line->addWidget(hint);
  length->setFocusProxy(steps_->findChild<QLineEdit*>());
  return length;
}

QLayout* RunInputs::makeSettings() {
  search_->setObjectName(QStringLiteral("new_run_search"));
  search_->setAccessibleName(tr("Search in all settings"));
  search_->setPlaceholderText(tr("Search in all settings"));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  search_->setToolTip(tr("Shows the settings that have these words in title, path or help (Ctrl+F)"));
  all_->setText(tr("&All settings"));
  all_->setObjectName(QStringLiteral("new_run_all"));
  all_->setToolTip(tr("Shows also what is seldom changed"));
  form_->leaveOut({kSource, kPath, kSteps, kEpochs});
  auto* line = new QHBoxLayout;
  line->addWidget(search_, 1);
  line->addWidget(all_);
  auto* rule = new QFrame;
  rule->setFrameShape(QFrame::HLine);
  rule->setFrameShadow(QFrame::Sunken);
  auto* column = new QVBoxLayout;
  column->addWidget(rule);
  column->addLayout(line);
  column->addWidget(form_, 1);
  return column;
}

void RunInputs::connectAll() {
  connect(preset_, &QComboBox::currentTextChanged, this, &RunInputs::choosePreset);
  connect(host_, &QComboBox::currentIndexChanged, this, &RunInputs::chooseHost);
  const auto wishSource = [this](const QString& source) { plan_.settings().wish(kSource, source); };
  connect(data_, &DataField::sourceChosen, this, wishSource);
  connect(data_, &DataField::sourceFound, this, wishSource);
  connect(data_, &DataField::pathChosen, this, &RunInputs::setPath);
  connect(data_, &DataField::problemChanged, this, &RunInputs::changed);
  connect(output_, &OutputField::changed, this, &RunInputs::changed);
  connect(steps_, &SettingRow::problemChanged, this, &RunInputs::changed);
  connect(epochs_, &SettingRow::problemChanged, this, &RunInputs::changed);
  connect(device_, &QComboBox::currentTextChanged, this, &RunInputs::changed);
  connect(form_, &SettingsForm::problemsChanged, this, &RunInputs::changed);
  connect(&plan_.settings(), &SettingsModel::wished, this, &RunInputs::edited);
  connect(&plan_.settings(), &SettingsModel::dataChanged, this, &RunInputs::onSettingChanged);
  connect(search_, &QLineEdit::textChanged, form_, &SettingsForm::setSearch);
  connect(all_, &QCheckBox::toggled, form_,
          [this](bool on) { form_->setShow(on ? SettingsForm::Show::kAll : SettingsForm::Show::kCommon); });
}

void RunInputs::setPreset(const QString& name) {
  const int index = preset_->findText(name);
  if (index < 0) return;
  preset_->setCurrentIndex(index);
  if (plan_.preset() != name) choosePreset(name);
}

void RunInputs::choosePreset(const QString& name) {
  const Preset& chosen = findPreset(name.toStdString());
  summary_->setText(summaryOf(chosen));
  emit edited();
  plan_.setPreset(name);
  output_->proposeFor(name);
  onSettingChanged();
}

void RunInputs::offerHosts(const QVector<SavedHost>& hosts) {
  for (const SavedHost& host : hosts) {
    hosts_ << host;
    host_->addItem(printable(host.folder.name));
    host_->setItemData(host_->count() - 1, plainToolTip(host.folder.target), Qt::ToolTipRole);
  }
}

void RunInputs::setHost(const RunPlace& folder) {
  const auto known = std::ranges::find(hosts_, folder, &SavedHost::folder);
  const qsizetype index = known - hosts_.begin();
  if (known == hosts_.end()) offerHosts({{.folder = folder}});
  host_->setCurrentIndex(static_cast<int>(index) + 1);
}

SavedHost RunInputs::host() const { return hosts_.value(host_->currentIndex() - 1); }

void RunInputs::chooseHost() {
  const RunPlace folder = host().folder;
  data_->setHost(folder);
  output_->setHost(folder);
  output_->proposeFor(plan_.preset());
  listDevices();
  emit edited();
  onSettingChanged();
}

/// Of another computer's files nobody knows yet what they hold: a source that was chosen stays.
void RunInputs::setPath(const QString& path) {
  const QString source = plan_.settings().shown(kSource).toString();
  plan_.setData(path);
  if (host().folder.isEmpty() || path.isEmpty()) return;
  const bool reads_files = source != QLatin1String("shapes") && source != QLatin1String("s3");
  const QString usual = isBucket(path) ? QStringLiteral("s3") : QStringLiteral("folder");
  plan_.settings().wish(kSource, reads_files && !isBucket(path) ? source : usual);
}

void RunInputs::offer(const QVector<EngineDevice>& devices) {
  found_ = devices;
  listDevices();
}

void RunInputs::listDevices() {
  const QString chosen = device_->currentText();
  const QSignalBlocker blocker(device_);
  device_->clear();
  device_->addItems({QStringLiteral("auto"), QStringLiteral("cpu")});
  if (host().folder.isEmpty()) {
    for (const EngineDevice& found : qAsConst(found_)) {
      device_->addItem(found.device);
      device_->setItemData(device_->count() - 1, plainToolTip(found.description), Qt::ToolTipRole);
    }
    if (found_.size() > 1) device_->addItem(QStringLiteral("all"));
  }
  device_->setCurrentIndex(device_->findText(chosen));
  device_->setEditText(chosen);
}

void RunInputs::onSettingChanged() {
  steps_->sync();
  epochs_->sync();
  data_->display(plan_.settings().shown(kSource).toString(), plan_.settings().shown(kPath).toString());
  emit changed();
}

bool RunInputs::check(int processes) {
  device_note_->setNote(QStringLiteral("error"), deviceProblem());
  return plan_.check(processes);
}

int RunInputs::processes() const {
  const QString devices = device_->currentText().trimmed();
  if (devices == QLatin1String("all")) return 2;
  const QString free = QStringLiteral("free:");
  if (devices.startsWith(free)) return devices.mid(free.size()).toInt();
  return static_cast<int>(devices.count(QLatin1Char(','))) + 1;
}

/// Title of a field of the run that says what is wrong with it; empty: none does.
QString RunInputs::markedField() const {
  if (!data_->problem().isEmpty()) return tr("Images");
  if (!output_->problem().isEmpty()) return tr("Run folder");
  QString path = plan_.problemPath();
  if (!steps_->problem().isEmpty()) path = kSteps;
  if (!epochs_->problem().isEmpty()) path = kEpochs;
  if (!form_->firstProblem().isEmpty()) path = form_->firstProblem();
  const int row = plan_.settings().rowOf(path);
  return row < 0 ? QString() : plan_.settings().settings()[row].title;
}

QString RunInputs::deviceProblem() const {
  static const QRegularExpression known(
      QStringLiteral("\\A(auto|cpu|all|free(:[1-9][0-9]{0,2})?|(cuda:)?[0-9]{1,3}(,(cuda:)?[0-9]{1,3})*)\\z"));
  return known.match(device_->currentText().trimmed()).hasMatch()
             ? QString()
             : tr("Must be auto, cpu, all, free or free:2, or the numbers of GPUs, such as 0, cuda:0 or 0,1.");
}

NewRun RunInputs::run() const {
  return {.preset = plan_.preset(),
          .out = output_->folder(),
          .devices = device_->currentText().trimmed(),
          .config = plan_.config()};
}

void RunInputs::lookAtFolder() { output_->look(); }

void RunInputs::search() {
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

}  // namespace gan
