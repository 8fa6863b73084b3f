#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace gan {

/// What a link's thread asks, made when it is first needed and after each drop() anew. Thread-safe.
template <class Source>
class SourceOnDemand {
 public:
  explicit SourceOnDemand(std::function<std::unique_ptr<Source>()> open) : open_(std::move(open)) {}

  /// Null once closed. Throws what `open` does. Not from two threads at once.
  std::shared_ptr<Source> use() {
    {
      const std::lock_guard lock(mutex_);
      if (closed_ || source_) return closed_ ? nullptr : source_;
    }
    std::shared_ptr<Source> made = open_();
    const std::lock_guard lock(mutex_);
    if (closed_) return nullptr;
    source_ = made;
    return made;
  }

  void drop() {
    const std::lock_guard lock(mutex_);
    source_.reset();
  }

  /// Ends what is under way; none is made any more.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (source_) source_->close();
  }

 private:
  const std::function<std::unique_ptr<Source>()> open_;
  std::mutex mutex_;
  std::shared_ptr<Source> source_;
  bool closed_ = false;
};

}  // namespace gan
