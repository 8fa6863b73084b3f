#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>

#include "session/nearest_images.h"

namespace gan {

/// The training images that were asked for last, opened on a thread of its own: to list millions of them, or those of a
/// slow disk, takes longer than others should wait. One thread at a time.
class LateImages {
 public:
  using Open = std::function<std::unique_ptr<NearestImages>()>;

  /// Null while they are being opened, for which it waits no longer than patience. what: stands for those data; others
  /// replace them, once they are open. Throws what `open` did, which is then asked again next time.
  const NearestImages* find(const std::string& what, const Open& open, std::chrono::milliseconds patience);

 private:
  std::string what_;
  std::unique_ptr<NearestImages> images_;
  std::future<std::unique_ptr<NearestImages>> opening_;
};

}  // namespace gan
