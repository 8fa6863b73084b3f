#include "loss_chart/step_window.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

constexpr double kNarrowest = 2;  // steps

}  // namespace

void StepWindow::setExtent(qint64 first, qint64 last) {
  const bool followed = has_extent_ && !fitted_ && last_ >= extent_last_;
  const double moved = static_cast<double>(last) - extent_last_;
  has_extent_ = true;
  extent_first_ = static_cast<double>(first);
  extent_last_ = static_cast<double>(std::max(first, last));
  if (fitted_) {
    fit();
  } else if (followed) {
    set(first_ + moved, last_ + moved);
  } else {
    clamp();
  }
}

void StepWindow::fit() {
  fitted_ = true;
  first_ = extent_first_;
  last_ = extent_last_;
}

void StepWindow::set(double first, double last) {
  if (!std::isfinite(first) || !std::isfinite(last)) return;
  if (last < first) std::swap(first, last);
  if (last - first < kNarrowest) {
    const double middle = (first + last) / 2;
    first = middle - kNarrowest / 2;
    last = middle + kNarrowest / 2;
  }
  first_ = first;
  last_ = last;
  fitted_ = false;
  if (has_extent_) clamp();
}

void StepWindow::clamp() {
  if (fitted_ || last_ - first_ >= extent_last_ - extent_first_) {
    fit();
    return;
  }
  const double right = std::max(0.0, last_ - extent_last_);
  const double left = std::max(0.0, extent_first_ - first_);
  first_ += left - right;
  last_ += left - right;
}

}  // namespace gan
