#include "link/sampler_watch.h"

#include <chrono>
#include <utility>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kWatchInterval(2);

}  // namespace

SamplerWatch::SamplerWatch(Ask ask, QObject* parent) : QObject(parent), ask_(std::move(ask)) {
  connect(&timer_, &QTimer::timeout, this, &SamplerWatch::ask);
}

void SamplerWatch::start() {
  if (timer_.isActive()) return;
  timer_.start(kWatchInterval);
  ask();
}

void SamplerWatch::stop() {
  if (!timer_.isActive()) return;
  timer_.stop();
  asking_.cancel();
  emit measured(std::nullopt);
}

void SamplerWatch::ask() {
  const auto work = [ask = ask_]() -> std::optional<SamplerLoad> {
    try {
      return ask();
    } catch (const Error&) {
      return std::nullopt;  // the pictures themselves say what is wrong
    }
  };
  asking_.run(work, [this](const std::optional<SamplerLoad>& load) { emit measured(load); });
}

}  // namespace gan
