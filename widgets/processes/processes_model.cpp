#include "processes/processes_model.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>

#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr std::array<const char*, kPhaseCount> kTitles = {
    QT_TRANSLATE_NOOP("ProcessPhase", "Data"),      QT_TRANSLATE_NOOP("ProcessPhase", "Forward"),
    QT_TRANSLATE_NOOP("ProcessPhase", "Backward"),  QT_TRANSLATE_NOOP("ProcessPhase", "Communication"),
    QT_TRANSLATE_NOOP("ProcessPhase", "Optimizer"), QT_TRANSLATE_NOOP("ProcessPhase", "Other")};

QString number(double milliseconds) { return QLocale().toString(milliseconds, 'f', milliseconds < 100 ? 1 : 0); }

/// What the bar shows, in words.
QString barText(const PhaseTimes& times) {
  QStringList parts;
  for (const Phase phase : kPhases) {
    parts << ProcessesModel::tr("%1 %2 ms").arg(phaseTitle(phase), number(timeIn(times, phase)));
  }
  return parts.join(QStringLiteral(", "));
}

bool anyOnGpu(const RanksMeasured& measured) {
  return std::ranges::any_of(measured.ranks, [](const RankTimes& rank) { return rank.device.has_value(); });
}

QString dataSize(std::uint64_t bytes) { return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1); }

QString busyText(const std::optional<DeviceLoad>& gpu) {
  if (!gpu || !gpu->busy_percent) return {};
  return ProcessesModel::tr("%1 %").arg(QLocale().toString(*gpu->busy_percent, 'f', 0));
}

/// With what there is of it: "30.0 GiB of 80.0 GiB".
QString memoryText(const std::optional<DeviceLoad>& gpu) {
  if (!gpu) return {};
  return ProcessesModel::tr("%1 of %2").arg(dataSize(gpu->memory_used_bytes), dataSize(gpu->memory_total_bytes));
}

QString hostText(const RankTimes& rank) { return printable(QString::fromStdString(rank.host)); }

QVariant headerToolTip(int column) {
  switch (column) {
    case ProcessesModel::kProcess:
    case ProcessesModel::kHost:
    case ProcessesModel::kNote:
    case ProcessesModel::kBar:
      return {};
    case ProcessesModel::kDevice:
      return ProcessesModel::tr("Where the process computes; GPUs are counted as it sees them");
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

QString devicesText(const std::string& computes_on) {
  QStringList devices;
  const QString named = printable(QString::fromStdString(computes_on));
  for (const QString& name : named.split(QLatin1Char('+'), Qt::SkipEmptyParts)) {
    bool is_number = false;
    name.toInt(&is_number);
    if (is_number) {
      devices << ProcessesModel::tr("GPU %1").arg(name);
    } else {
      devices << (name == QLatin1String("auto")  ? ProcessesModel::tr("all GPUs")
                  : name == QLatin1String("cpu") ? ProcessesModel::tr("CPU")
                                                 : name);
    }
  }
  return devices.join(QStringLiteral(" + "));
}

QString phaseTitle(Phase phase) {
  return QCoreApplication::translate("ProcessPhase", kTitles.at(static_cast<std::size_t>(phase)));
}

void ProcessesModel::setFacts(const ProcessFacts& facts) {
  if (facts == facts_) return;
  // While the same processes train, the row that a person stands in stays theirs.
  const bool on_gpus = anyOnGpu(facts.measured);
  const bool same_cells = facts.measured.ranks.size() == facts_.measured.ranks.size() && on_gpus == on_gpus_;
  if (!same_cells) beginResetModel();
  facts_ = facts;
  on_gpus_ = on_gpus;
  longest_ = 0;
  for (const RankTimes& rank : facts_.measured.ranks) longest_ = std::max(longest_, total(rank.times));
  if (!same_cells) {
    endResetModel();
  } else if (rowCount() > 0) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
  emit factsChanged();
}

int ProcessesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(facts_.measured.ranks.size());
}

int ProcessesModel::columnCount(const QModelIndex& parent) const {
  if (parent.isValid()) return 0;
  return on_gpus_ ? kColumnCount : kGpu;
}

/// Of one that keeps the others waiting.
QString ProcessesModel::note(int row) const {
  const auto& slow = facts_.balance.stragglers;
  const auto found = std::ranges::find(slow, static_cast<std::size_t>(row), &Straggler::rank);
  if (found == slow.end()) return {};
  return tr("%1 % slower: %2").arg(QLocale().toString(found->excess * 100, 'f', 0), phaseTitle(found->phase));
}

QVariant ProcessesModel::text(int row, int column) const {
  const RankTimes& rank = rankAt(row);
  switch (column) {
    case kProcess:
      return QLocale().toString(row);
    case kHost:
      return hostText(rank);
    case kDevice:
      return devicesText(rank.computes_on);
    case kNote:
      return note(row);
    case kBar:
      return {};
    case kTotal:
      return number(total(rank.times));
    case kGpu:
      return busyText(rank.device);
    case kGpuMemory:
      return rank.device ? QVariant(dataSize(rank.device->memory_used_bytes)) : QVariant();
    default:
      return number(rank.times.at(static_cast<std::size_t>(column - kFirstPhase)));
  }
}

/// Of the columns whose words may be cut, of the bar, which has none, and of what is told in short.
QVariant ProcessesModel::toolTip(int row, int column) const {
  QString text;
  if (column == kHost) text = hostText(rankAt(row));
  if (column == kDevice) text = devicesText(rankAt(row).computes_on);
  if (column == kNote) text = note(row);
  if (column == kBar) text = barText(rankAt(row).times);
  if (column == kGpuMemory) text = memoryText(rankAt(row).device);
  return text.isEmpty() ? QVariant() : QVariant(plainToolTip(text));
}

QVariant ProcessesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const int row = index.row();
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(row, column);
    case Qt::DecorationRole:
      return column == kNote && !note(row).isEmpty() ? QVariant(icon(QStringLiteral("warning"))) : QVariant();
    case Qt::ToolTipRole:
      return toolTip(row, column);
    case Qt::AccessibleTextRole:
      if (column == kBar) return barText(rankAt(row).times);
      return column == kGpuMemory ? QVariant(memoryText(rankAt(row).device)) : text(row, column);
    case Qt::TextAlignmentRole: {
      const bool words = column == kHost || column == kDevice || column == kNote || column == kBar;
      return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    case kPartsRole: {
      if (column != kBar || longest_ <= 0) return {};
      QVector<double> parts;
      for (const double milliseconds : rankAt(row).times) parts << milliseconds / longest_;
      return QVariant::fromValue(parts);
    }
    default:
      return {};
  }
}

QVariant ProcessesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    const bool words = section == kHost || section == kDevice || section == kNote || section == kBar;
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole) return headerToolTip(section);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kProcess:
      return tr("Process");
    case kHost:
      return tr("Host");
    case kDevice:
      return tr("Device");
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
      return phaseTitle(static_cast<Phase>(section - kFirstPhase));
  }
}

}  // namespace gan
