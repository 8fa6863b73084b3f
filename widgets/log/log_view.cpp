#include "log/log_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

#include "log/log_model.h"
#include "style/icons.h"

namespace gan {
namespace {

/// Wraps: a line is as high as its text needs in the column's width, signs stand before what is not just a note.
class LineDelegate : public QStyledItemDelegate {
 public:
  explicit LineDelegate(QTreeView& view)
      : QStyledItemDelegate(&view),
        view_(view),
        warning_(severityIcon(Severity::kWarning)),
        error_(severityIcon(Severity::kError)) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem wide = option;
    wide.rect = QRect(0, 0, view_.columnWidth(index.column()), option.fontMetrics.height());
    return QStyledItemDelegate::sizeHint(wide, index);
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() != LogModel::kText) return;
    const auto severity = static_cast<Severity>(index.data(LogModel::kSeverityRole).toInt());
    // Notes leave the place of the sign empty, so that all texts begin at one edge.
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationAlignment = Qt::AlignTop;
    option->decorationSize = QSize(1, 1) * option->fontMetrics.height();
    if (severity != Severity::kInfo) option->icon = severity == Severity::kError ? error_ : warning_;
    option->font.setBold(severity == Severity::kError);
  }

 private:
  QTreeView& view_;
  QIcon warning_;
  QIcon error_;
};

/// Wraps its lines anew when it gets another width, and says in words why it is empty.
class LineList : public QTreeView {
 public:
  using QTreeView::QTreeView;
  QString empty_text;

 protected:
  void paintEvent(QPaintEvent* event) override {
    QTreeView::paintEvent(event);
    if (model()->rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int margin = fontMetrics().height();
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     empty_text);
  }

  void resizeEvent(QResizeEvent* event) override {
    QTreeView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) scheduleDelayedItemsLayout();
  }
};

}  // namespace

struct LogView::Impl {
  Impl(LogView& self, LogModel& log);
  ~Impl() { delete list; }  // its last signals come back here: it must not outlive this

  void buildList();
  void layOut();
  void connectAll();
  void setTexts();
  void fitColumns();
  void updateEmptyText();
  void updateFollowing();
  void goToEnd();
  void copy() const;
  bool isAtEnd() const { return list->verticalScrollBar()->value() == list->verticalScrollBar()->maximum(); }

  LogView& view;
  LogModel& model;
  LogFilter filter;
  QLineEdit* words;
  QComboBox* lowest;
  QToolButton* end_button;
  LineList* list;
  QAction* copy_action;
  QAction* all_action;
  std::optional<QString> empty_text;
  bool following = true;
};

LogView::Impl::Impl(LogView& self, LogModel& log)
    : view(self),
      model(log),
      words(new QLineEdit(&self)),
      lowest(new QComboBox(&self)),
      end_button(new QToolButton(&self)),
      list(new LineList(&self)),
      copy_action(new QAction(list)),
      all_action(new QAction(list)) {
  filter.setSourceModel(&log);
  words->setObjectName(QStringLiteral("log_search"));
  words->setClearButtonEnabled(true);
  words->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  lowest->setObjectName(QStringLiteral("log_severity"));
  end_button->setObjectName(QStringLiteral("log_end_button"));
  end_button->setIcon(icon(QStringLiteral("newest")));
  end_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  end_button->setFocusPolicy(Qt::StrongFocus);
  buildList();
  layOut();
  connectAll();
}

void LogView::Impl::buildList() {
  list->setObjectName(QStringLiteral("log_lines"));
  list->setModel(&filter);
  list->setItemDelegate(new LineDelegate(*list));
  list->setRootIsDecorated(false);
  list->setItemsExpandable(false);
  list->setAllColumnsShowFocus(true);
  list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list->setWordWrap(true);
  list->setTextElideMode(Qt::ElideNone);
  // By lines, not by pixels: only the heights of lines in view have to be known, however long the log is.
  list->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->header()->setStretchLastSection(false);
  list->header()->setSectionsMovable(false);
  list->header()->setSectionResizeMode(QHeaderView::Fixed);
  list->header()->setSectionResizeMode(LogModel::kText, QHeaderView::Stretch);
  list->setContextMenuPolicy(Qt::ActionsContextMenu);
  copy_action->setShortcut(QKeySequence::Copy);
  copy_action->setShortcutContext(Qt::WidgetShortcut);
  all_action->setShortcut(QKeySequence::SelectAll);
  all_action->setShortcutContext(Qt::WidgetShortcut);
  list->addActions({copy_action, all_action});
}

void LogView::Impl::layOut() {
  auto* tools = new QHBoxLayout;
  tools->addWidget(words, 1);
  tools->addWidget(lowest);
  tools->addWidget(end_button);
  auto* layout = new QVBoxLayout(&view);
  layout->addLayout(tools);
  layout->addWidget(list, 1);
}

