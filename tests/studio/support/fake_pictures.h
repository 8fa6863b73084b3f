#pragma once

#include <condition_variable>
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

 private:
  friend class FakePictureSupplier;

  mutable std::mutex mutex_;
  std::vector<Wish> wishes_;
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

 private:
  std::shared_ptr<FakePictures> pictures_;
};

/// For PictureLink's constructor.
inline auto opening(const std::shared_ptr<FakePictures>& pictures) {
  return [pictures]() -> std::unique_ptr<PictureSupplier> { return std::make_unique<FakePictureSupplier>(pictures); };
}

}  // namespace gan::test
