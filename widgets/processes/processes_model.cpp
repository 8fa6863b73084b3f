#include "processes/processes_model.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <numeric>

#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr std::array<const char*, kProcessPhases> kTitles = {
    QT_TRANSLATE_NOOP("ProcessPhase", "Data"),      QT_TRANSLATE_NOOP("ProcessPhase", "Forward"),
    QT_TRANSLATE_NOOP("ProcessPhase", "Backward"),  QT_TRANSLATE_NOOP("ProcessPhase", "Communication"),
    QT_TRANSLATE_NOOP("ProcessPhase", "Optimizer"), QT_TRANSLATE_NOOP("ProcessPhase", "Other")};

QString number(double milliseconds) { return QLocale().toString(milliseconds, 'f', milliseconds < 100 ? 1 : 0); }

QString note(const ProcessLine& line) {
  if (!line.slow) return {};
  return ProcessesModel::tr("%1 % slower: %2")
      .arg(QLocale().toString(line.slow->excess * 100, 'f', 0), phaseTitle(line.slow->phase));
}

/// What the bar shows, in words.
QString barText(const ProcessLine& line) {
  QStringList parts;
  for (int phase = 0; phase < kProcessPhases; ++phase) {
    parts << ProcessesModel::tr("%1 %2 ms")
                 .arg(phaseTitle(static_cast<ProcessPhase>(phase)),
                      number(line.milliseconds.at(static_cast<std::size_t>(phase))));
  }
  return parts.join(QStringLiteral(", "));
}

bool anyOnGpu(const ProcessFacts& facts) {
  return std::any_of(facts.lines.begin(), facts.lines.end(),
                     [](const ProcessLine& line) { return line.gpu.has_value(); });
}

QString dataSize(quint64 bytes) { return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1); }

QString busyText(const ProcessLine& line) {
  if (!line.gpu || !line.gpu->busy_percent) return {};
  return ProcessesModel::tr("%1 %").arg(QLocale().toString(*line.gpu->busy_percent, 'f', 0));
}

/// With what there is of it: "30.0 GiB of 80.0 GiB".
QString memoryText(const ProcessLine& line) {
  if (!line.gpu) return {};
  return ProcessesModel::tr("%1 of %2")
      .arg(dataSize(line.gpu->memory_used_bytes), dataSize(line.gpu->memory_total_bytes));
}

/// Of the columns whose words may be cut, of the bar, which has none, and of what is told in short.
QVariant toolTip(const ProcessLine& line, int column) {
  QString text;
  if (column == ProcessesModel::kHost) text = line.host;
  if (column == ProcessesModel::kNote) text = note(line);
  if (column == ProcessesModel::kBar) text = barText(line);
  if (column == ProcessesModel::kGpuMemory) text = memoryText(line);
  return text.isEmpty() ? QVariant() : QVariant(plainToolTip(text));
}

QVariant headerToolTip(int column) {
  switch (column) {
    case ProcessesModel::kProcess:
    case ProcessesModel::kHost:
    case ProcessesModel::kNote:
    case ProcessesModel::kBar:
      return {};
    case ProcessesModel::kGpu:
      return ProcessesModel::tr(
          "The part of the last moments in which the process's GPU computed, for whichever program");
    case ProcessesModel::kGpuMemory:
      return ProcessesModel::tr("Memory of the process's GPU that all programs together use");
    default:
      return ProcessesModel::tr("Milliseconds an iteration");
  }
}

}  // namespace

QString phaseTitle(ProcessPhase phase) {
  return QCoreApplication::translate("ProcessPhase", kTitles.at(static_cast<std::size_t>(phase)));
}

double ProcessLine::total() const { return std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0); }

void ProcessesModel::setFacts(const ProcessFacts& facts) {
  if (facts == facts_) return;
  // While the same processes train, the row that a person stands in stays theirs.
  const bool on_gpus = anyOnGpu(facts);
  const bool same_cells = facts.lines.size() == facts_.lines.size() && on_gpus == on_gpus_;
  if (!same_cells) beginResetModel();
  facts_ = facts;
  on_gpus_ = on_gpus;
  longest_ = 0;
  for (const ProcessLine& line : facts_.lines) longest_ = std::max(longest_, line.total());
  if (!same_cells) {
    endResetModel();
  } else if (!facts_.lines.isEmpty()) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
  emit factsChanged();
}

int ProcessesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(facts_.lines.size());
}

int ProcessesModel::columnCount(const QModelIndex& parent) const {
  if (parent.isValid()) return 0;
  return on_gpus_ ? kColumnCount : kGpu;
}

QVariant ProcessesModel::text(const ProcessLine& line, int row, int column) const {
  switch (column) {
    case kProcess:
      return QLocale().toString(row);
    case kHost:
      return line.host;
    case kNote:
      return note(line);
    case kBar:
      return {};
    case kTotal:
      return number(line.total());
    case kGpu:
      return busyText(line);
    case kGpuMemory:
      return line.gpu ? QVariant(dataSize(line.gpu->memory_used_bytes)) : QVariant();
    default:
      return number(line.milliseconds.at(static_cast<std::size_t>(column - kFirstPhase)));
  }
}

QVariant ProcessesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const ProcessLine& line = facts_.lines[index.row()];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(line, index.row(), column);
    case Qt::DecorationRole:
      return column == kNote && line.slow ? QVariant(icon(QStringLiteral("warning"))) : QVariant();
    case Qt::ToolTipRole:
      return toolTip(line, column);
    case Qt::AccessibleTextRole:
      if (column == kBar) return barText(line);
      return column == kGpuMemory ? QVariant(memoryText(line)) : text(line, index.row(), column);
    case Qt::TextAlignmentRole: {
      const bool words = column == kHost || column == kNote || column == kBar;
      return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    case kPartsRole: {
      if (column != kBar || longest_ <= 0) return {};
      QVector<double> parts;
      for (const double milliseconds : line.milliseconds) parts << milliseconds / longest_;
      return QVariant::fromValue(parts);
    }
    default:
      return {};
  }
}

QVariant ProcessesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool words = section == kHost || section == kNote || section == kBar;
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole) return headerToolTip(section);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kProcess:
      return tr("Process");
    case kHost:
      return tr("Host");
    case kNote:
      return tr("Note");
    case kBar:
      return tr("Iteration");
    case kTotal:
      return tr("Total, ms");
    case kGpu:
      return tr("GPU");
    case kGpuMemory:
      return tr("GPU memory");
    default:
      return phaseTitle(static_cast<ProcessPhase>(section - kFirstPhase));
  }
}

}  // namespace gan
