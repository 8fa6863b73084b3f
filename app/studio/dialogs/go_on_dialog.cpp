#include "dialogs/go_on_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "controls/quiet_widgets.h"
#include "controls/settings_form.h"
#include "dialogs/checkpoint_choice.h"
#include "dialogs/forecast_field.h"
#include "dialogs/path_line.h"
#include "style/divided_parts.h"
#include "style/icons.h"
#include "style/scale.h"

namespace gan {
namespace {

using Length = GoOnPlan::Length;

constexpr double kMostAmount = 1e12;

Length lengthOf(const QComboBox& kinds) { return static_cast<Length>(kinds.currentData().toInt()); }

QHBoxLayout* rowWithoutMargins(QWidget* widget) {
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(0, 0, 0, 0);
  return row;
}

}  // namespace

GoOnDialog::GoOnDialog(RunStore& run, const Proposal& proposal, QWidget* parent)
    : QDialog(parent),
      run_(run),
      plan_(run, proposal.changes),
      host_(proposal.host),
      explanation_(new QLabel),
      checkpoints_(new CheckpointChoice(run)),
      search_(new QLineEdit),
      all_(new QCheckBox(tr("&All settings"))),
      form_(new SettingsForm(plan_.settings(), SettingsForm::Show::kCommon)),
      changes_(new QLabel),
      length_kind_(new QComboBox),
      length_amount_(new QDoubleSpinBox),
      length_text_(new QLabel),
      out_(new QLineEdit(proposal.out)),
      forecast_(new ForecastField),
      complaint_(new QLabel) {
  setObjectName(QStringLiteral("go_on_dialog"));
  setWindowTitle(tr("Go on from a checkpoint"));
  setAttribute(Qt::WA_DeleteOnClose);
  for (QLabel* label : {explanation_, changes_, length_text_, complaint_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  complaint_->setObjectName(QStringLiteral("complaint"));

  auto* left = new QWidget;
  auto* choices = new QVBoxLayout(left);
  choices->setContentsMargins(0, 0, 0, 0);
  choices->addWidget(makePurposes());
  choices->addWidget(explanation_);
  choices->addWidget(checkpoints_, 1);
  length_ = makeLength();
  choices->addWidget(length_);
  choices->addWidget(length_text_);
  out_row_ = makeOut(proposal.out);
  choices->addWidget(out_row_);
  choices->addWidget(forecast_);
  auto* parts = new DividedParts;
  parts->setChildrenCollapsible(false);
  parts->addPart(left, tr("Checkpoints"));
  parts->addPart(makeSettings(), tr("Settings"));
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  go_ = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
  go_->setObjectName(QStringLiteral("go"));
  go_->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setIcon({});  // the other button has none
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(parts, 1);
  layout->addWidget(complaint_);
  layout->addWidget(buttons);
  giveFirstSize(*this, 150, 36);

  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(go_, &QPushButton::clicked, this, &GoOnDialog::finish);
  connect(checkpoints_, &QTableWidget::itemActivated, this, &GoOnDialog::finish);
  connect(checkpoints_, &CheckpointChoice::choiceChanged, this, [this] {
    plan_.setCheckpoint(checkpoints_->chosen());
    takeLength();
  });
  connect(&plan_.settings(), &SettingsModel::wished, this, &GoOnDialog::refresh);
  connect(form_, &SettingsForm::problemsChanged, this, &GoOnDialog::refresh);
  connect(&run_, &RunStore::checkpointsChanged, this, [this] {
    listed_ = true;
    refill();
  });
  connect(&run_, &RunStore::linkChanged, this, &GoOnDialog::refresh);
  forecast_->setPrice(proposal.device_price);
  connect(forecast_, &ForecastField::priceChosen, this, &GoOnDialog::devicePriceChosen);
  connect(forecast_, &ForecastField::asked, this, &GoOnDialog::refresh);
  connect(forecast_, &ForecastField::settingsWished, this, [this](const QStringList& settings) {
    for (const QString& one : settings) {
      plan_.settings().wish(one.section(QLatin1Char('='), 0, 0), one.section(QLatin1Char('='), 1));
    }
  });
  connect(this, &QDialog::finished, forecast_, &ForecastField::stop);

  const GoOn what = proposal.what.value_or(plan_.suggested());
  setWhat(plan_.refusal(what).isEmpty() ? what : plan_.suggested());
  checkpoints_->setFocus();
}

/// The form shows what the plan has, and the plan goes first.
GoOnDialog::~GoOnDialog() { delete form_; }

QWidget* GoOnDialog::makePurposes() {
  auto* row = new QWidget;
  row->setAccessibleName(tr("What to do"));
  auto* layout = rowWithoutMargins(row);
  const auto add = [&](GoOn what, const char* name, const QString& text) {
    auto* button = new QRadioButton(text);
    button->setObjectName(QLatin1String(name));
    layout->addWidget(button);
    purposes_.emplace_back(what, button);
    connect(button, &QRadioButton::clicked, this, [this, what] { setWhat(what); });
  };
  add(GoOn::kResume, "what_go_on", tr("Train &on"));
  add(GoOn::kRollBack, "what_roll_back", tr("Roll ba&ck"));
  add(GoOn::kBranch, "what_branch", tr("Bra&nch"));
  layout->addStretch(1);
  return row;
}

QWidget* GoOnDialog::makeSettings() {
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  auto* line = new QHBoxLayout;
  search_->setObjectName(QStringLiteral("go_on_search"));
  search_->setAccessibleName(tr("Search in all settings"));
  search_->setPlaceholderText(search_->accessibleName());
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  all_->setObjectName(QStringLiteral("go_on_all"));
  all_->setToolTip(tr("Also the settings that are seldom changed."));
  line->addWidget(search_, 1);
  line->addWidget(all_);
  changes_->setObjectName(QStringLiteral("go_on_changes"));
  column->addLayout(line);
  column->addWidget(form_, 1);
  column->addWidget(changes_);
  connect(search_, &QLineEdit::textChanged, form_, &SettingsForm::setSearch);
  connect(all_, &QCheckBox::toggled, form_,
          [this](bool all) { form_->setShow(all ? SettingsForm::Show::kAll : SettingsForm::Show::kCommon); });
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, search_, [this] {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
  });
  return part;
}

QWidget* GoOnDialog::makeLength() {
  auto* row = new QWidget;
  row->setAccessibleName(tr("Length"));
  auto* layout = rowWithoutMargins(row);
  auto* title = new QLabel(tr("&Length"));
  title->setBuddy(length_kind_);
  length_kind_->setObjectName(QStringLiteral("length_kind"));
  length_kind_->setAccessibleName(tr("Length"));
  length_kind_->addItem(tr("as the run says"), static_cast<int>(Length::kAsSet));
  length_kind_->addItem(tr("longer by steps"), static_cast<int>(Length::kMoreSteps));
  length_kind_->addItem(tr("longer by epochs"), static_cast<int>(Length::kMoreEpochs));
  length_kind_->addItem(tr("until step"), static_cast<int>(Length::kUntilStep));
  WheelGuard::protect(length_kind_);
  length_amount_->setObjectName(QStringLiteral("length_amount"));
  length_amount_->setAccessibleName(tr("How many"));
  length_amount_->setDecimals(0);
  length_amount_->setRange(1, kMostAmount);
  length_amount_->setGroupSeparatorShown(true);
  length_amount_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  WheelGuard::protect(length_amount_);
  length_text_->setObjectName(QStringLiteral("length_text"));
  layout->addWidget(title);
  layout->addWidget(length_kind_);
  layout->addWidget(length_amount_, 1);
  connect(length_kind_, &QComboBox::activated, this, [this] {
    const auto step = plan_.checkpoint() ? plan_.checkpoint()->entry.state.step : 0;
    const double steps = static_cast<double>(std::max<std::int64_t>(1, step));
    const Length kind = lengthOf(*length_kind_);
    length_amount_->setValue(kind == Length::kMoreEpochs ? 1 : kind == Length::kUntilStep ? 2 * steps : steps);
    takeLength();
  });
  connect(length_amount_, &QDoubleSpinBox::valueChanged, this, &GoOnDialog::takeLength);
  return row;
}

QWidget* GoOnDialog::makeOut(const QString& proposed) {
  auto* row = new QWidget;
  auto* layout = rowWithoutMargins(row);
  auto* title = new QLabel(host_.isEmpty() ? tr("New run &folder") : tr("New run &folder there"));
  title->setBuddy(out_);
  out_->setObjectName(QStringLiteral("branch_out"));
  out_->setAccessibleName(tr("New run folder"));
  layout->addWidget(title);
  layout->addWidget(out_, 1);
  connect(out_, &QLineEdit::textChanged, this, &GoOnDialog::look);
  if (!host_.isEmpty()) {
    free_ = true;
    return row;
  }
  task_.run([proposed] { return freeFolder(proposed); },
            [this, proposed](const QString& free) {
              if (out_->text() == proposed) out_->setText(free);
              look();
            });
  return row;
}

void GoOnDialog::choose(qint64 step) {
  if (!checkpoints_->choose(step)) wished_step_ = step;
}

void GoOnDialog::proposeMoreSteps(qint64 steps) {
  length_kind_->setCurrentIndex(length_kind_->findData(static_cast<int>(Length::kMoreSteps)));
  length_amount_->setValue(static_cast<double>(steps));
  takeLength();
}

void GoOnDialog::setWhat(GoOn what) {
  plan_.setWhat(what);
  for (const auto& [one, button] : purposes_) button->setChecked(one == what);
  checkpoints_->showLines(what == GoOn::kBranch);  // the others are all of one
  out_row_->setVisible(what == GoOn::kBranch);
  length_->setVisible(what != GoOn::kRollBack);
  switch (what) {
    case GoOn::kResume:
      explanation_->setText(tr(
          "An engine goes on with this run from the checkpoint. What came after it stays in the run, as superseded."));
      go_->setText(tr("&Go on"));
      break;
    case GoOn::kRollBack:
      explanation_->setText(
          tr("Training goes on from the checkpoint. What came after it stays in the run, as superseded."));
      go_->setText(tr("&Roll back"));
      break;
    case GoOn::kBranch:
      explanation_->setText(
          tr("A new run is made that goes on from the checkpoint; this one stays as it is. Resume trains it."));
      go_->setText(tr("&Branch"));
      break;
  }
  refill();
}

void GoOnDialog::refill() {
  if (listed_) checkpoints_->setCheckpoints(plan_.offered());
  if (listed_ && wished_step_ && !checkpoints_->choose(*std::exchange(wished_step_, std::nullopt))) {
    checkpoints_->clearSelection();  // it is not to be another one unseen
  }
  plan_.setCheckpoint(checkpoints_->chosen());
  takeLength();
}

void GoOnDialog::takeLength() {
  const Length kind = lengthOf(*length_kind_);
  length_amount_->setVisible(kind != Length::kAsSet);
  plan_.setLength(kind, static_cast<qint64>(length_amount_->value()));
  refresh();
}

/// Another computer is not asked what this one holds; its engine says what is taken there.
QString GoOnDialog::out() const { return host_.isEmpty() ? absolutePath(out_->text()) : out_->text().trimmed(); }

/// A slow disk keeps nobody from typing; until it has answered nothing can be made there.
void GoOnDialog::look() {
  if (!host_.isEmpty()) {
    free_ = true;
    return refresh();
  }
  free_.reset();
  task_.run([wanted = out()] { return wanted.isEmpty() || isFreeForRun(wanted); },
            [this](bool free) {
              free_ = free;
              refresh();
            });
  refresh();
}

QString GoOnDialog::complaint() const {
  if (const QString refused = plan_.refusal(plan_.what()); !refused.isEmpty()) return refused;
  if (!checkpoints_->chosen()) {
    if (checkpoints_->rowCount() > 0) {
      return tr("Choose a checkpoint: the one that was chosen is not kept any more.");
    }
    if (!listed_) return tr("Looking …");
    return run_.canSteer() ? tr("There is no checkpoint yet. Make one with Checkpoint.")
                           : tr("There is no checkpoint. Resume begins a run that has none from new weights.");
  }
  if (!form_->firstProblem().isEmpty()) return tr("A setting is marked: mend it first.");
  if (lengthOf(*length_kind_) == Length::kMoreEpochs && !plan_.knowsEpochs() && plan_.what() != GoOn::kRollBack) {
    return tr("This checkpoint does not say how long an epoch is: give the length in steps.");
  }
  if (const QString problem = plan_.problem(); !problem.isEmpty() || plan_.what() != GoOn::kBranch) return problem;
  if (out().isEmpty()) return tr("Name a folder for the new run.");
  if (!host_.isEmpty() && (!out().startsWith(QLatin1Char('/')) || out().startsWith(QLatin1String("/~")))) {
    return tr("Name the whole path on %1: it begins with /.").arg(host_);
  }
  return free_ == false ? tr("%1 exists already. Name a new folder.").arg(out_->text()) : QString();
}

void GoOnDialog::refresh() {
  for (const auto& [what, button] : purposes_) {
    const QString refused = plan_.refusal(what);
    button->setEnabled(refused.isEmpty() || what == plan_.what());
    button->setToolTip(refused);
    button->setAccessibleDescription(refused);
  }
  length_text_->setText(plan_.lengthText());
  const int count = static_cast<int>(plan_.changes().size());
  changes_->setText(count == 0   ? tr("Nothing changes.")
                    : count == 1 ? tr("One setting changes there.")
                                 : tr("%n settings change there.", nullptr, count));
  const QString complains = complaint();
  complaint_->setText(complains);
  forecast_->setVisible(plan_.canBeTried());
  forecast_->setOffersSettings(plan_.what() == GoOn::kBranch);  // elsewhere both stay as they are
  forecast_->setRun(complains.isEmpty() ? plan_.toTry() : std::nullopt);
  go_->setEnabled(complains.isEmpty() && (plan_.what() != GoOn::kBranch || free_ == true));
}

void GoOnDialog::finish() {
  QWidget* before = focusWidget();
  go_->setFocus();  // Enter and a mnemonic leave the focus in a line, with an edit that is not finished
  refresh();
  if (!go_->isEnabled()) {
    if (before != nullptr) before->setFocus();
    return;
  }
  forecast_->stop();  // what goes on has the machine to itself
  emit chosen(plan_.wish(out()));
  accept();
}

}  // namespace gan
