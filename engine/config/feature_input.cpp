#include "config/feature_input.h"

#include "config/text.h"
#include "core/error.h"

namespace gan {

const std::vector<std::string>& resizeNames() {
  static const std::vector<std::string> kNames = {kUsualResize, "pytorch-fid", "stylegan", "clean-fid", "biggan"};
  return kNames;
}

void checkFeatureInput(const std::string& prefix, const std::string& features, const std::string& resize,
                       std::int64_t size) {
  if (features != kInDomainFeatures || (resize == kUsualResize && size == 0)) return;
  const bool resized = resize != kUsualResize;
  throw Error(ErrorCode::kInvalidArgument, "in_domain_input",
              "{field} = {found} does not go with {features} = {in_domain}: such a classifier takes pictures as it was "
              "trained on them. Set {field} to {usual}, or {features} to the file of another network.",
              {{"field", prefix + (resized ? "resize" : "size")},
               {"found", resized ? excerpt(resize) : std::to_string(size)},
               {"features", prefix + "features"},
               {"in_domain", kInDomainFeatures},
               {"usual", resized ? kUsualResize : "0"}});
}

}  // namespace gan
