#include "log/alert_bar.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "log/alert_strip.h"

namespace gan {

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
  const int gap = fontMetrics().height() / 3;
  line->setContentsMargins(2 * gap, gap, gap, gap);
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

}  // namespace gan
