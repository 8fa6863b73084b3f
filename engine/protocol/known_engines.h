#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gan {

/// What a user said of the engine at an address once, so that nobody is asked again.
struct KnownEngine {
  std::string fingerprint;  ///< Of the certificate that was recognised.
  std::string token;        ///< Shown to the engine with that certificate only; empty: none was given.
};

/// The engines that this user knows, in files of their own under $XDG_CONFIG_HOME/gan-studio/engines, ~/.config without
/// that variable. Only their owner may enter the folder.
class KnownEngines {
 public:
  explicit KnownEngines(std::filesystem::path folder) : folder_(std::move(folder)) {}
  static KnownEngines ofUser();

  /// Nothing when there is none, or no home to have it in. address: "HOST:PORT".
  /// Throws Error(kDataLoss, "known_engine_damaged"), Error(kPermissionDenied, "file_not_private").
  std::optional<KnownEngine> find(const std::string& address) const;
  /// Replaces what was known of the address. Throws Error(kPermissionDenied | kResourceExhausted).
  void remember(const std::string& address, const KnownEngine& engine) const;

 private:
  std::filesystem::path fileOf(const std::string& address) const;

  const std::filesystem::path folder_;
};

}  // namespace gan
