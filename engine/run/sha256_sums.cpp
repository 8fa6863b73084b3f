#include "run/sha256_sums.h"

#include <optional>
#include <set>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/message.h"
#include "core/sha256.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigestDigits = 64;
constexpr std::uint64_t kMaxSumsBytes = std::uint64_t{1} << 20U;

[[noreturn]] void throwDamaged(const fs::path& folder, std::string_view file, std::string_view problem) {
  throw Error(ErrorCode::kDataLoss, "checkpoint_damaged",
              "{checkpoint} is damaged: {file} {problem}. Continue from another checkpoint of the run.",
              {{"checkpoint", folder.string()}, {"file", std::string(file)}, {"problem", std::string(problem)}});
}

[[noreturn]] void throwUnreadable(const fs::path& folder, std::string_view file, const Error& why) {
  throw Error(ErrorCode::kDataLoss, "checkpoint_damaged",
              "{checkpoint} is damaged: {file} cannot be read ({reason}). Continue from another checkpoint of the run.",
              {{"checkpoint", folder.string()}, {"file", std::string(file)}, because(why)});
}

std::set<std::string> fileNames(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (entry->path().filename() != kSumsName) names.insert(entry->path().filename().string());
  }
  if (error) throwFileError("read", folder, error.value());
  return names;
}

/// Name and digest of a line "DIGEST  NAME". A name with a slash would lead out of the folder.
std::optional<std::pair<std::string, std::string>> parseLine(std::string_view line) {
  if (line.size() <= kDigestDigits + 2 || line.substr(kDigestDigits, 2) != "  ") return std::nullopt;
  const std::string_view digest = line.substr(0, kDigestDigits);
  const std::string_view name = line.substr(kDigestDigits + 2);
  if (digest.find_first_not_of("0123456789abcdef") != std::string_view::npos) return std::nullopt;
  if (name.find_first_of(std::string_view("/\0", 2)) != std::string_view::npos) return std::nullopt;
  return std::pair(std::string(name), std::string(digest));
}

std::string readSums(const fs::path& folder) {
  try {
    return readFile(folder / kSumsName, kMaxSumsBytes);
  } catch (const Error& error) {
    throwUnreadable(folder, kSumsName, error);
  }
}

std::string digestOf(const fs::path& folder, const std::string& name, const std::function<void()>& at_each_piece) {
  try {
    return sha256OfFile(folder / name, at_each_piece);
  } catch (const Error& error) {
    throwUnreadable(folder, name, error);
  }
}

void requireMatch(const fs::path& folder, const std::string& name, const std::string& digest,
                  const std::function<void()>& at_each_piece) {
  std::error_code error;
  if (!fs::is_regular_file(folder / name, error)) throwDamaged(folder, name, "is missing");
  if (digestOf(folder, name, at_each_piece) != digest) {
    throwDamaged(folder, name, "does not match its digest in SHA256SUMS");
  }
}

}  // namespace

std::map<std::string, std::string> parseSha256Sums(const fs::path& folder, std::string_view text) {
  std::map<std::string, std::string> digests;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const auto digest = parseLine(end == std::string_view::npos ? std::string_view() : text.substr(0, end));
    if (!digest || !digests.insert(*digest).second) {
      throwDamaged(folder, kSumsName, "holds a line that is not a digest and a name of its own");
    }
    text.remove_prefix(end + 1);
  }
  return digests;
}

void writeSha256Sums(const fs::path& folder) {
  std::string sums;
  for (const std::string& name : fileNames(folder)) {
    const fs::path path = folder / name;
    std::error_code error;
    if (fs::symlink_status(path, error).type() != fs::file_type::regular) {
      throw Error(ErrorCode::kInternal, "sums_not_a_file",
                  "{path} should be an ordinary file: a checkpoint holds nothing else. Please report this defect.",
                  {{"path", path.string()}});
    }
    flushToDisk(path);
    sums += sha256OfFile(path) + "  " + name + "\n";
  }
  writeFileAtomically(folder / kSumsName, sums);
}

void verifySha256Sums(const fs::path& folder, std::string_view unlisted) {
  const auto expected = parseSha256Sums(folder, readSums(folder));
  std::set<std::string> present = fileNames(folder);
  present.erase(std::string(unlisted));
  for (const std::string& name : present) {
    if (!expected.contains(name)) throwDamaged(folder, name, "is not listed in SHA256SUMS");
  }
  for (const auto& [name, digest] : expected) requireMatch(folder, name, digest, [] {});
}

void verifySha256Sums(const fs::path& folder, std::span<const std::string> files,
                      const std::function<void()>& at_each_piece) {
  const auto expected = parseSha256Sums(folder, readSums(folder));
  for (const std::string& name : files) {
    const auto listed = expected.find(name);
    if (listed == expected.end()) throwDamaged(folder, name, "is not listed in SHA256SUMS");
    requireMatch(folder, name, listed->second, at_each_piece);
  }
}

}  // namespace gan
