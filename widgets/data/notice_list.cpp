#include "data/notice_list.h"

#include <QAccessible>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>

#include "style/icon_sign.h"
#include "style/icons.h"

namespace gan {

NoticeList::NoticeList(Severity severity, QWidget* parent)
    : QWidget(parent), severity_(severity), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins({});
  layout_->setSpacing(1);
  hide();
}

QWidget* NoticeList::makeStrip(const QString& notice) {
  const bool warns = severity_ == Severity::kWarning;
  auto* strip = new QFrame;
  strip->setAutoFillBackground(true);
  strip->setBackgroundRole(QPalette::ToolTipBase);
  strip->setAccessibleName(warns ? tr("Warning: %1").arg(notice) : tr("Error: %1").arg(notice));
  auto* text = new QLabel(notice);
  text->setTextFormat(Qt::PlainText);  // it may name what others named
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setForegroundRole(QPalette::ToolTipText);
  auto* line = new QHBoxLayout(strip);
  const int gap = fontMetrics().height() / 3;
  line->setContentsMargins(2 * gap, gap, gap, gap);
  line->addWidget(new IconSign(icon(warns ? QStringLiteral("warning") : QStringLiteral("error")), strip), 0,
                  Qt::AlignTop);
  line->addWidget(text, 1);
  return strip;
}

void NoticeList::setNotices(const QStringList& notices) {
  if (notices == notices_) return;
  notices_ = notices;
  while (QLayoutItem* item = layout_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const QString& notice : notices_) {
    QWidget* strip = makeStrip(notice);
    layout_->addWidget(strip);
    QAccessibleEvent event(strip, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
  }
  setVisible(!notices_.isEmpty());
}

}  // namespace gan
