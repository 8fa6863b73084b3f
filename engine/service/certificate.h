#pragma once

#include <filesystem>
#include <string>

namespace gan {

/// What an engine proves itself with over TCP, as PEM texts.
struct Certificate {
  std::string certificate;
  std::string key;
};

/// The certificate in access/, or a new self-made one (EC P-256, ten years) where there is none, or where it expires
/// within a month: clients compare the certificate itself, so nobody else has to vouch for it. The key's file has mode
/// 0600. Throws Error(kPermissionDenied | kInternal).
Certificate ensureCertificate(const std::filesystem::path& access);

}  // namespace gan
