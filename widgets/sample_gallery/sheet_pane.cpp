#include "sample_gallery/sheet_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include "style/scale.h"

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
  layout->setSpacing(space(*this, Space::kTight));
  layout->addLayout(line);
  layout->addWidget(view_, 1);
  connect(view_, &SheetView::pointedChanged, this, [this] {
    describe();
    showCaption();
  });
  connect(view_, &SheetView::shownCountChanged, this, &SheetPane::showCaption);
}

QString SheetPane::caption() const { return caption_text_; }

void SheetPane::setTitle(const QString& title) {
  title_->setText(title);
  title_->setVisible(!title.isEmpty());
}

void SheetPane::setCaption(const QString& caption, const QString& description) {
  caption_text_ = caption;
  description_ = description;
  showCaption();
  describe();
}

void SheetPane::showCaption() {
  if (view_->showsSingle()) {
    return caption_->setText(tr("%1 · %2", "sheet, image").arg(caption_text_, view_->pointedText()));
  }
  const int all = view_->grid().count();
  const int shown = view_->shownGrid().count();
  if (shown >= all || caption_text_.isEmpty()) return caption_->setText(caption_text_);
  const QLocale locale;
  const QString text = view_->showsFewerOfEachRow() ? tr("%1 · %2 of %3, for which there is room")
                                                    : tr("%1 · the first %2 of %3, for which there is room");
  caption_->setText(text.arg(caption_text_, locale.toString(shown), locale.toString(all)));
}

void SheetPane::describe() {
  const QString pointed = view_->pointedText();
  const QString text = pointed.isEmpty() ? description_ : tr("%1. %2", "sheet, image").arg(pointed, description_);
  if (view_->accessibleDescription() != text) view_->setAccessibleDescription(text);
}

void SheetPane::showSheet(const SampleSheet& sheet, const QImage& image, const SheetGrid& grid) {
  preview_of_.clear();
  sheet_ = sheet;
  view_->setLinesOffered(!sheet.superseded);
  setCaption(sheetCaption(sheet), sheetAccessibleText(sheet));
  view_->setNote(grid.problem.isEmpty() ? QString()
                                        : tr("Nothing is known of the single images: %1").arg(grid.problem));
  if (view_->image().cacheKey() != image.cacheKey()) view_->setImage(image);
  if (view_->grid() != grid) view_->setGrid(grid);
}

void SheetPane::showPreview(const SampleSheet& wanted, const QImage& preview, QSize usual) {
  view_->setNote(tr("Fetching step %1 …").arg(stepText(wanted.step)));
  if (preview_of_ == wanted.name) return;
  sheet_.reset();  // the whole one is yet to come
  preview_of_ = wanted.name;
  setCaption(sheetCaption(wanted), sheetAccessibleText(wanted));
  // As large as it will be, so that nothing moves when it comes.
  view_->setImage(usual.isEmpty() ? preview : preview.scaled(usual, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
  view_->setGrid({});
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
  preview_of_.clear();
  sheet_.reset();
  const QString sentence =
      tr("The picture of step %1 cannot be had. Choose this step again to try once more.").arg(stepText(wanted.step));
  setCaption(sheetCaption(wanted), sentence);
  view_->setNote({});
  view_->setMessage(sentence);
}

void SheetPane::showPicture(const QString& caption, const QImage& image, const SheetGrid& grid) {
  preview_of_.clear();
  sheet_.reset();
  setCaption(caption, caption);
  view_->setNote({});
  if (view_->image().cacheKey() != image.cacheKey()) view_->setImage(image);
  view_->setGrid(grid);
}

void SheetPane::showMessage(const QString& message) {
  preview_of_.clear();
  sheet_.reset();
  setCaption({}, message);
  view_->setNote({});
  view_->setMessage(message);
}

void SheetPane::updateSheet(const SampleSheet& sheet) {
  if (!sheet_ || sheet_->name != sheet.name) return;
  sheet_ = sheet;
  view_->setLinesOffered(!sheet.superseded);
  setCaption(sheetCaption(sheet), sheetAccessibleText(sheet));
}

}  // namespace gan
