#include "sample_gallery/sheet_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "sample_gallery/sheet_texts.h"
#include "sample_gallery/sheet_view.h"

namespace gan {

SheetPane::SheetPane(QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), caption_(new QLabel(this)), view_(new SheetView(this)) {
  QFont bold = font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setTextFormat(Qt::PlainText);
  title_->setObjectName(QStringLiteral("title"));
  title_->hide();
  caption_->setObjectName(QStringLiteral("caption"));
  caption_->setTextFormat(Qt::PlainText);
  caption_->setWordWrap(true);
  auto* line = new QHBoxLayout;
  line->addWidget(title_);
  line->addWidget(caption_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(fontMetrics().height() / 4);
  layout->addLayout(line);
  layout->addWidget(view_, 1);
}

QString SheetPane::caption() const { return caption_->text(); }

void SheetPane::setTitle(const QString& title) {
  title_->setText(title);
  title_->setVisible(!title.isEmpty());
}

void SheetPane::setCaption(const QString& caption, const QString& description) {
  caption_->setText(caption);
  if (view_->accessibleDescription() != description) view_->setAccessibleDescription(description);
}

void SheetPane::showSheet(const SampleSheet& sheet, const QImage& image) {
  sheet_ = sheet;
  setCaption(sheetCaption(sheet), sheetAccessibleText(sheet));
  view_->setNote({});
  if (view_->image().cacheKey() != image.cacheKey()) view_->setImage(image);
}

void SheetPane::showFetching(const SampleSheet& wanted) {
  if (sheet_ || !view_->image().isNull()) {
    view_->setNote(tr("Fetching step %1 …").arg(stepText(wanted.step)));
    return;
  }
  setCaption({}, {});
  view_->setNote({});
  view_->setMessage(tr("Fetching the samples of step %1 …").arg(stepText(wanted.step)));
}

void SheetPane::showFailed(const SampleSheet& wanted) {
  sheet_.reset();
  const QString sentence =
      tr("The picture of step %1 cannot be had. Choose this step again to try once more.").arg(stepText(wanted.step));
  setCaption(sheetCaption(wanted), sentence);
  view_->setNote({});
  view_->setMessage(sentence);
}

void SheetPane::showPicture(const QString& caption, const QImage& image) {
  sheet_.reset();
  setCaption(caption, caption);
  view_->setNote({});
  if (view_->image().cacheKey() != image.cacheKey()) view_->setImage(image);
}

void SheetPane::showMessage(const QString& message) {
  sheet_.reset();
  setCaption({}, message);
  view_->setNote({});
  view_->setMessage(message);
}

void SheetPane::updateSheet(const SampleSheet& sheet) {
  if (!sheet_ || sheet_->name != sheet.name) return;
  sheet_ = sheet;
  setCaption(sheetCaption(sheet), sheetAccessibleText(sheet));
}

}  // namespace gan
