#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "link/picture_supplier.h"

namespace gan::test {

/// Pictures without an engine: says what a test tells it. Any thread.
class FakePictures {
 public:
  struct Wish {
    std::uint64_t stamp = 0;
    std::string line;
    int side = 0;
  };

  std::vector<Wish> wishes() const {
    const std::lock_guard lock(mutex_);
    return wishes_;
  }
  int opened() const {
    const std::lock_guard lock(mutex_);
    return opened_;
  }
  bool isOpen() const {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  void answer(const PictureSupplier::Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (open_) callbacks_.on_answer(answer);
  }
  void setSupply(PictureSupply supply, const Message& why = {}) {
    const std::lock_guard lock(mutex_);
    if (open_) callbacks_.on_supply(supply, why);
  }

  /// How rows are drawn, on the link's thread.
  std::function<void(const PictureRow&, const std::function<bool(const PictureSupplier::Answer&)>&)> on_draw =
      [](const PictureRow& row, const auto& take) {
        for (int i = 0; i < lengthOf(row) && take(pictureOf(i)); ++i) {
        }
      };
  static int lengthOf(const PictureRow& row) {
    const auto* lines = std::get_if<std::vector<std::string>>(&row.what);
    return lines ? static_cast<int>(lines->size()) : std::get<FilmPart>(row.what).count;
  }
  static PictureSupplier::Answer pictureOf(int index) {
    QImage image(2, 2, QImage::Format_RGB888);
    image.fill(Qt::green);
    return {.stamp = static_cast<std::uint64_t>(index), .image = image, .step = 12};
  }
  std::vector<PictureRow> rows() const {
    const std::lock_guard lock(mutex_);
    return rows_;
  }
  /// Blocks a row until the link closes the supplier.
  void waitUntilClosed() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_; });
  }

 private:
  friend class FakePictureSupplier;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Wish> wishes_;
  std::vector<PictureRow> rows_;
  bool closed_ = false;
  PictureSupplier::Callbacks callbacks_;
  int opened_ = 0;
  bool open_ = false;
};

class FakePictureSupplier final : public PictureSupplier {
 public:
  explicit FakePictureSupplier(std::shared_ptr<FakePictures> pictures) : pictures_(std::move(pictures)) {}
  ~FakePictureSupplier() override {
    const std::lock_guard lock(pictures_->mutex_);
    pictures_->open_ = false;
    pictures_->callbacks_ = {};
  }

  void explore(Callbacks callbacks) override {
    const std::lock_guard lock(pictures_->mutex_);
    pictures_->callbacks_ = std::move(callbacks);
    pictures_->open_ = true;
    ++pictures_->opened_;
  }
  std::uint64_t wish(const std::string& line, int side) override {
    const std::lock_guard lock(pictures_->mutex_);
    const std::uint64_t stamp = pictures_->wishes_.size() + 1;
    pictures_->wishes_.push_back({stamp, line, side});
    return stamp;
  }
  void draw(const PictureRow& row, const std::function<bool(const Answer&)>& take) override {
    {
      const std::lock_guard lock(pictures_->mutex_);
      pictures_->rows_.push_back(row);
    }
    pictures_->on_draw(row, take);
  }
  void close() override {
    const std::lock_guard lock(pictures_->mutex_);
    pictures_->closed_ = true;
    pictures_->changed_.notify_all();
  }

 private:
  std::shared_ptr<FakePictures> pictures_;
};

/// For PictureLink's constructor.
inline auto opening(const std::shared_ptr<FakePictures>& pictures) {
  return [pictures]() -> std::unique_ptr<PictureSupplier> { return std::make_unique<FakePictureSupplier>(pictures); };
}

}  // namespace gan::test
