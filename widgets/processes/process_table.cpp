#include "processes/process_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <algorithm>

#include "processes/phases.h"
#include "processes/processes_model.h"

namespace gan {
namespace {

constexpr int kBarLetters = 14;  ///< At least.

class BarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const auto parts = index.data(ProcessesModel::kPartsRole).value<QVector<double>>();
    if (parts.isEmpty()) return;
    const double margin = option.fontMetrics.height() / 4.0;
    const QRectF bar = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
    // Phases keep the ground that their colours were chosen for, in a chosen row, too.
    if (option.state.testFlag(QStyle::State_Selected)) {
      painter->fillRect(bar.adjusted(-1, -1, 1, 1), option.palette.color(QPalette::Base));
    }
    double x = bar.left();
    for (int phase = 0; phase < parts.size(); ++phase) {
      const double width = bar.width() * std::clamp(parts[phase], 0.0, 1.0);
      // A hair of background between two phases, where there is room for one.
      const double gap = width > 3 ? 1 : 0;
      paintPhase(*painter, QRectF(x, bar.top(), width - gap, bar.height()), static_cast<Phase>(phase), option.palette);
      x += width;
    }
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const QModelIndex note = index.siblingAtColumn(ProcessesModel::kNote);
    option->font.setBold(!note.data().toString().isEmpty());
  }
};

}  // namespace

ProcessTable::ProcessTable(ProcessesModel& model, QWidget* parent)
    : TextTable(model, ProcessesModel::kBar, parent), processes_(model) {
  setObjectName(QStringLiteral("process_table"));
  setAccessibleName(tr("What each process spends an iteration on, in milliseconds"));
  setItemDelegate(new BarDelegate(this));
  setAlternatingRowColors(true);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 7 / 4);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
    if (!fitting_) chosen_columns_.insert(column);
  });
  connect(&model, &ProcessesModel::factsChanged, this, &ProcessTable::fitColumns);
  fitColumns();
}

void ProcessTable::fitColumns() {
  const QScopedValueRollback fitting(fitting_, true);
  horizontalHeader()->setMinimumSectionSize(3 * fontMetrics().averageCharWidth());
  const ProcessFacts& facts = processes_.facts();
  setColumnHidden(ProcessesModel::kDevice,
                  std::ranges::all_of(facts.measured.ranks, [](const auto& rank) { return rank.computes_on.empty(); }));
  setColumnHidden(ProcessesModel::kNote, facts.balance.stragglers.empty());
  for (int column = 0; column < model()->columnCount(); ++column) {
    if (column == ProcessesModel::kBar || isColumnHidden(column) || chosen_columns_.contains(column)) continue;
    fitColumn(column);
  }
  fitBar();
}

void ProcessTable::fitBar() {
  const int letter = fontMetrics().averageCharWidth();
  int others = 0;
  for (int column = 0; column < model()->columnCount(); ++column) {
    if (column != ProcessesModel::kBar) others += columnWidth(column);
  }
  // The bar takes what is left, but stays long enough to be read: then the table scrolls.
  const bool room = viewport()->width() - others > kBarLetters * letter;
  horizontalHeader()->setSectionResizeMode(ProcessesModel::kBar,
                                           room ? QHeaderView::Stretch : QHeaderView::Interactive);
  if (!room) setColumnWidth(ProcessesModel::kBar, kBarLetters * letter);
}

void ProcessTable::resizeEvent(QResizeEvent* event) {
  TextTable::resizeEvent(event);
  fitBar();
}

}  // namespace gan
