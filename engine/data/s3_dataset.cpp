#include "data/s3_dataset.h"

#include <span>
#include <string_view>
#include <utility>

#include "config/run_config.h"
#include "core/error.h"
#include "core/sha256.h"
#include "data/decoded_image.h"
#include "interop/aws_profile.h"
#include "interop/image_file.h"

namespace gan {

namespace {

std::filesystem::path cacheFolder(const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  if (const std::string folder = environmentValue("XDG_CACHE_HOME"); folder.starts_with('/')) {
    return std::filesystem::path(folder) / "gan-studio" / "s3";
  }
  if (const std::string home = environmentValue("HOME"); !home.empty()) {
    return std::filesystem::path(home) / ".cache" / "gan-studio" / "s3";
  }
  throw Error(ErrorCode::kInvalidArgument, "cache_path_missing",
              "There is no home folder to keep copies of remote images in. Set data.cache_path.");
}

/// The name of a copy, which changes with server, place and content.
std::string copyName(const S3Client& client, const S3Address& address, const S3Object& object) {
  Sha256 hash;
  for (const std::string& part : {client.endpointText(), address.bucket, object.key, object.etag}) {
    hash.update(std::as_bytes(std::span(part.data(), part.size())));
    hash.update(std::as_bytes(std::span("", 1)));
  }
  return hash.finish();
}

S3PathStyle pathStyle(const std::string& text) {
  if (text == "always") return S3PathStyle::kAlways;
  return text == "never" ? S3PathStyle::kNever : S3PathStyle::kAuto;
}

}  // namespace

S3Dataset::S3Dataset(const std::string& address, const S3DatasetOptions& options)
    : options_(options),
      address_(parseS3Address(address)),
      client_(std::make_unique<S3Client>(address_.bucket, options.client)),
      listing_(listS3Images(*client_, address_, options.cache / "lists", options.listing_hours)) {
  if (options.cache_limit_bytes > 0) {
    cache_ = std::make_unique<ObjectCache>(options.cache / "objects", options.cache_limit_bytes);
  }
  S3Labels labels = labelsOf(listing_, address_);
  labels_ = std::move(labels.labels);
  info_.name = address_.text();
  info_.count = listing_.count();
  info_.class_names = std::move(labels.class_names);
  info_.fingerprint = fingerprintOf(listing_);
  info_.passed_over = listing_.passedOver();
}

std::string S3Dataset::bytesOf(const S3Object& object) const {
  if (object.size > kMaxPictureBytes) {
    throw Error(ErrorCode::kDataLoss, "s3_picture_too_large",
                "s3://{bucket}/{key} has {found} bytes; a picture may have {limit}. Make it smaller or take it away.",
                {{"bucket", address_.bucket},
                 {"key", object.key},
                 {"found", std::to_string(object.size)},
                 {"limit", std::to_string(kMaxPictureBytes)}});
  }
  // Without an ETag nothing would tell that a copy is old.
  if (!cache_ || object.etag.empty()) return client_->read(object);
  const std::string name = copyName(*client_, address_, object);
  if (auto copy = cache_->find(name, object.size)) return std::move(*copy);
  std::string bytes = client_->read(object);
  cache_->store(name, bytes);
  return bytes;
}

std::int64_t S3Dataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= info_.count) {
    throw Error(ErrorCode::kInvalidArgument, "s3_no_such_image",
                "{address} has images 0 to {last}, but image {index} was asked for.",
                {{"address", info_.name}, {"last", std::to_string(info_.count - 1)}, {"index", std::to_string(index)}});
  }
  const S3Object object = listing_.at(index);
  const std::string bytes = bytesOf(object);
  ImageFileOptions options;
  options.shorter_side_at_least = options_.shorter_side_at_least;
  options.background = options_.background;
  assign(image, decodeImage(std::as_bytes(std::span(bytes.data(), bytes.size())),
                            "s3://" + address_.bucket + "/" + object.key, options));
  return label(index);
}

std::unique_ptr<Dataset> openS3Dataset(const RunConfig& config, std::int64_t shorter_side_at_least) {
  const std::string& background = config.text("data.background");
  const std::uint8_t level = background == "black" ? 0 : background == "grey" ? 128 : 255;
  S3DatasetOptions options;
  options.client.endpoint = config.text("data.s3_endpoint");
  options.client.region = config.text("data.s3_region");
  options.client.profile = config.text("data.s3_profile");
  options.client.anonymous = config.flag("data.s3_anonymous");
  options.client.path_style = pathStyle(config.text("data.s3_path_style"));
  options.cache = cacheFolder(config.text("data.cache_path"));
  options.cache_limit_bytes = static_cast<std::uint64_t>(config.integer("data.cache_limit")) << 30U;
  options.listing_hours = static_cast<double>(config.integer("data.s3_listing_hours"));
  options.shorter_side_at_least = shorter_side_at_least;
  options.background = {level, level, level};
  return std::make_unique<S3Dataset>(config.text("data.path"), options);
}

}  // namespace gan
