#include "log/log_filter.h"

#include <algorithm>

namespace gan {

void LogFilter::setWords(const QString& words) {
  words_ = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateRowsFilter();
}

void LogFilter::setLowest(LogLine::Severity severity) {
  lowest_ = severity;
  invalidateRowsFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex text = sourceModel()->index(row, LogModel::kText, parent);
  if (text.data(LogModel::kSeverityRole).toInt() < static_cast<int>(lowest_)) return false;
  const QString line = words_.isEmpty() ? QString() : text.data().toString();
  return std::ranges::all_of(words_, [&line](const QString& word) { return line.contains(word, Qt::CaseInsensitive); });
}

}  // namespace gan
