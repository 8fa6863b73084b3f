#include "loss_chart/chart_tool_bar.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "style/icons.h"
#include "style/scale.h"

namespace gan {
namespace {

constexpr double kButtonZoom = 1.5;
constexpr int kSliderSteps = 100;
constexpr double kSliderDecades = 2.7;  // from a thousandth of what is in view to half of it
constexpr double kPercent = 100;

double shareOf(int slider) {
  return slider == 0 ? 0 : kMostSmoothing * std::pow(10.0, kSliderDecades * (slider - kSliderSteps) / kSliderSteps);
}

int sliderOf(double share) {
  if (share <= 0) return 0;
  const double place = 1 + std::log10(share / kMostSmoothing) / kSliderDecades;
  return static_cast<int>(std::lround(std::clamp(place, 0.01, 1.0) * kSliderSteps));
}

/// An epoch, or all of them. Takes what people type, wherever the cursor stood in what was there: "3", "epoch 3",
/// "all".
class EpochBox : public QSpinBox {
 public:
  /// again: what is shown was asked for once more.
  EpochBox(std::function<void(int)> again, QWidget* parent) : QSpinBox(parent), again_(std::move(again)) {}

 protected:
  QValidator::State validate(QString& text, int& cursor) const override {
    const QString meant = meaning(text);
    if (meant != text) cursor = static_cast<int>(meant.size());
    text = meant;
    return meant == prefix() ? QValidator::Intermediate : QValidator::Acceptable;
  }
  int valueFromText(const QString& text) const override {
    const QString number = digits(meaning(text));
    bool fits = false;
    const int epoch = number.toInt(&fits);
    if (number.isEmpty()) return minimum();
    return fits ? std::min(epoch, maximum()) : maximum();
  }
  void fixup(QString& text) const override {
    text = value() == minimum() ? specialValueText() : prefix() + textFromValue(value());
  }
  void keyPressEvent(QKeyEvent* event) override {
    const int before = value();
    QSpinBox::keyPressEvent(event);
    const bool entered = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (entered && value() == before) again_(before);
  }

 private:
  static QString digits(QString text) {
    return text.removeIf([](QChar letter) { return !letter.isDigit(); });
  }
  QString letters(QString text) const {
    text.remove(prefix().trimmed());
    return text.removeIf([](QChar letter) { return letter.isDigit() || letter.isSpace(); });
  }
  /// Letters that begin "all epochs" were typed over a number; a number was typed into all of it.
  QString meaning(const QString& text) const {
    const QString all = letters(specialValueText());
    const QString word = letters(text);
    const QString number = digits(text);
    const bool begins_all = !word.isEmpty() && all.startsWith(word, Qt::CaseInsensitive);
    return begins_all && (number.isEmpty() || word.size() < all.size()) ? word : prefix() + number;
  }

  std::function<void(int)> again_;
};

}  // namespace

ChartToolBar::ChartToolBar(QWidget* parent) : QToolBar(parent) {
  setObjectName(QStringLiteral("chart_tool_bar"));
  setIconSize(QSize(fontMetrics().height(), fontMetrics().height()) * 1.1);
  // In the order of their use: where there is too little room, the last ones go first.
  fit_ = addTool("chart_fit", QStringLiteral("fit"), &ChartToolBar::fitAsked);
  addSmoothing();
  addSeparator();
  log_ = addSwitch("chart_log", &ChartOptions::logarithmic);
  outliers_ = addSwitch("chart_outliers", &ChartOptions::ignores_outliers);
  outliers_->setIcon(icon(QStringLiteral("outliers")));
  superseded_ = addSwitch("chart_superseded", &ChartOptions::superseded);
  superseded_->setIcon(icon(QStringLiteral("superseded")));
  addSeparator();
  addAxisChoice();
  addSeparator();
  table_ = addSwitch("chart_table", &ChartOptions::table);
  table_->setIcon(icon(QStringLiteral("table")));
  export_ = addTool("chart_export", QStringLiteral("export"), &ChartToolBar::exportAsked);
  addSeparator();
  zoom_in_ = addTool("chart_zoom_in", QStringLiteral("zoom-in"), [this] { emit zoomAsked(kButtonZoom); });
  zoom_out_ = addTool("chart_zoom_out", QStringLiteral("zoom-out"), [this] { emit zoomAsked(1 / kButtonZoom); });
  for (QAction* action : {fit_, zoom_in_, zoom_out_, log_, outliers_, superseded_, table_, export_}) {
    widgetForAction(action)->setFocusPolicy(Qt::TabFocus);  // tool bars leave them out
  }
  setTexts();
  setOptions(options_);
  setLastEpoch(-1);
}

template <typename Slot>
QAction* ChartToolBar::addTool(const char* name, const QString& picture, Slot slot) {
  QAction* action = addAction(icon(picture), QString(), this, slot);
  action->setObjectName(QLatin1String(name));
  return action;
}

void ChartToolBar::addAxisChoice() {
  axis_ = new QComboBox(this);
  axis_->setObjectName(QStringLiteral("chart_axis"));
  axis_->addItems({QString(), QString(), QString()});
  connect(axis_, &QComboBox::currentIndexChanged, this, [this](int index) {
    if (index >= 0) choose([&](ChartOptions& options) { options.axis = static_cast<ChartAxis>(index); });
  });
  const auto choose_epoch = [this](int value) {
    if (value >= 0) {
      emit epochChosen(value);
    } else {
      emit fitAsked();
    }
  };
  epoch_ = new EpochBox(choose_epoch, this);
  epoch_->setObjectName(QStringLiteral("chart_epoch"));
  epoch_->setMinimum(-1);
  epoch_->setKeyboardTracking(false);
  connect(epoch_, &QSpinBox::valueChanged, this, choose_epoch);
  addWidget(axis_);
  addWidget(epoch_);
}

void ChartToolBar::addSmoothing() {
  smoothing_label_ = new QLabel(this);
  smoothing_label_->setMargin(space(*this, Space::kTight));
  slider_ = new QSlider(Qt::Horizontal, this);
  slider_->setObjectName(QStringLiteral("chart_smoothing_slider"));
  slider_->setRange(0, kSliderSteps);
  slider_->setPageStep(10);
  slider_->setFixedWidth(fontMetrics().averageCharWidth() * 12);
  share_ = new QDoubleSpinBox(this);
  share_->setObjectName(QStringLiteral("chart_smoothing"));
  share_->setRange(0, kMostSmoothing * kPercent);
  share_->setDecimals(1);
  share_->setSingleStep(0.5);
  share_->setKeyboardTracking(false);
  smoothing_label_->setBuddy(share_);
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    choose([&](ChartOptions& options) { options.smoothing = std::round(shareOf(value) * 1000) / 1000; });
  });
  connect(share_, &QDoubleSpinBox::valueChanged, this,
          [this](double value) { choose([&](ChartOptions& options) { options.smoothing = value / kPercent; }); });
  addWidget(smoothing_label_);
  addWidget(slider_);
  addWidget(share_);
}

