#pragma once

#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "comparison/alignment.h"
#include "loss_chart/chart_axes.h"
#include "loss_chart/chart_data.h"

namespace gan {

/// Which part of several runs' curves is in view, on an axis that they share, and what each is to be asked for: only
/// columns for what is in view. Knows no window.
///
/// Places on the axis are steps, epochs, seconds since a run's first step, or steps since its branch point. Where they
/// lie follows from answers, so each run is asked for the whole of it first.
class ComparedCurves {
 public:
  /// Forgets everything.
  void setCount(int runs);
  /// As branchPoints() says.
  void setBranchPoints(std::span<const qint64> points);
  int count() const { return static_cast<int>(runs_.size()); }

  Alignment alignment() const { return alignment_; }
  /// Everything is in view then.
  void setAlignment(Alignment alignment);
  /// Its steps that there are.
  void setExtent(int run, qint64 first_step, qint64 last_step);
  /// Drops what is not the answer to the newest question; then false.
  bool setReply(int run, const ChartReply& reply);
  /// The newest; of no curves before there is one.
  const ChartReply& reply(int run) const { return at(run).reply; }

  /// False before any run has said where it lies.
  bool hasView() const;
  double first() const;
  double last() const;
  bool isFitted() const { return !chosen_; }
  void fit() { chosen_.reset(); }
  /// Kept inside of what there is; nothing happens without a view.
  void set(double first, double last);

  /// A place at which runs are asked for their values themselves, too; nothing: nowhere.
  void setCursor(std::optional<double> place);
  /// The step of a run that is nearest to a place. At the cursor it stays the one that it was as the cursor was put
  /// there, or as the run was first asked afterwards: other columns say otherwise between which steps it lies.
  qint64 stepAt(int run, double place) const;

  /// From steps of a run to places on the axis: as fine as its newest answer says, or as of the whole run.
  const XScale& scale(int run) const { return at(run).scale; }
  /// The same for a part of another run that it descends from, which has epochs of its own.
  XScale scale(int run, const ChartColumns& part) const { return scaleOf(at(run), part); }
  /// The steps of a run that are in view.
  std::pair<double, double> stepsInView(int run) const;

  /// What is in view of a run's own steps, step by step: to be read at once, not asked for. Without names: nothing.
  ChartQuery seen(int run, const QStringList& names, double smoothing_share) const;

  /// Of these series, where the view is so many pixels wide and values are averaged over a share of what is in view:
  /// the first question is not about averages, for which all values have to be read, so that something is seen soon.
  /// The answer to any earlier question is stale from now on. Nothing: nothing of the run is in view, or it has no
  /// steps.
  std::optional<ChartQuery> ask(int run, const QStringList& names, double pixels, double smoothing_share);

 private:
  struct Run {
    qint64 branch_point = 0;
    qint64 first_step = 0;
    qint64 last_step = -1;  ///< Before the first: none is known.
    ChartReply reply;
    ChartColumns whole;  ///< Of a series, in the newest answer about the whole run.
    XScale whole_scale;  ///< By that one,
    XScale scale;        ///< and by the newest answer.
    bool asked_whole = false;
    std::optional<qint64> cursor_step;  ///< That the cursor is on, as soon as it is known.
    quint64 stamp = 0;

    /// With the runs that it descends from, as far as they are known.
    double reachFirst() const;
    bool hasSteps() const { return last_step >= first_step; }
  };
  const Run& at(int run) const { return runs_.at(static_cast<std::size_t>(run)); }
  XScale scaleOf(const Run& run, const ChartColumns& columns) const;
  void updateScales(Run& run) const;
  bool isPlaced(const Run& run) const;
  /// Of all runs that are placed.
  std::optional<std::pair<double, double>> reach() const;

  std::vector<Run> runs_;
  Alignment alignment_ = Alignment::kStep;
  std::optional<double> cursor_;
  std::optional<std::pair<double, double>> chosen_;  ///< Nothing: everything is in view.
};

}  // namespace gan
