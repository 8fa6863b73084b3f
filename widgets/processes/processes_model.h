#pragma once

#include <QAbstractTableModel>
#include <QVector>
#include <array>
#include <optional>

namespace gan {

/// What a process does with the time of an iteration, in the order of its bar.
enum class ProcessPhase { kData, kForward, kBackward, kCommunication, kOptimizer, kOther };
inline constexpr int kProcessPhases = 6;

/// What people call it, translated: "Data".
QString phaseTitle(ProcessPhase phase);

/// One process of a training.
struct ProcessLine {
  QString host;
  std::array<double, kProcessPhases> milliseconds{};  ///< By ProcessPhase; means.
  /// Set when it keeps the others waiting.
  struct Slow {
    double excess = 0;  ///< Of its own work over the usual one: 0.3 is 30 % more.
    ProcessPhase phase = ProcessPhase::kOther;
    friend bool operator==(const Slow& a, const Slow& b) = default;
  };
  std::optional<Slow> slow;
  /// What its GPU does, for all programs together; none where it computes on a CPU.
  struct Gpu {
    std::optional<double> busy_percent;  ///< None on a part of a GPU.
    quint64 memory_used_bytes = 0;
    quint64 memory_total_bytes = 0;
    friend bool operator==(const Gpu& a, const Gpu& b) = default;
  };
  std::optional<Gpu> gpu = {};

  double total() const;
  friend bool operator==(const ProcessLine& a, const ProcessLine& b) = default;
};

/// All processes of a training, as they were measured last.
struct ProcessFacts {
  qint64 steps = 0;       ///< Iterations that the means are taken over.
  double step_ms = 0;     ///< Mean over the processes.
  double efficiency = 0;  ///< The part of the time in which they compute.
  QVector<int> slow;      ///< Numbers of those that keep the others waiting, the slowest first.
  QVector<ProcessLine> lines;

  friend bool operator==(const ProcessFacts& a, const ProcessFacts& b) = default;
};

/// A row for each process: its number, host, whether it is slow, a bar of its phases, their milliseconds and, when some
/// process has a GPU, what those do. Needs no window.
class ProcessesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    kProcess,
    kHost,
    kNote,
    kBar,
    kFirstPhase,
    kTotal = kFirstPhase + kProcessPhases,
    kGpu,  ///< This one and those behind it only when some process has a GPU.
    kGpuMemory,
    kColumnCount
  };
  /// Of the bar: QVector<double>, the phases as parts of the longest process.
  static constexpr int kPartsRole = Qt::UserRole + 1;

  using QAbstractTableModel::QAbstractTableModel;
  void setFacts(const ProcessFacts& facts);
  const ProcessFacts& facts() const { return facts_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void factsChanged();

 private:
  QVariant text(const ProcessLine& line, int row, int column) const;

  ProcessFacts facts_;
  double longest_ = 0;
  bool on_gpus_ = false;  // some process has one
};

}  // namespace gan
