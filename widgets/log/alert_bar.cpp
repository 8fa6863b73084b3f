#include "log/alert_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "style/icons.h"
#include "style/scale.h"
#include "style/tab_order.h"

namespace gan {
namespace {

constexpr int kTextLetters = 60;

}  // namespace

AlertBar::AlertBar(QWidget* parent)
    : QWidget(parent),
      layout_(new QVBoxLayout(this)),
      rest_(new QWidget(this)),
      rest_label_(new QLabel(rest_)),
      clear_button_(new QToolButton(rest_)) {
  setObjectName(QStringLiteral("alert_bar"));
  rest_label_->setObjectName(QStringLiteral("more_alerts"));
  rest_label_->setTextFormat(Qt::PlainText);
  clear_button_->setObjectName(QStringLiteral("dismiss_all_button"));
  clear_button_->setFocusPolicy(Qt::StrongFocus);
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(0);
  auto* line = new QHBoxLayout(rest_);
  const int gap = space(*this, Space::kTight);
  line->setContentsMargins(space(*this, Space::kSmall), gap, gap, gap);
  line->addWidget(rest_label_, 1);
  line->addWidget(clear_button_);
  layout_->addWidget(rest_);
  connect(clear_button_, &QToolButton::clicked, this, &AlertBar::clear);
  rebuild();
}

void AlertBar::show(const AlertNotice& notice) {
  const auto same = std::ranges::find(notices_, notice.id, &AlertNotice::id);
  const auto place = same - notices_.begin();
  if (same != notices_.end() && *same == notice && place < kShown) return;
  if (same != notices_.end() && place < kShown) {
    *same = notice;  // where it is: a button must not move away under the mouse
  } else {
    if (same != notices_.end()) notices_.erase(same);
    notices_.prepend(notice);
  }
  rebuild();
  if (AlertStrip* strip = stripOf(notice.id)) strip->announce();
}

void AlertBar::dismiss(const QString& id) {
  if (notices_.removeIf([&id](const AlertNotice& notice) { return notice.id == id; }) > 0) rebuild();
}

void AlertBar::clear() {
  notices_.clear();
  rebuild();
}

AlertStrip* AlertBar::stripOf(const QString& id) const {
  const auto found = std::ranges::find_if(strips_, [&id](AlertStrip* strip) { return strip->notice().id == id; });
  return found == strips_.end() ? nullptr : *found;
}

/// Strips of notices that stay are kept, and with them the focus on their buttons.
void AlertBar::rebuild() {
  const bool had_focus = isAncestorOf(QApplication::focusWidget());
  QVector<AlertStrip*> old = std::exchange(strips_, {});
  for (const AlertNotice& notice : notices_.first(std::min<qsizetype>(kShown, notices_.size()))) {
    const auto kept = std::ranges::find_if(old, [&notice](AlertStrip* strip) { return strip->notice() == notice; });
    AlertStrip* strip = kept == old.end() ? new AlertStrip(notice, this) : *kept;
    if (kept != old.end()) {
      old.erase(kept);
    } else {
      connect(strip, &AlertStrip::actionChosen, this, &AlertBar::actionChosen);
      connect(strip, &AlertStrip::dismissed, this, &AlertBar::dismiss);
    }
    layout_->insertWidget(static_cast<int>(strips_.size()), strip);
    strip->setVisible(true);
    strips_.append(strip);
  }
  takeTabPlace(*this);
  const bool has_lost_focus =
      had_focus && std::ranges::any_of(old, [](AlertStrip* s) { return s->isAncestorOf(QApplication::focusWidget()); });
  const int more = static_cast<int>(notices_.size() - strips_.size());
  rest_label_->setText(tr("and %n more notice(s)", nullptr, more));
  clear_button_->setText(tr("Dismiss all"));
  clear_button_->setToolTip(tr("Dismiss all notices, also those that are not shown"));
  clear_button_->setAccessibleName(tr("Dismiss all notices"));
  rest_->setVisible(more > 0);
  if (has_lost_focus && !strips_.isEmpty()) {
    strips_.constFirst()->findChild<QWidget*>(QStringLiteral("close_button"))->setFocus();
  }
  for (AlertStrip* strip : old) {
    strip->hide();
    strip->deleteLater();  // its own button may be what was pressed
  }
  setVisible(!notices_.isEmpty());
}

AlertStrip::AlertStrip(const AlertNotice& notice, QWidget* parent) : QFrame(parent), notice_(notice) {
  setObjectName(QStringLiteral("alert_") + notice.id);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::ToolTipBase);
  setForegroundRole(QPalette::ToolTipText);
  setAccessibleName(tr("%1: %2", "severity: text").arg(severityText(notice.severity), notice.text));

  auto* word = new QLabel(severityText(notice.severity), this);
  word->setTextFormat(Qt::PlainText);
  QFont bold = font();
  bold.setBold(true);
  word->setFont(bold);
  word->setForegroundRole(QPalette::ToolTipText);
  auto* text = new QLabel(this);
  text->setObjectName(QStringLiteral("alert_text"));
  text->setTextFormat(Qt::PlainText);  // it may name what others named
  text->setText(notice.text);
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setForegroundRole(QPalette::ToolTipText);

  auto* layout = new QHBoxLayout(this);
  const int gap = space(*this, Space::kTight);
  layout->setContentsMargins(space(*this, Space::kSmall), gap, gap, gap);
  layout->addWidget(new IconSign(severityIcon(notice.severity), this));
  layout->addWidget(word);
  auto* actions = new QHBoxLayout;
  body_ = new QBoxLayout(QBoxLayout::LeftToRight);
  body_->addWidget(text, 1);
  body_->addLayout(actions);
  layout->addLayout(body_, 1);
  for (const AlertNotice::Action& action : notice.actions) {
    auto* button = new QPushButton(action.title, this);
    button->setObjectName(QStringLiteral("action_") + action.name);
    button->setAutoDefault(false);
    button->setAccessibleDescription(notice.text);
    connect(button, &QPushButton::clicked, this, [this, name = action.name] { emit actionChosen(notice_.id, name); });
    actions->addWidget(button);
    actions_width_ += button->sizeHint().width() + actions->spacing();
  }
  actions->addStretch(1);
  auto* close = new QToolButton(this);
  close->setObjectName(QStringLiteral("close_button"));
  close->setIcon(icon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setFocusPolicy(Qt::StrongFocus);
  close->setToolTip(tr("Dismiss this notice (Esc)"));
  close->setAccessibleName(tr("Dismiss this notice"));
  close->setAccessibleDescription(notice.text);
  connect(close, &QToolButton::clicked, this, [this] { emit dismissed(notice_.id); });
  layout->addWidget(close);
}

void AlertStrip::announce() {
  QAccessibleEvent event(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
}

void AlertStrip::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  // Beside the buttons the text needs room for some words a line; without it the buttons go below.
  const bool narrow = actions_width_ > 0 && width() < actions_width_ + kTextLetters * fontMetrics().averageCharWidth();
  body_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void AlertStrip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit dismissed(notice_.id);
  QFrame::keyPressEvent(event);
}

void AlertStrip::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawLine(rect().topLeft(), rect().topRight());  // from the strip above, which has the same background
}

}  // namespace gan
