#include "window/manual_window.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBrowser>
#include <QTextCursor>
#include <QUrl>
#include <QVBoxLayout>
#include <QtMath>
#include <algorithm>
#include <functional>
#include <utility>

#include "style/scale.h"
#include "style/theme.h"
#include "window/word_search.h"

namespace gan {

/// Whatever a page names, nothing is fetched for it but the manual's own pictures, as wide as there is room.
class PageView : public QTextBrowser {
 public:
  /// laid_out: what stood in the shown page, as its marks, is gone with another width.
  explicit PageView(std::function<void()> laid_out) : laid_out_(std::move(laid_out)) {
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // or pictures that fit with one do not without, and so on
  }

  void showPage(const QString& page) {
    page_ = page;
    width_ = pictureWidth();
    setMarkdown(page_);
  }

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    if (type != QTextDocument::ImageResource) return {};
    QImage picture = manualPicture(name.toString(), isDark(palette()));
    const int width = std::min(qRound(width_ * devicePixelRatioF()), picture.width());
    if (picture.isNull() || width <= 0) return {};
    if (width < picture.width()) picture = picture.scaledToWidth(width, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(devicePixelRatioF());
    return picture;
  }
  void resizeEvent(QResizeEvent* event) override {
    QTextBrowser::resizeEvent(event);
    const int width = pictureWidth();
    if (std::exchange(width_, width) != width) showAgain();
  }
  void changeEvent(QEvent* event) override {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showAgain();
  }

 private:
  int pictureWidth() const { return viewport()->width() - 2 * qCeil(document()->documentMargin()); }
  /// A page without pictures is not laid out by us.
  void showAgain() {
    if (!page_.contains(QLatin1String("](pictures/"))) return;
    const int at = verticalScrollBar()->value();
    document()->clear();  // with the pictures that it remembers
    showPage(page_);
    verticalScrollBar()->setValue(at);
    laid_out_();
  }

  const std::function<void()> laid_out_;
  QString page_;
  int width_ = 0;
};

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent, Qt::Window),
      search_(new QLineEdit),
      list_(new QListWidget),
      text_(new PageView([this] { markFound(); })) {
  setObjectName(QStringLiteral("manual"));
  setWindowTitle(tr("Manual"));
  setAttribute(Qt::WA_DeleteOnClose);
  search_->setObjectName(QStringLiteral("manual_search"));
  search_->setPlaceholderText(tr("Find in the manual"));
  search_->setAccessibleName(tr("Words of the pages to show"));
  search_->setClearButtonEnabled(true);
  list_->setObjectName(QStringLiteral("manual_pages"));
  list_->setAccessibleName(tr("Pages of the manual"));
  text_->setObjectName(QStringLiteral("manual_text"));
  text_->setAccessibleName(tr("Page of the manual"));
  text_->setOpenLinks(false);  // they are ours to follow
  for (const ManualPage& page : pages_) list_->addItem(page.title);
  list_->setFixedWidth(list_->sizeHintForColumn(0) + fontMetrics().height() * 2);
  auto* left = new QVBoxLayout;
  left->addWidget(search_);
  left->addWidget(list_, 1);
  search_->setFixedWidth(list_->width());
  auto* layout = new QHBoxLayout(this);
  layout->addLayout(left);
  layout->addWidget(text_, 1);
  giveFirstSize(*this, 110, 36);

  connect(search_, &QLineEdit::textChanged, this, &ManualWindow::find);
  connect(list_, &QListWidget::currentRowChanged, this, &ManualWindow::showCurrent);
  connect(text_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    const QString id = link.path().section(QLatin1Char('.'), 0, 0);
    if (link.isRelative() && rowOf(id) >= 0) showPage(id);
  });
}

int ManualWindow::rowOf(const QString& id) const {
  const auto found = std::ranges::find(pages_, id, &ManualPage::id);
  return found == pages_.end() ? -1 : static_cast<int>(found - pages_.begin());
}

void ManualWindow::showPage(const QString& id) {
  Q_ASSERT(rowOf(id) >= 0);
  search_->clear();
  list_->setCurrentRow(rowOf(id));
}

QString ManualWindow::shownPage() const {
  const int row = list_->currentRow();
  return row < 0 ? QString() : pages_[row].id;
}

/// What is misspelt is looked for only where nothing else is found.
void ManualWindow::find(const QString& typed) {
  QVector<WordMatch> matches;
  for (const ManualPage& page : pages_) matches << matchWords(readText(page), typed);
  const bool any = std::ranges::any_of(matches, [](WordMatch match) { return match < WordMatch::kMisspelt; });
  const WordMatch worst = any ? WordMatch::kInside : WordMatch::kMisspelt;
  int first = -1;
  for (int row = 0; row < list_->count(); ++row) {
    const bool shown = matches[row] <= worst;
    list_->item(row)->setHidden(!shown);
    if (shown && first < 0) first = row;
  }
  const QListWidgetItem* current = list_->currentItem();
  if (current == nullptr || current->isHidden()) list_->setCurrentRow(first);
  markFound();
}

void ManualWindow::showCurrent() {
  const int row = list_->currentRow();
  text_->showPage(row < 0 ? tr("No page of the manual has these words.") : pages_[row].text);
  markFound();
}

void ManualWindow::markFound() {
  QList<QTextEdit::ExtraSelection> marks;
  for (const QString& word : search_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    for (QTextCursor at = text_->document()->find(word); !at.isNull(); at = text_->document()->find(word, at)) {
      QTextEdit::ExtraSelection mark;
      mark.cursor = at;
      mark.format.setBackground(palette().highlight());
      mark.format.setForeground(palette().highlightedText());
      marks << mark;
    }
  }
  text_->setExtraSelections(marks);
  if (marks.isEmpty()) return;
  const auto is_before = [](const auto& a, const auto& b) { return a.cursor.position() < b.cursor.position(); };
  QTextCursor first = std::ranges::min_element(marks, is_before)->cursor;
  first.clearSelection();
  text_->setTextCursor(first);
  text_->ensureCursorVisible();
}

void offerManual(QDialog& dialog, const QString& page) {
  auto* keys = new QShortcut(QKeySequence(Qt::Key_F1), &dialog);
  QObject::connect(keys, &QShortcut::activated, &dialog, [&dialog, page] {
    auto* manual = dialog.findChild<ManualWindow*>();
    if (manual == nullptr) manual = new ManualWindow(&dialog);
    manual->showPage(page);
    manual->show();
    manual->raise();
    manual->activateWindow();
  });
}

}  // namespace gan
