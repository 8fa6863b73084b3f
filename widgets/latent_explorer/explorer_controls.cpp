#include "latent_explorer/explorer_controls.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/latent_plane.h"
#include "latent_explorer/snapshot_box.h"
#include "style/icons.h"
#include "style/named.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr int kMixSteps = 100;
constexpr double kMostTruncation = 10;
constexpr quint64 kMostSeed = quint64{1} << 53U;  // as a point's text takes it
/// Of those that are drawn: short enough to be read out.
constexpr int kNewSeeds = 1'000'000;

QString classText(const ExplorerFacts& facts, qint64 label) {
  const QString number = QString::number(label);
  const QString name = printable(facts.class_names.value(label));
  return name.isEmpty() ? number : ExplorerControls::tr("%1, %2", "class number, its name").arg(number, name);
}

/// The row of the value, made where nobody listed it.
void choose(QComboBox& box, const QVariant& value, const QString& text) {
  int row = box.findData(value);
  if (row < 0) {
    row = box.count();
    box.addItem(text, value);
  }
  box.setCurrentIndex(row);
}

}  // namespace

ExplorerControls::ExplorerControls(ExplorerModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      form_(new QFormLayout(this)),
      seed_(named(new QLineEdit, "explorer_seed", tr("Seed"))),
      new_seed_(named(new QToolButton, "explorer_new_seed", tr("New seed"))),
      plane_(new LatentPlane),
      first_class_(named(new QComboBox, "explorer_class", tr("Class"))),
      second_class_(named(new QComboBox, "explorer_second_class", tr("Class to mix in"))),
      mix_(named(new QSlider(Qt::Horizontal), "explorer_mix", tr("How much of the second class"))),
      mix_label_(new QLabel),
      mix_row_(new QWidget),
      truncation_(named(new QDoubleSpinBox, "explorer_truncation", tr("Truncation"))),
      statistics_(named(new QComboBox, "explorer_statistics", tr("Statistics"))),
      step_(named(new SnapshotBox, "explorer_step", tr("Snapshot"))),
      compared_(named(new SnapshotBox(tr("Nothing")), "explorer_compared", tr("Snapshot to compare with"))) {
  makeRows();
  connectParts();
  fillChoices();
  refresh();
}

void ExplorerControls::makeRows() {
  form_->setContentsMargins(0, 0, 0, 0);
  seed_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,16}")), seed_));
  new_seed_->setIcon(icon(QStringLiteral("sample")));
  new_seed_->setFocusPolicy(Qt::StrongFocus);
  new_seed_->setToolTip(tr("Another seed, drawn at random"));
  auto* seed_row = new QHBoxLayout;
  seed_row->addWidget(seed_, 1);
  seed_row->addWidget(new_seed_);
  form_->addRow(tr("S&eed"), seed_row);
  qobject_cast<QLabel*>(form_->labelForField(seed_row))->setBuddy(seed_);
  form_->addRow(plane_);
  for (QComboBox* box : {first_class_, second_class_, statistics_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
  }
  form_->addRow(tr("&Class"), first_class_);
  form_->addRow(tr("&Mixed with"), second_class_);
  mix_->setRange(0, kMixSteps);
  mix_->setPageStep(kMixSteps / 10);
  mix_label_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("100 %")));
  auto* mix_row = new QHBoxLayout(mix_row_);
  mix_row->setContentsMargins(0, 0, 0, 0);
  mix_row->addWidget(mix_, 1);
  mix_row->addWidget(mix_label_);
  form_->addRow(QString(), mix_row_);
  truncation_->setRange(0, kMostTruncation);
  truncation_->setSingleStep(0.1);
  truncation_->setSpecialValueText(tr("none"));
  truncation_->setKeyboardTracking(false);
  truncation_->setToolTip(tr("Smaller values give more typical and less varied pictures"));
  form_->addRow(tr("&Truncation"), truncation_);
  form_->addRow(tr("Stat&istics"), statistics_);
  statistics_->setToolTip(tr("With which statistics batch normalisations make the picture"));
  form_->addRow(tr("S&napshot"), step_);
  step_->setToolTip(tr("Whose weights make the picture"));
  form_->addRow(tr("C&ompared with"), compared_);
  compared_->setToolTip(tr("Whose weights make the picture on the right of a divider"));
}

