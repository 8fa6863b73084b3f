#include "window/run_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <array>
#include <utility>

#include "state/run_store.h"
#include "style/scale.h"
#include "window/actions.h"

namespace gan {
namespace {

constexpr const char* kStop = "stop";
/// Whose words are shown first.
constexpr std::array kByImportance = {"pause",      "resume",      kStop,       "sample",
                                      "checkpoint", "single_step", "roll_back", "branch"};

class SteerButton : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  bool focusNextPrevChild(bool next) override {
    if (isEnabled()) return QToolButton::focusNextPrevChild(next);
    parentWidget()->setFocus();
    was_focused_ = true;
    return true;
  }
  void changeEvent(QEvent* event) override {
    QToolButton::changeEvent(event);
    if (event->type() != QEvent::EnabledChange || !isEnabled() || !std::exchange(was_focused_, false)) return;
    if (parentWidget()->hasFocus()) setFocus();
  }

 private:
  bool was_focused_ = false;  ///< When it was greyed.
};

}  // namespace

QToolButton* makeSteerButton(QAction* action, Qt::ToolButtonStyle style) {
  auto* button = new SteerButton;
  button->setDefaultAction(action);
  button->setToolButtonStyle(style);
  button->setObjectName(QStringLiteral("button_") + action->objectName());
  button->setAccessibleDescription(action->statusTip());
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

RunBar::RunBar(RunStore& run, const Actions& actions, QWidget* parent) : QWidget(parent), run_(run) {
  setObjectName(QStringLiteral("run_bar"));
  setAccessibleName(tr("Commands"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(space(*this, Space::kSmall), 0, 0, 0);
  row->setSpacing(space(*this, Space::kHair));
  for (const char* id : {"pause", "single_step", "sample", "checkpoint", "roll_back", "branch", "resume", kStop}) {
    if (id == kStop) row->addSpacing(space(*this, Space::kLarge));
    QAction* action = actions[QLatin1String(id)];
    buttons_ << makeSteerButton(action, Qt::ToolButtonIconOnly);
    buttons_.last()->setAutoRaise(true);
    row->addWidget(buttons_.last());
    connect(action, &QAction::changed, this, [this] { fitInto(room_); });
  }
  connect(&run_, &RunStore::opened, this, &RunBar::arrange);
  arrange();
}

void RunBar::arrange() {
  for (QToolButton* button : buttons_) {
    button->setVisible(!run_.isClassifier() || button->objectName() != QLatin1String("button_sample"));
  }
  fitInto(room_);
}

void RunBar::fitInto(int width) {
  room_ = width;
  const auto words = [this](const QToolButton* button) {
    return fontMetrics().horizontalAdvance(button->defaultAction()->iconText()) + fontMetrics().height();
  };
  int left = width - sizeHint().width();
  for (const QToolButton* button : buttons_) {
    if (!button->isHidden() && button->toolButtonStyle() != Qt::ToolButtonIconOnly) left += words(button);
  }
  for (const char* id : kByImportance) {
    auto* button = findChild<QToolButton*>(QStringLiteral("button_") + QLatin1String(id));
    if (button->isHidden()) continue;
    left -= words(button);  // no gaps in the order of importance
    const auto style = left >= 0 ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
    if (button->toolButtonStyle() != style) button->setToolButtonStyle(style);
  }
}

}  // namespace gan
