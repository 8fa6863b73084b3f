#include "loss_chart/rows_model.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>

#include "loss_chart/readings.h"
#include "style/plain_text.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kRowsForWidth = 50;

QString cellText(const std::optional<ChartColumn>& column) {
  if (!column) return {};
  if (column->count == 0) return QStringLiteral("NaN");
  if (column->min == column->max) return valueText(column->min);
  return RowsModel::tr("%1 to %2").arg(valueText(column->min), valueText(column->max));
}

}  // namespace

bool RowsModel::continues(const ChartRows& rows) const {
  if (rows.names != rows_.names || rows.has_smoothed != rows_.has_smoothed || rows.rows.size() < rows_.rows.size()) {
    return false;
  }
  return std::equal(rows_.rows.begin(), rows_.rows.end(), rows.rows.begin(),
                    [](const ChartRows::Row& a, const ChartRows::Row& b) {
                      return a.first_step == b.first_step && a.last_step == b.last_step;
                    });
}

void RowsModel::setRows(ChartRows rows) {
  const int before = rowCount();
  const int after = static_cast<int>(rows.rows.size());
  if (!continues(rows)) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
    return;
  }
  if (after > before) beginInsertRows({}, before, after - 1);
  rows_ = std::move(rows);
  if (after > before) endInsertRows();
  if (before > 0) emit dataChanged(index(0, 0), index(before - 1, columnCount() - 1));
}

int RowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.rows.size());
}

int RowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kFirstSeries + static_cast<int>(rows_.names.size()) * columnsPerSeries();
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const ChartRows::Row& row = rows_.rows[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
    case kStep:
      return row.first_step == row.last_step ? stepText(static_cast<double>(row.first_step))
                                             : tr("%1 to %2")
                                                   .arg(stepText(static_cast<double>(row.first_step)),
                                                        stepText(static_cast<double>(row.last_step)));
    case kEpoch:
      return QLocale().toString(row.epoch, 'f', 2);
    case kTime:
      return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(row.unix_seconds * 1000)),
                                QLocale::ShortFormat);
    default:
      break;
  }
  const int series = (index.column() - kFirstSeries) / columnsPerSeries();
  const ChartRows::Cell& cell = row.cells[static_cast<std::size_t>(series)];
  return cellText((index.column() - kFirstSeries) % columnsPerSeries() == 0 ? cell.raw : cell.smoothed);
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  if (section == kStep) return tr("Step");
  if (section == kEpoch) return tr("Epoch");
  if (section == kTime) return tr("Time");
  const int series = (section - kFirstSeries) / columnsPerSeries();
  if (series < 0 || series >= rows_.names.size()) return {};
  const QString title = seriesTitle(rows_.names[series]);
  const QString text = (section - kFirstSeries) % columnsPerSeries() == 0 ? title : tr("%1, smoothed").arg(title);
  return role == Qt::ToolTipRole ? plainToolTip(text) : text;
}

RowsView::RowsView(RowsModel& model, QWidget* parent) : QTableView(parent) {
  setObjectName(QStringLiteral("chart_values"));
  setModel(&model);
  setAlternatingRowColors(true);
  setTabKeyNavigation(false);
  setWordWrap(false);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
  horizontalHeader()->setResizeContentsPrecision(kRowsForWidth);
  connect(&model, &QAbstractItemModel::modelReset, this, &QTableView::resizeColumnsToContents);
  setTexts();
}

void RowsView::setTexts() {
  setAccessibleName(tr("Values of the chart"));
  setToolTip(tr("The values in view; Ctrl+C copies what is selected"));
}

void RowsView::copy() const {
  QModelIndexList chosen = selectionModel()->selectedIndexes();
  if (chosen.isEmpty()) return;
  std::sort(chosen.begin(), chosen.end());  // by row, then column
  QString text;
  for (qsizetype i = 0; i < chosen.size(); ++i) {
    if (i > 0) text += QLatin1Char(chosen[i].row() == chosen[i - 1].row() ? '\t' : '\n');
    text += chosen[i].data().toString();
  }
  QGuiApplication::clipboard()->setText(text);
}

void RowsView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  QTableView::keyPressEvent(event);
}

}  // namespace gan