void LogView::Impl::connectAll() {
  QObject::connect(words, &QLineEdit::textChanged, &view, [this](const QString& text) {
    filter.setWords(text);
    updateEmptyText();
    if (following) goToEnd();
  });
  QObject::connect(lowest, &QComboBox::currentIndexChanged, &view, [this](int index) {
    filter.setLowest(static_cast<Severity>(index));
    updateEmptyText();
    if (following) goToEnd();
  });
  QObject::connect(end_button, &QToolButton::clicked, &view, [this] { goToEnd(); });
  QScrollBar* bar = list->verticalScrollBar();
  QObject::connect(bar, &QScrollBar::valueChanged, &view, [this] { updateFollowing(); });
  // Lines came, or they are wrapped anew: the end is further down.
  QObject::connect(bar, &QScrollBar::rangeChanged, &view, [this, bar] {
    if (following) bar->setValue(bar->maximum());
  });
  QObject::connect(&filter, &QAbstractItemModel::rowsInserted, &view, [this] {
    fitColumns();
    updateEmptyText();
  });
  QObject::connect(&filter, &QAbstractItemModel::modelReset, &view, [this] {
    following = true;
    updateEmptyText();
    updateFollowing();
  });
  QObject::connect(list, &QAbstractItemView::activated, &view, [this](const QModelIndex& index) {
    emit view.stepActivated(index.data(LogModel::kLineStepRole).toLongLong());
  });
  QObject::connect(copy_action, &QAction::triggered, &view, [this] { copy(); });
  QObject::connect(all_action, &QAction::triggered, list, &QAbstractItemView::selectAll);
}

void LogView::Impl::goToEnd() {
  following = true;
  list->scrollToBottom();
  end_button->setEnabled(false);
}

void LogView::Impl::updateFollowing() {
  following = isAtEnd();
  end_button->setEnabled(!following);
}

void LogView::Impl::fitColumns() {
  const QFontMetrics metrics = list->fontMetrics();
  const int room = metrics.height();
  const qint64 last_step =
      model.rowCount() > 0 ? model.index(model.rowCount() - 1, 0).data(LogModel::kLineStepRole).toLongLong() : 0;
  const QString widest_step = QLocale().toString(std::max<qint64>(last_step, 999999));
  const auto fit = [&](int column, const QString& text) {
    const QString title = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const int width = std::max(metrics.horizontalAdvance(text), metrics.horizontalAdvance(title)) + room;
    if (list->columnWidth(column) < width) list->setColumnWidth(column, width);
  };
  fit(LogModel::kTime, QStringLiteral("2000-00-00 00:00:00"));
  fit(LogModel::kStep, widest_step);
}

void LogView::Impl::updateEmptyText() {
  const QString nothing_happened = empty_text.value_or(
      LogView::tr("Nothing has happened yet: commands, checkpoints and warnings of the run appear here."));
  list->empty_text = model.rowCount() > 0
                         ? LogView::tr("No line has these words and this severity. Clear the search to see all.")
                         : nothing_happened;
  list->viewport()->update();
}

void LogView::Impl::copy() const {
  QModelIndexList rows = list->selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, [](const QModelIndex& index) { return index.row(); });
  QStringList lines;
  for (const QModelIndex& row : rows) {
    const auto severity = static_cast<Severity>(row.data(LogModel::kSeverityRole).toInt());
    lines.append(QStringList{row.siblingAtColumn(LogModel::kTime).data().toString(),
                             QString::number(row.data(LogModel::kLineStepRole).toLongLong()), severityText(severity),
                             row.siblingAtColumn(LogModel::kText).data().toString()}
                     .join(QLatin1Char('\t')));
  }
  if (!lines.isEmpty()) QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void LogView::Impl::setTexts() {
  view.setAccessibleName(LogView::tr("Log"));
  words->setPlaceholderText(LogView::tr("Search the log"));
  words->setAccessibleName(LogView::tr("Search the log"));
  words->setToolTip(LogView::tr("Show only lines that have all these words"));
  lowest->setAccessibleName(LogView::tr("Severity"));
  lowest->setToolTip(LogView::tr("Which lines to show"));
  {
    const int kept = std::max(0, lowest->currentIndex());
    const QSignalBlocker quiet(lowest);
    lowest->clear();
    lowest->addItems({LogView::tr("Everything"), LogView::tr("Warnings and errors"), LogView::tr("Errors")});
    lowest->setCurrentIndex(kept);
  }
  end_button->setText(LogView::tr("Newest"));
  end_button->setAccessibleName(LogView::tr("Go to the newest line"));
  end_button->setToolTip(LogView::tr("Go to the newest line and follow (End)"));
  list->setAccessibleName(LogView::tr("Lines of the log"));
  copy_action->setText(LogView::tr("&Copy"));
  all_action->setText(LogView::tr("Select &all"));
  updateEmptyText();
}

LogView::LogView(LogModel& model, QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this, model)) {
  impl_->setTexts();
  impl_->fitColumns();
  impl_->updateFollowing();
}

LogView::~LogView() = default;

void LogView::setEmptyText(const QString& text) {
  impl_->empty_text = text;
  impl_->updateEmptyText();
}

void LogView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) impl_->fitColumns();
  QWidget::changeEvent(event);
}

}  // namespace gan
