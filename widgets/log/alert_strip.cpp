#include "log/alert_strip.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "log/severity.h"
#include "style/icon_sign.h"
#include "style/icons.h"

namespace gan {
namespace {

constexpr int kTextLetters = 60;

}  // namespace

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
  const int gap = fontMetrics().height() / 3;
  layout->setContentsMargins(2 * gap, gap, gap, gap);
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
