#pragma once

#include <QtGlobal>
#include <optional>

namespace gan {

/// Which steps a chart shows, of those that there are. Fitted, it shows all; with the newest step in view it moves
/// along as the run goes on; else it stays.
class StepWindow {
 public:
  void clear() { *this = StepWindow(); }
  bool hasExtent() const { return has_extent_; }
  void setExtent(qint64 first, qint64 last);
  double extentFirst() const { return extent_first_; }
  double extentLast() const { return extent_last_; }

  double first() const { return first_; }
  double last() const { return last_; }
  bool isFitted() const { return fitted_; }
  bool showsNewest() const { return fitted_ || last_ >= extent_last_; }

  void fit();
  /// Kept as it is until an extent is known, then moved and shortened into it.
  void set(double first, double last);

 private:
  void clamp();

  bool has_extent_ = false;
  bool fitted_ = true;
  double extent_first_ = 0;
  double extent_last_ = 0;
  double first_ = 0;
  double last_ = 0;
};

}  // namespace gan
