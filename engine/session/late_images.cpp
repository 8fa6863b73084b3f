#include "session/late_images.h"

namespace gan {

const NearestImages* LateImages::find(const std::string& what, const Open& open, std::chrono::milliseconds patience) {
  if (what_ != what && opening_.valid()) {
    if (opening_.wait_for(patience) != std::future_status::ready) return nullptr;
    opening_ = {};
  }
  if (what_ != what || (images_ == nullptr && !opening_.valid())) {
    images_.reset();
    what_ = what;
    opening_ = std::async(std::launch::async, open);
  }
  if (opening_.valid()) {
    if (opening_.wait_for(patience) != std::future_status::ready) return nullptr;
    images_ = opening_.get();
  }
  return images_.get();
}

}  // namespace gan