QAction* ChartToolBar::addSwitch(const char* name, bool ChartOptions::*option) {
  QAction* action = addAction(QString());
  action->setObjectName(QLatin1String(name));
  action->setCheckable(true);
  connect(action, &QAction::toggled, this,
          [this, option](bool on) { choose([&](ChartOptions& options) { options.*option = on; }); });
  return action;
}

void ChartToolBar::choose(const std::function<void(ChartOptions&)>& change) {
  ChartOptions wished = options_;
  change(wished);
  if (wished == options_) return;
  setOptions(wished);
  emit optionsChosen(wished);
}

void ChartToolBar::setOptions(const ChartOptions& options) {
  options_ = options;
  const QSignalBlocker blockers[] = {QSignalBlocker(axis_), QSignalBlocker(slider_), QSignalBlocker(share_)};
  axis_->setCurrentIndex(static_cast<int>(options.axis));
  if (std::abs(shareOf(slider_->value()) - options.smoothing) > 5e-4) slider_->setValue(sliderOf(options.smoothing));
  share_->setValue(options.smoothing * kPercent);
  // Their own signals must reach their buttons; choose() finds nothing new.
  log_->setChecked(options.logarithmic);
  superseded_->setChecked(options.superseded);
  outliers_->setChecked(options.ignores_outliers);
  table_->setChecked(options.table);
}

void ChartToolBar::setLastEpoch(qint64 epoch) {
  const QSignalBlocker blocker(epoch_);
  epoch_->setEnabled(epoch >= 0);
  epoch_->setMaximum(static_cast<int>(std::clamp<qint64>(epoch, -1, std::numeric_limits<int>::max())));
}

void ChartToolBar::setEpoch(qint64 epoch) {
  const QSignalBlocker blocker(epoch_);
  epoch_->setValue(static_cast<int>(std::clamp<qint64>(epoch, -1, epoch_->maximum())));
}

void ChartToolBar::setTexts() {
  const auto name = [](QAction* action, const QString& text, const QString& tip) {
    action->setText(text);
    action->setToolTip(tip);
  };
  setWindowTitle(tr("Chart"));
  setAccessibleName(tr("Tools of the chart"));
  name(fit_, tr("Fit"), tr("Show the whole run (0)"));
  name(zoom_in_, tr("Zoom in"), tr("Zoom in (+, or the wheel; Shift and drag for a rectangle)"));
  name(zoom_out_, tr("Zoom out"), tr("Zoom out (−, or the wheel)"));
  name(log_, tr("Log axis"), tr("Logarithmic values, where all that are shown are positive"));
  name(outliers_, tr("Ignore outliers"), tr("Ignore outliers: fit the values from the 1st to the 99th percentile"));
  name(superseded_, tr("Superseded"), tr("Superseded: also show, pale, what a roll back or a continuation cut off"));
  name(table_, tr("Table"), tr("Show the values as a table"));
  name(export_, tr("Export…"), tr("Save the chart as a picture (PNG, SVG), or the values of every step in view (CSV)"));
  axis_->setItemText(static_cast<int>(ChartAxis::kStep), tr("By step"));
  axis_->setItemText(static_cast<int>(ChartAxis::kEpoch), tr("By epoch"));
  axis_->setItemText(static_cast<int>(ChartAxis::kTime), tr("By time"));
  axis_->setAccessibleName(tr("Horizontal axis"));
  axis_->setToolTip(tr("What the horizontal axis counts"));
  epoch_->setSpecialValueText(tr("all epochs"));
  epoch_->setPrefix(tr("epoch "));
  epoch_->setAccessibleName(tr("Epoch"));
  epoch_->setToolTip(tr("Show one epoch's iterations; epochs count from 0"));
  smoothing_label_->setText(tr("Smoothing"));
  slider_->setAccessibleName(tr("Smoothing"));
  slider_->setToolTip(tr("Over how much of what is in view each value is averaged; 0 shows what was recorded"));
  share_->setSuffix(tr(" %", "of what is in view"));
  share_->setAccessibleName(tr("Smoothing, in percent of what is in view"));
  share_->setToolTip(slider_->toolTip());
}

}  // namespace gan
