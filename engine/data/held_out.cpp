#include "data/held_out.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"

namespace gan {

namespace {

/// Some images of another data set, in its order.
class PartOfDataset : public Dataset {
 public:
  PartOfDataset(std::unique_ptr<Dataset> whole, std::vector<std::int64_t> images, const std::string& part)
      : whole_(std::move(whole)), images_(std::move(images)), info_(whole_->info()) {
    info_.count = static_cast<std::int64_t>(images_.size());
    info_.fingerprint += "/" + part;
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return whole_->label(in(index)); }
  std::int64_t read(std::int64_t index, Image& image) const override { return whole_->read(in(index), image); }
  std::string imageName(std::int64_t index) const override { return whole_->imageName(in(index)); }

 private:
  std::int64_t in(std::int64_t index) const { return images_.at(static_cast<std::size_t>(index)); }

  std::unique_ptr<Dataset> whole_;
  std::vector<std::int64_t> images_;
  DatasetInfo info_;
};

std::int64_t keptBack(const HeldOut& rule, std::int64_t images) {
  const std::int64_t wished = rule.how == HeldOut::How::kPerClass
                                  ? rule.per_class
                                  : static_cast<std::int64_t>(std::ceil(rule.share * static_cast<double>(images)));
  return std::clamp<std::int64_t>(wished, 0, images - 1);
}

std::string describe(const HeldOut& rule) {
  return rule.how == HeldOut::How::kPerClass ? "last-" + std::to_string(rule.per_class)
                                             : "last-" + formatValue(Value(rule.share));
}

}  // namespace

std::unique_ptr<Dataset> divided(std::unique_ptr<Dataset> whole, const HeldOut& rule, Side side) {
  const std::int64_t count = whole->info().count;
  std::map<std::int64_t, std::int64_t> left;  // of a class
  for (std::int64_t i = 0; i < count; ++i) ++left[whole->label(i)];
  std::map<std::int64_t, std::int64_t> back;
  for (const auto& [label, images] : left) back[label] = keptBack(rule, images);
  std::vector<std::int64_t> images;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t label = whole->label(i);
    const bool held_out = left[label]-- <= back[label];
    if (held_out == (side == Side::kHeldOut)) images.push_back(i);
  }
  if (images.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "data_nothing_held_out",
                "{name} has too few images to keep some of each class back for validation. Use more images, or set "
                "data.validation to none.",
                {{"name", whole->info().name}});
  }
  const std::string part = (side == Side::kHeldOut ? "held-out-" : "without-") + describe(rule);
  return std::make_unique<PartOfDataset>(std::move(whole), std::move(images), part);
}

std::optional<HeldOut> heldOut(const RunConfig& config) {
  const std::string& validation = config.text("data.validation");
  if (validation != "share" && validation != "per_class") return std::nullopt;
  return HeldOut{.how = validation == "share" ? HeldOut::How::kShare : HeldOut::How::kPerClass,
                 .share = config.real("data.validation_share"),
                 .per_class = config.integer("data.validation_per_class")};
}

std::unique_ptr<Dataset> openValidation(const RunConfig& config) {
  const std::string& validation = config.text("data.validation");
  if (validation == "none") return nullptr;
  RunConfig whole = config;
  whole.set("data.validation", Value(std::string("none")));
  if (const auto rule = heldOut(config)) return divided(openDataset(whole), *rule, Side::kHeldOut);
  whole.set("data.split", Value(validation));
  return openDataset(whole);
}

}  // namespace gan
