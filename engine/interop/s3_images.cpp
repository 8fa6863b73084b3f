#include "interop/s3_images.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <span>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/sha256.h"
#include "core/units.h"
#include "interop/image_format.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = std::uint64_t{4} << 30U;

/// No picture that we read is smaller.
constexpr std::uint64_t kLeastBytes = 8;

/// The ending of what is plainly no picture. Everything else is found out by its content.
std::optional<std::string_view> endingOfSomethingElse(std::string_view name) {
  constexpr std::array kEndings = std::to_array<std::string_view>(
      {"7z",   "arrow", "avi",         "avro",  "bz2",    "c",      "cfg",    "ckpt", "conf",     "cpp",
       "crc",  "css",   "csv",         "db",    "doc",    "docx",   "gz",     "h5",   "hdf5",     "htm",
       "html", "idx",   "ini",         "ipynb", "js",     "json",   "jsonl",  "lmdb", "lock",     "log",
       "lst",  "mat",   "md",          "md5",   "mkv",    "mov",    "mp3",    "mp4",  "ndjson",   "npy",
       "npz",  "onnx",  "parquet",     "pdf",   "pickle", "pkl",    "pt",     "pth",  "py",       "rar",
       "rst",  "rtf",   "safetensors", "sh",    "sha1",   "sha256", "sqlite", "tar",  "tfrecord", "tfrecords",
       "tgz",  "toml",  "torrent",     "tsv",   "txt",    "wav",    "webm",   "xls",  "xlsx",     "xml",
       "xz",   "yaml",  "yml",         "zip",   "zst"});
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string ending(name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* const known = std::ranges::find(kEndings, ending);
  return known == kEndings.end() ? std::nullopt : std::optional(*known);
}

/// What an object is that cannot be a picture; nothing for what may be one. Nobody asks S3 for the beginning of a
/// million objects: what turns out to be no picture when it is read is a damaged image, which is told.
std::optional<std::string_view> otherKind(std::string_view name, std::uint64_t size) {
  if (size == 0) return "empty";
  if (namedAsPicture(name)) return std::nullopt;
  if (const auto ending = endingOfSomethingElse(name)) return ending;
  // "_SUCCESS", "_metadata" and "folder_$folder$" are what Hadoop and Spark leave.
  const bool mark = name.ends_with("_$folder$") || (name.starts_with('_') && name.find('.') == std::string_view::npos);
  return mark || size < kLeastBytes || size > kMaxPictureBytes ? std::optional<std::string_view>("other")
                                                               : std::nullopt;
}

[[noreturn]] void throwUnordered(const S3Client& client, const S3Address& address) {
  throw Error(
      ErrorCode::kDataLoss, "s3_listing_unordered",
      "{server} does not list {address} in the order of the keys, so that nothing tells where its list ends. Copy "
      "the images to a bucket of another kind.",
      {{"server", client.endpointText()}, {"address", address.text()}});
}

S3Listing askServer(S3Client& client, const S3Address& address) {
  S3Listing listing;
  std::vector<PassedOver> passed_over;
  std::string last_key;
  std::string token;
  do {
    S3Page page = client.list(address.prefix, token);
    for (const S3Object& object : page.objects) {
      if (object.key <= last_key || !object.key.starts_with(address.prefix)) throwUnordered(client, address);
      last_key = object.key;
      const std::string_view name = std::string_view(object.key).substr(object.key.rfind('/') + 1);
      const bool hidden = name.starts_with('.') && !namedAsPicture(name);
      if (name.empty() || hidden) continue;
      if (const auto kind = otherKind(name, object.size)) {
        passOver(passed_over, *kind, std::string_view(object.key).substr(address.prefix.size()));
      } else {
        listing.add(object);
      }
    }
    if (page.objects.empty() && page.next_token == token && !token.empty()) throwUnordered(client, address);
    token = std::move(page.next_token);
  } while (!token.empty());
  listing.shrink();
  listing.setPassedOver(std::move(passed_over));
  return listing;
}

std::string digestOf(std::string_view text) {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(text.data(), text.size())));
  return hash.finish();
}

