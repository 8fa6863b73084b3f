#pragma once

#include <QTimer>
#include <chrono>
#include <functional>
#include <utility>

#include "link/export_link.h"
#include "state/texts.h"
#include "style/plan.h"

namespace gan {

/// Finds out what an open plan of an export takes: once for each wish, when it has rested for a moment and somebody
/// answers, not with each look at a list. GUI thread.
template <typename PlanOf>
class PlanAnswers {
 public:
  using Wish = typename PlanOf::Wish;
  using Forecast = typename PlanOf::Forecast;
  struct Parts {
    PlanOf& plan;
    ExportLink& exports;
    std::function<void()> ask_server;    ///< Whose answer becomes onServed(),
    std::function<bool()> waits_for_it;  ///< until which this is true.
    std::function<ExportWish(const Wish&)> wish;
    std::function<Forecast(const ExportForecast&)> forecast;
  };

  /// All of them must outlive it.
  explicit PlanAnswers(Parts parts) : parts_(std::move(parts)) {
    rest_.setSingleShot(true);
    QObject::connect(&parts_.plan, &PlanSignals::wishChanged, &rest_, [this] { onWish(); });
    QObject::connect(&rest_, &QTimer::timeout, &rest_, [this] { answer(); });
  }

  void onServed() {
    if (parts_.plan.isOpen() && plan_waits_) rest_.start(kRest);
  }
  void onServerFailed(const Message& why) {
    if (parts_.plan.isOpen()) parts_.plan.setProblem(translated(why));
  }
  /// What the plan asks for.
  ExportWish wish() const { return parts_.wish(parts_.plan.wish()); }

 private:
  static constexpr std::chrono::milliseconds kRest{300};

  void onWish() {
    plan_waits_ = parts_.plan.isOpen();
    if (!plan_waits_) return rest_.stop();
    parts_.ask_server();
    rest_.start(kRest);
  }

  /// Once for each wish: a refused one is not tried out with each look at the list.
  void answer() {
    if (!parts_.plan.isOpen() || parts_.waits_for_it()) return;
    plan_waits_ = false;
    estimate();
  }

  void estimate() {
    PlanOf& plan = parts_.plan;
    if (!plan.isOpen() || plan.forecast() || std::exchange(estimating_, true)) return;
    const auto answered = [this, asked = plan.wish()](const std::function<void()>& take) {
      estimating_ = false;
      if (parts_.plan.isOpen() && asked == parts_.plan.wish()) return take();
      estimate();  // it was changed meanwhile
    };
    parts_.exports.estimate(
        wish(), {.done =
                     [this, answered](const ExportForecast& found) {
                       answered([&] { parts_.plan.setForecast(parts_.forecast(found)); });
                     },
                 .failed = [this, answered](
                               const Message& why) { answered([&] { parts_.plan.setProblem(translated(why)); }); }});
  }

  const Parts parts_;
  QTimer rest_;              ///< The wish is still being changed.
  bool plan_waits_ = false;  ///< For a server, or until its wish rests.
  bool estimating_ = false;
};

}  // namespace gan