void ExplorerControls::connectParts() {
  connect(&model_, &ExplorerModel::wishChanged, this, &ExplorerControls::refresh);
  connect(&model_, &ExplorerModel::factsChanged, this, [this] {
    fillChoices();
    refresh();
  });
  connect(seed_, &QLineEdit::textEdited, this, [this](const QString& text) {
    bool is_number = false;
    const quint64 seed = text.toULongLong(&is_number);
    if (is_number && seed <= kMostSeed) model_.setSeed(seed);
  });
  connect(new_seed_, &QToolButton::clicked, this, &ExplorerControls::newSeed);
  connect(plane_, &LatentPlane::moved, &model_, &ExplorerModel::moveTo);
  connect(first_class_, &QComboBox::activated, this, &ExplorerControls::chooseClasses);
  connect(second_class_, &QComboBox::activated, this, [this] {
    const bool was_alone = mix_->value() == 0;
    if (was_alone && first_class_->currentData() != second_class_->currentData()) {
      const QSignalBlocker quiet(mix_);
      mix_->setValue(kMixSteps / 2);  // else the choice would show nothing
    }
    chooseClasses();
  });
  connect(mix_, &QSlider::valueChanged, this, &ExplorerControls::chooseClasses);
  connect(truncation_, &QDoubleSpinBox::valueChanged, &model_, &ExplorerModel::setTruncation);
  connect(statistics_, &QComboBox::activated, this,
          [this] { model_.setStatistics(static_cast<StatisticsMode>(statistics_->currentData().toInt())); });
  connect(step_, &SnapshotBox::stepChosen, &model_, &ExplorerModel::setStep);
  connect(compared_, &SnapshotBox::stepChosen, &model_, &ExplorerModel::compareWith);
  connect(compared_, &SnapshotBox::nothingChosen, &model_, &ExplorerModel::stopComparing);
}

void ExplorerControls::newSeed() {
  model_.setSeed(static_cast<quint64>(QRandomGenerator::global()->bounded(kNewSeeds)));
}

void ExplorerControls::chooseClasses() {
  model_.setClassMix({first_class_->currentData().toLongLong(), second_class_->currentData().toLongLong(),
                      static_cast<double>(mix_->value()) / kMixSteps});
}

void ExplorerControls::fillChoices() {
  const ExplorerFacts& facts = model_.facts();
  for (QComboBox* box : {first_class_, second_class_}) {
    box->clear();
    for (qint64 label = 0; label < facts.classes; ++label) box->addItem(classText(facts, label), label);
  }
  for (SnapshotBox* box : {step_, compared_}) box->setSteps(facts.steps);
  statistics_->clear();
  statistics_->addItem(tr("Running"), static_cast<int>(StatisticsMode::kRunning));
  statistics_->addItem(tr("Of one batch"), static_cast<int>(StatisticsMode::kBatch));
  statistics_->addItem(tr("Standing"), static_cast<int>(StatisticsMode::kStanding));
  for (QWidget* row : {static_cast<QWidget*>(first_class_), static_cast<QWidget*>(second_class_), mix_row_}) {
    form_->setRowVisible(row, facts.classes > 0);
  }
  form_->setRowVisible(statistics_, facts.has_statistics);
}

void ExplorerControls::refresh() {
  const SamplePoint& point = model_.point();
  if (seed_->text().toULongLong() != model_.seed() || seed_->text().isEmpty()) {
    if (!seed_->hasFocus() || !seed_->text().isEmpty()) seed_->setText(QString::number(model_.seed()));
  }
  plane_->setPlace(model_.place());
  const ClassMix mix = model_.classMix();
  if (model_.facts().classes > 0) {
    choose(*first_class_, mix.first, QString::number(mix.first));
    choose(*second_class_, mix.second, QString::number(mix.second));
  }
  const QSignalBlocker quiet_mix(mix_);
  mix_->setValue(qRound(mix.part * kMixSteps));
  mix_row_->setEnabled(mix.first != mix.second);
  mix_label_->setText(tr("%1 %").arg(QLocale().toString(mix_->value())));
  const QSignalBlocker quiet_truncation(truncation_);
  truncation_->setValue(std::max(0.0, point.truncation.threshold));
  choose(*statistics_, static_cast<int>(point.statistics), {});
  step_->choose(point.step);
  model_.compares() ? compared_->choose(model_.comparedStep()) : compared_->chooseNothing();
}

}  // namespace gan
