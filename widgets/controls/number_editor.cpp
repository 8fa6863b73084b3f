#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSlider>
#include <algorithm>
#include <optional>
#include <utility>

#include "controls/line_editor.h"
#include "controls/numbers.h"
#include "controls/quiet_widgets.h"

namespace gan {
namespace {

constexpr int kRestMs = 150;
constexpr int kPageSteps = 10;
constexpr int kFieldCharacters = 8;
constexpr int kSliderCharacters = 5;
constexpr int kWidestCharacters = 38;

bool isEnter(int key) { return key == Qt::Key_Return || key == Qt::Key_Enter; }

class NumberEditor : public LineEditor {
 public:
  NumberEditor(const Setting& setting, QWidget* parent) : LineEditor(setting, parent), setting_(setting) {
    const int width = fontMetrics().horizontalAdvance(QLatin1Char('0')) * (kFieldCharacters + 2);
    line().setFixedWidth(width);
    rest_.setSingleShot(true);
    rest_.setInterval(kRestMs);
    connect(&rest_, &QTimer::timeout, this, [this] { settle(); });
    connect(&line(), &QLineEdit::editingFinished, this, [this] { settle(); });
    const bool bounded = setting.lowest && setting.highest && *setting.lowest < *setting.highest;
    if (bounded) scale_.emplace(setting);
    if (bounded && setting.live && setting.type == Setting::Type::kReal) {
      addSlider(*static_cast<QHBoxLayout*>(layout()));
    }
  }

  bool isElastic() const override { return slider_ != nullptr; }

  void display(const QVariant& value) override {
    const bool moving = rest_.isActive() || (slider_ != nullptr && slider_->isSliderDown());
    if (moving) {
      later_ = value;
      return;
    }
    LineEditor::display(value);
    if (!line().isModified()) moveSlider(value.toDouble());
  }

  /// Enter on the slider may be what starts a run: what it stands at counts.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched != slider_) return LineEditor::eventFilter(watched, event);
    const bool enter = event->type() == QEvent::KeyPress && isEnter(static_cast<QKeyEvent*>(event)->key());
    if (enter || event->type() == QEvent::FocusOut) settle();
    return false;
  }

  void discard() override {
    rest_.stop();
    sought_ = QVariant();
    later_ = QVariant();
    LineEditor::discard();
    moveSlider(displayed().toDouble());
  }

 protected:
  Reading read(const QString& text) const override {
    const NumberText::Reading reading = NumberText::read(setting_, text);
    return {reading.value, reading.problem};
  }
  QString write(const QVariant& value) const override { return NumberText::write(setting_, value); }

  bool keyPressed(int key) override {
    const int steps = key == Qt::Key_Up         ? 1
                      : key == Qt::Key_Down     ? -1
                      : key == Qt::Key_PageUp   ? kPageSteps
                      : key == Qt::Key_PageDown ? -kPageSteps
                                                : 0;
    const Reading now = steps == 0 ? Reading{} : read(line().text());
    if (!now.value.isValid()) return steps != 0;
    put(stepped(now.value, steps));
    moveSlider(now.value.toDouble());
    return true;
  }

  void textTyped() override {
    rest_.stop();
    sought_ = QVariant();  // what is typed comes after it
    const Reading now = read(line().text());
    if (now.problem.isEmpty()) moveSlider(now.value.toDouble());
  }

 private:
  void addSlider(QHBoxLayout& row) {
    slider_ = new QSlider(Qt::Horizontal);
    slider_->setObjectName(nameOf(setting_.path) + QStringLiteral("_slider"));
    slider_->setAccessibleName(setting_.title);
    slider_->setRange(0, SliderScale::kPositions);
    slider_->setSingleStep(SliderScale::kPositions / 100);
    slider_->setPageStep(SliderScale::kPositions / 10);
    const int character = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    slider_->setMinimumWidth(character * kSliderCharacters);
    setMaximumWidth(character * kWidestCharacters);
    WheelGuard::protect(slider_);
    slider_->installEventFilter(this);
    row.insertWidget(0, slider_, 1);
    connect(slider_, &QSlider::valueChanged, this, [this](int position) { put(scale_->value(position)); });
    connect(slider_, &QSlider::sliderReleased, this, [this] { settle(); });
  }

  QVariant stepped(const QVariant& value, int steps) const {
    if (setting_.type == Setting::Type::kReal && scale_) return scale_->stepped(value.toDouble(), steps);
    if (setting_.type == Setting::Type::kReal) return value.toDouble() + steps;
    qlonglong number = value.toLongLong() + steps;
    if (setting_.lowest) number = std::max(number, static_cast<qlonglong>(*setting_.lowest));
    if (setting_.highest) number = std::min(number, static_cast<qlonglong>(*setting_.highest));
    return number;
  }

  /// A value that is being sought: it is wished for when it rests.
  void put(const QVariant& value) {
    sought_ = value;
    line().setText(write(value));
    line().setModified(false);
    setProblem({});
    if (slider_ != nullptr) slider_->setAccessibleDescription(line().text());
    rest_.start();
  }

  void settle() {
    rest_.stop();
    if (sought_.isValid()) {
      const QVariant wish = std::exchange(sought_, QVariant());
      later_ = QVariant();
      emit wished(wish);
    }
    const bool down = slider_ != nullptr && slider_->isSliderDown();
    if (later_.isValid() && !down) display(std::exchange(later_, QVariant()));
  }

  void moveSlider(double value) {
    if (slider_ == nullptr) return;
    const QSignalBlocker silence(slider_);
    slider_->setValue(scale_->position(value));
    slider_->setAccessibleDescription(line().text());
  }

  Setting setting_;
  std::optional<SliderScale> scale_;
  QSlider* slider_ = nullptr;
  QTimer rest_;
  QVariant sought_;  ///< Not wished for yet.
  QVariant later_;   ///< To be displayed when the slider rests.
};

}  // namespace

SettingEditor* createNumberEditor(const Setting& setting, QWidget* parent) { return new NumberEditor(setting, parent); }

}  // namespace gan