std::optional<S3Listing> readList(const fs::path& file, const std::string& address, double hours) {
  std::error_code ignored;
  if (hours <= 0 || !fs::exists(file, ignored)) return std::nullopt;
  auto saved = parseS3Listing(readFile(file, kMaxListBytes));
  const double age = saved ? unixSeconds() - saved->unix_seconds : 0;
  if (!saved || saved->address != address || age < 0 || age > hours * 3600) return std::nullopt;
  log::info("the list of " + address + " is from " + formatUtc(saved->unix_seconds) +
            "; data.s3_listing_hours=0 lists anew");
  return std::move(saved->listing);
}

void writeList(const fs::path& file, const std::string& address, const S3Listing& listing) {
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (failure) {
    log::warning("the list of " + address + " is not kept, because " + file.parent_path().string() +
                 " cannot be made: " + failure.message());
    return;
  }
  try {
    // The names of somebody's files are nobody else's business.
    writeFileAtomically(file, formatS3Listing({.address = address, .unix_seconds = unixSeconds(), .listing = listing}),
                        0600);
  } catch (const std::exception& error) {
    log::warning("the list of " + address + " is not kept: " + error.what());
  }
}

/// The name of the folder that holds key; for one right under the prefix, of the folder or bucket itself.
std::string_view folderOf(std::string_view key, const S3Address& address) {
  std::string_view folder = key.substr(address.prefix.size());
  const std::size_t end = folder.rfind('/');
  folder = folder.substr(0, end == std::string_view::npos ? 0 : end);
  if (folder.empty()) folder = address.prefix.empty() ? std::string_view(address.bucket) : address.prefix;
  while (folder.ends_with('/')) folder.remove_suffix(1);
  const std::size_t begin = folder.rfind('/');
  return begin == std::string_view::npos ? folder : folder.substr(begin + 1);
}

bool liesInItself(std::string_view key, const S3Address& address) {
  return key.substr(address.prefix.size()).find('/') == std::string_view::npos;
}

}  // namespace

S3Listing listS3Images(S3Client& client, const S3Address& address, const fs::path& lists_folder, double hours) {
  const std::string name = client.endpointText() + " " + address.text();
  const fs::path file = lists_folder / (digestOf(name) + ".txt");
  if (auto known = readList(file, name, hours)) return std::move(*known);
  S3Listing listing = askServer(client, address);
  if (listing.count() == 0) {
    throw Error(
        ErrorCode::kNotFound, "s3_no_images",
        "{address} on {server} holds no pictures: there is nothing under it, or only what is plainly something else "
        "(.txt, .csv, .json, .zip, ...). Check bucket and folder; names are told apart by case.",
        {{"address", address.text()}, {"server", client.endpointText()}});
  }
  writeList(file, name, listing);
  return listing;
}

S3Labels labelsOf(const S3Listing& listing, const S3Address& address) {
  std::map<std::string_view, std::int32_t> classes;
  bool in_folders = false;
  for (std::int64_t i = 0; i < listing.count(); ++i) {
    classes.try_emplace(folderOf(listing.key(i), address), 0);
    in_folders = in_folders || !liesInItself(listing.key(i), address);
  }
  if (!in_folders) return {};
  S3Labels result;
  for (auto& [name, label] : classes) {
    label = static_cast<std::int32_t>(result.class_names.size());
    result.class_names.emplace_back(name);
  }
  result.labels.reserve(static_cast<std::size_t>(listing.count()));
  for (std::int64_t i = 0; i < listing.count(); ++i) {
    result.labels.push_back(classes.at(folderOf(listing.key(i), address)));
  }
  return result;
}

std::string fingerprintOf(const S3Listing& listing) {
  Sha256 hash;
  for (std::int64_t i = 0; i < listing.count(); ++i) {
    const S3Object object = listing.at(i);
    const std::string text = object.key + '\0' + object.etag + '\0' + std::to_string(object.size) + '\0';
    hash.update(std::as_bytes(std::span(text.data(), text.size())));
  }
  return hash.finish();
}

}  // namespace gan
