#include "latent_explorer/directions_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "latent_explorer/explorer_model.h"
#include "style/named.h"
#include "style/scale.h"

namespace gan {
namespace {

constexpr int kSteps = 10;  // of a slider, to 1
constexpr int kSliderColumns = 2;

}  // namespace

DirectionsView::DirectionsView(ExplorerModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      sentence_(new QLabel),
      kind_(reachable(new QComboBox, "direction_kind", tr("Kind of directions"))),
      first_(reachable(new QSpinBox, "direction_first", tr("Number of the first direction"))),
      reset_(reachable(new QToolButton, "direction_reset", tr("Reset"))),
      mix_row_(new QWidget),
      mixes_(reachable(new QCheckBox(tr("Mi&x in parts")), "style_mix", tr("Mix in parts of another latent"))),
      from_(reachable(new QSpinBox, "style_first", tr("First part"))),
      to_(reachable(new QSpinBox, "style_last", tr("Last part"))),
      seed_(reachable(new QLineEdit, "style_seed", tr("Seed of the other latent"))) {
  setObjectName(QStringLiteral("directions_page"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(makeHead());
  layout->addLayout(makeSliders());
  makeMixRow();
  layout->addWidget(mix_row_);
  layout->addStretch(1);
  connectParts();
  onLatents();
}

DirectionsView::~DirectionsView() { model_.setLatentsWatched(false); }

QLayout* DirectionsView::makeHead() {
  sentence_->setObjectName(QStringLiteral("directions_sentence"));
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  kind_->setToolTip(tr(
      "SeFa: along which the generator's first layer is the most sensitive; PCA: along which what that layer makes of "
      "10,000 latents differs the most"));
  first_->setPrefix(tr("from ", "a number follows"));
  first_->setMinimum(1);
  first_->setToolTip(tr("The sliders are for this direction and those behind it"));
  reset_->setText(tr("Reset"));
  reset_->setToolTip(tr("Take the point back along all directions"));
  auto* row = new QHBoxLayout;
  row->addWidget(kind_);
  row->addWidget(first_);
  row->addWidget(reset_);
  row->addWidget(sentence_, 1);
  return row;
}

QGridLayout* DirectionsView::makeSliders() {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(space(*this, Space::kSmall));
  const int share_width = fontMetrics().horizontalAdvance(QStringLiteral("00 · 00.0 %"));
  const int distance_width = fontMetrics().horizontalAdvance(QStringLiteral("−00.0"));
  constexpr int kRows = kSliders / kSliderColumns;
  constexpr int kCellsAndGap = 4;
  grid->setColumnMinimumWidth(kCellsAndGap - 1, fontMetrics().height());
  for (int i = 0; i < kSliders; ++i) {
    Direction direction{
        new QLabel,
        reachable(new QSlider(Qt::Horizontal), QStringLiteral("direction_%1").arg(i), tr("Direction %1").arg(i + 1)),
        new QLabel};
    direction.title->setMinimumWidth(share_width);
    direction.distance->setMinimumWidth(distance_width);
    direction.distance->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const auto farthest = static_cast<int>(kFarthest * kSteps);
    direction.slider->setRange(-farthest, farthest);
    direction.slider->setPageStep(kSteps);
    direction.slider->setMinimumWidth(fontMetrics().averageCharWidth() * 12);
    direction.slider->setToolTip(tr("How far the point is moved; Page Up and Page Down take large steps"));
    int column = kCellsAndGap * (i / kRows);
    for (QWidget* part : std::initializer_list<QWidget*>{direction.title, direction.slider, direction.distance}) {
      grid->addWidget(part, i % kRows, column++);
    }
    grid->setColumnStretch(kCellsAndGap * (i / kRows) + 1, 1);
    directions_ << direction;
    connect(direction.slider, &QSlider::valueChanged, this, [this, i](int value) {
      model_.setMoved(kind(), first_->value() - 1 + i, static_cast<double>(value) / kSteps);
    });
  }
  return grid;
}

void DirectionsView::makeMixRow() {
  auto* row = new QHBoxLayout(mix_row_);
  row->setContentsMargins(0, 0, 0, 0);
  mixes_->setToolTip(tr("The generator takes its latent in parts; some of them come from another latent"));
  seed_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,15}")), seed_));
  seed_->setMaximumWidth(fontMetrics().averageCharWidth() * 18);
  from_->setPrefix(tr("from ", "a number follows"));
  to_->setPrefix(tr("to ", "a number follows"));
  row->addWidget(mixes_);
  row->addWidget(from_);
  row->addWidget(to_);
  auto* label = new QLabel(tr("of seed"));
  label->setBuddy(seed_);
  row->addWidget(label);
  row->addWidget(seed_);
  row->addStretch(1);
}

void DirectionsView::connectParts() {
  connect(&model_, &ExplorerModel::latentsChanged, this, &DirectionsView::onLatents);
  connect(&model_, &ExplorerModel::wishChanged, this, &DirectionsView::refresh);
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    first_->setValue(1);
    refresh();
  });
  connect(first_, &QSpinBox::valueChanged, this, &DirectionsView::refresh);
  connect(reset_, &QToolButton::clicked, &model_, &ExplorerModel::resetMoves);
  connect(mixes_, &QCheckBox::toggled, this, &DirectionsView::takeUpMix);
  for (QSpinBox* box : {from_, to_}) connect(box, &QSpinBox::valueChanged, this, &DirectionsView::takeUpMix);
  connect(seed_, &QLineEdit::textEdited, this, &DirectionsView::takeUpMix);
}

DirectionKind DirectionsView::kind() const { return static_cast<DirectionKind>(kind_->currentData().toInt()); }

void DirectionsView::onLatents() {
  const ExplorerLatents& latents = model_.latents();
  {
    const QSignalBlocker quiet(kind_);
    const QVariant chosen = kind_->currentData();
    kind_->clear();
    const auto offer = [&](DirectionKind kind, const QString& title) {
      if (!latents.directions.value(kind).isEmpty()) kind_->addItem(title, static_cast<int>(kind));
    };
    offer(DirectionKind::kSefa, tr("SeFa"));
    offer(DirectionKind::kPca, tr("PCA"));
    kind_->setCurrentIndex(std::max(0, kind_->findData(chosen)));
  }
  for (QSpinBox* box : {from_, to_}) {
    const QSignalBlocker quiet(box);
    box->setRange(1, static_cast<int>(std::max<qint64>(1, latents.chunks)));
  }
  refresh();
}

void DirectionsView::takeUpMix() {
  if (!mixes_->isChecked()) return model_.setStyleMix(std::nullopt);
  StyleMix mix = model_.styleMix().value_or(StyleMix{.first = model_.latents().chunks / 2});
  if (model_.styleMix()) {
    mix.first = from_->value() - 1;
    mix.last = to_->value() - 1;
    if (sender() == from_) mix.last = std::max(mix.first, mix.last);
    mix.first = std::min(mix.first, mix.last);
  } else {
    mix.last = std::max<qint64>(mix.first, model_.latents().chunks - 1);
    mix.latent.front().seed = model_.seed() + 1;
  }
  if (sender() == seed_) mix.latent = {LatentTerm{.seed = seed_->text().toULongLong()}};
  if (sender() == seed_) mix.z.clear();
  model_.setStyleMix(mix);
}

QString DirectionsView::sentence() const {
  const ExplorerLatents& latents = model_.latents();
  if (!latents.problem.isEmpty()) return latents.problem;
  if (!latents.are_known) return tr("The directions are being found out …");
  return kind_->count() > 0 ? QString() : tr("The first layer of this generator has no directions.");
}

void DirectionsView::refresh() {
  const QLocale locale;
  const bool any = kind_->count() > 0;
  const bool is_moved = model_.isMoved();
  for (QWidget* part : std::initializer_list<QWidget*>{kind_, first_}) part->setVisible(any);
  reset_->setVisible(any || is_moved);
  sentence_->setText(sentence());
  const QVector<double> shares = any ? model_.latents().directions.value(kind()) : QVector<double>();
  const QSignalBlocker quiet_first(first_);
  first_->setMaximum(static_cast<int>(std::max<qsizetype>(1, shares.size() - kSliders + 1)));
  reset_->setEnabled(is_moved);
  for (int i = 0; i < kSliders; ++i) {
    const qint64 number = first_->value() - 1 + i;
    const bool there = number < shares.size();
    const Direction& direction = directions_[i];
    for (QWidget* part : std::initializer_list<QWidget*>{direction.title, direction.slider, direction.distance}) {
      part->setVisible(there);
    }
    if (!there) continue;
    const QString name = locale.toString(number + 1);
    direction.title->setText(
        tr("%1 · %2 %", "number of a direction, its share").arg(name, locale.toString(100 * shares[number], 'f', 1)));
    direction.slider->setAccessibleName(tr("Direction %1").arg(name));
    const double distance = model_.moved(kind(), number);
    const QSignalBlocker quiet(direction.slider);
    direction.slider->setValue(qRound(distance * kSteps));
    direction.distance->setText(locale.toString(distance, 'f', 1));
  }
  refreshMix();
}

void DirectionsView::refreshMix() {
  const std::optional<StyleMix>& mix = model_.styleMix();
  mix_row_->setVisible(model_.latents().chunks > 1 || mix.has_value());
  const QSignalBlocker quiet_mixes(mixes_);
  mixes_->setChecked(mix.has_value());
  for (QWidget* part : std::initializer_list<QWidget*>{from_, to_, seed_}) part->setEnabled(mix.has_value());
  if (!mix) return;
  const QSignalBlocker quiet_from(from_);
  const QSignalBlocker quiet_to(to_);
  from_->setValue(static_cast<int>(mix->first) + 1);
  to_->setValue(static_cast<int>(mix->last) + 1);
  if (mix->latent.empty()) return seed_->clear();
  if (seed_->text().isEmpty() ? !seed_->hasFocus() : seed_->text().toULongLong() != mix->latent.front().seed) {
    seed_->setText(QString::number(mix->latent.front().seed));
  }
}

void DirectionsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  model_.setLatentsWatched(true);
}

void DirectionsView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  model_.setLatentsWatched(false);
}

}  // namespace gan
