#include "log/log_model.h"

#include <QLocale>
#include <algorithm>

#include "style/icons.h"

namespace gan {

void LogModel::clear() {
  beginResetModel();
  lines_.clear();
  endResetModel();
}

void LogModel::append(const QVector<LogLine>& lines) {
  if (lines.isEmpty()) return;
  const int first = rowCount();
  beginInsertRows({}, first, first + static_cast<int>(lines.size()) - 1);
  lines_ += lines;
  endInsertRows();
}

int LogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int LogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const LogLine& line = lines_[index.row()];
  if (role == kSeverityRole) return static_cast<int>(line.severity);
  if (role == kLineStepRole) return line.step;
  if (role == Qt::TextAlignmentRole) {
    return QVariant(index.column() == kStep ? Qt::AlignRight | Qt::AlignTop : Qt::AlignLeft | Qt::AlignTop);
  }
  if (role == Qt::AccessibleTextRole && index.column() == kText && line.severity != Severity::kInfo) {
    return tr("%1: %2", "severity: text").arg(severityText(line.severity), line.text);
  }
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  switch (index.column()) {
    case kTime:  // every field of fixed width, so that times stand below each other and sort in other programs
      return line.time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    case kStep:
      return QLocale().toString(line.step);
    case kText:
      return line.text;
    default:
      return {};
  }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant((section == kStep ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kTime:
      return tr("Time");
    case kStep:
      return tr("Step");
    case kText:
      return tr("What happened");
    default:
      return {};
  }
}

void LogFilter::setWords(const QString& words) {
  words_ = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateRowsFilter();
}

void LogFilter::setLowest(Severity severity) {
  lowest_ = severity;
  invalidateRowsFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex text = sourceModel()->index(row, LogModel::kText, parent);
  if (text.data(LogModel::kSeverityRole).toInt() < static_cast<int>(lowest_)) return false;
  const QString line = words_.isEmpty() ? QString() : text.data().toString();
  return std::ranges::all_of(words_, [&line](const QString& word) { return line.contains(word, Qt::CaseInsensitive); });
}

QString severityText(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return LogModel::tr("Note");
    case Severity::kWarning:
      return LogModel::tr("Warning");
    case Severity::kError:
      return LogModel::tr("Error");
  }
  return {};
}

QIcon severityIcon(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return icon(QStringLiteral("info"));
    case Severity::kWarning:
      return icon(QStringLiteral("warning"));
    case Severity::kError:
      return icon(QStringLiteral("error"));
  }
  return {};
}

}  // namespace gan
