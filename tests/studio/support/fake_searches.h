#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "link/latent_search.h"

namespace gan::test {

/// Searches without an engine: they answer what a test says. Any thread.
class FakeSearches {
 public:
  std::function<ExplorerLatents(std::optional<qint64> step)> on_describe = [](std::optional<qint64>) {
    return ExplorerLatents{.are_known = true, .chunks = 3, .directions = {{DirectionKind::kSefa, {0.75, 0.25}}}};
  };
  std::function<void(const PhotoWish&, const std::function<bool(const PhotoProgress&)>&)> on_project =
      [](const PhotoWish& wish, const auto& take) {
        for (int step = 0; step <= wish.steps; ++step) {
          QImage image(2, 2, QImage::Format_RGB888);
          image.fill(Qt::green);
          if (!take({.step = step, .steps = wish.steps, .best = {.line = QStringLiteral("z=1,2"), .image = image}})) {
            return;
          }
        }
      };

  std::vector<std::optional<qint64>> described() const { return copyOf(described_); }
  std::vector<std::string> starts() const { return copyOf(starts_); }
  std::vector<std::string> points() const { return copyOf(points_); }
  std::vector<NearestMeasure> measures() const { return copyOf(measures_); }

 private:
  friend class FakeSearch;
  template <class Value>
  Value copyOf(const Value& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }

  mutable std::mutex mutex_;
  std::vector<std::optional<qint64>> described_;
  std::vector<std::string> starts_;
  std::vector<std::string> points_;
  std::vector<NearestMeasure> measures_;
};

class FakeSearch final : public LatentSearch {
 public:
  explicit FakeSearch(std::shared_ptr<FakeSearches> searches) : searches_(std::move(searches)) {}

  ExplorerLatents describe(std::optional<qint64> step) override {
    note(searches_->described_, step);
    return searches_->on_describe(step);
  }
  void project(const QByteArray&, const PhotoWish& wish,
               const std::function<bool(const PhotoProgress&)>& take) override {
    note(searches_->starts_, wish.start);
    searches_->on_project(wish, take);
  }
  void findNearest(const std::string& point, NearestMeasure measure,
                   const std::function<bool(const NearestProgress&)>& take) override {
    note(searches_->points_, point);
    note(searches_->measures_, measure);
    take({.searched = 5, .total = 10});
    take({.searched = 10, .total = 10, .images = QVector<NearestImage>(3)});
  }
  void close() override {}

 private:
  template <class Value>
  void note(std::vector<Value>& values, const Value& value) {
    const std::lock_guard lock(searches_->mutex_);
    values.push_back(value);
  }

  std::shared_ptr<FakeSearches> searches_;
};

/// For SearchLink's constructor.
inline auto opening(const std::shared_ptr<FakeSearches>& searches) {
  return [searches]() -> std::unique_ptr<LatentSearch> { return std::make_unique<FakeSearch>(searches); };
}

}  // namespace gan::test
