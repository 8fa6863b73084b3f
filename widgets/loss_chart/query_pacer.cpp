#include "loss_chart/query_pacer.h"

#include <algorithm>

namespace gan {
namespace {

constexpr qint64 kDataInterval_ms = 100;
constexpr qint64 kViewInterval_ms = 30;
constexpr qint64 kLost_ms = 3000;  // an answer that takes longer is taken for lost

}  // namespace

QueryPacer::QueryPacer(QObject* parent) : QObject(parent) {
  timer_.setSingleShot(true);
  timer_.setTimerType(Qt::PreciseTimer);  // a coarse one may fire early
  connect(&timer_, &QTimer::timeout, this, &QueryPacer::ask);
}

void QueryPacer::request(Urgency urgency) {
  (urgency == Urgency::kData ? wants_data_ : wants_view_) = true;
  schedule();
}

void QueryPacer::answered() {
  is_asking_ = false;
  schedule();
}

void QueryPacer::setPaused(bool paused) {
  is_paused_ = paused;
  if (paused) timer_.stop();
  schedule();
}

void QueryPacer::reset() {
  timer_.stop();
  is_asking_ = wants_data_ = wants_view_ = false;
}

void QueryPacer::schedule() {
  if (is_paused_ || !(wants_data_ || wants_view_)) return;
  qint64 wait = 0;
  if (since_asked_.isValid()) {
    const qint64 interval = wants_view_ ? kViewInterval_ms : (is_asking_ ? kLost_ms : kDataInterval_ms);
    wait = std::max<qint64>(0, interval - since_asked_.elapsed());
  }
  if (!timer_.isActive() || timer_.remainingTime() > wait) timer_.start(static_cast<int>(wait));
}

void QueryPacer::ask() {
  wants_data_ = wants_view_ = false;
  is_asking_ = true;
  since_asked_.start();
  emit due();
}

}  // namespace gan
