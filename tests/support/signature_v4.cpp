#include "support/signature_v4.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>
#include <vector>

namespace gan {

namespace {

std::string hmac(const std::string& key, const std::string& text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
       text.size(), digest, &length);
  return {reinterpret_cast<const char*>(digest), length};
}

std::string sha256(const std::string& text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  EVP_Digest(text.data(), text.size(), digest, &length, EVP_sha256(), nullptr);
  return {reinterpret_cast<const char*>(digest), length};
}

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    char pair[3];
    std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text += pair;
  }
  return text;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

// AWS's UriEncode().
std::string encoded(const std::string& text, bool keep_slash) {
  std::string result;
  for (const char c : text) {
    const bool plain = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '.' || c == '_' || c == '~' || (c == '/' && keep_slash);
    if (plain) {
      result += c;
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
      result += code;
    }
  }
  return result;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string canonicalQuery(const std::string& query) {
  std::vector<std::pair<std::string, std::string>> fields;
  for (const std::string& field : split(query, '&')) {
    const std::size_t equals = std::min(field.find('='), field.size());
    const std::string value = equals < field.size() ? field.substr(equals + 1) : "";
    fields.emplace_back(encoded(decoded(field.substr(0, equals)), false), encoded(decoded(value), false));
  }
  std::ranges::sort(fields);
  std::string result;
  for (const auto& [name, value] : fields) result += (result.empty() ? "" : "&") + name + "=" + value;
  return result;
}

std::string field(const std::string& authorization, const std::string& name) {
  const std::size_t begin = authorization.find(name + "=");
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + name.size() + 1;
  return authorization.substr(from, authorization.find_first_of(", ", from) - from);
}

}  // namespace

std::string signatureFault(const ReceivedRequest& request, std::string_view access_key, std::string_view secret_key,
                           std::string_view region) {
  const auto header = [&](const std::string& name) {
    const auto found = request.headers.find(name);
    return found == request.headers.end() ? std::string() : found->second;
  };
  const std::string authorization = header("authorization");
  if (!authorization.starts_with("AWS4-HMAC-SHA256 ")) return "no signature";
  const std::string date = header("x-amz-date");
  if (date.size() != 16) return "no x-amz-date";
  const std::string day = date.substr(0, 8);
  const std::string scope = day + "/" + std::string(region) + "/s3/aws4_request";
  if (field(authorization, "Credential") != std::string(access_key) + "/" + scope)
    return "another key, region or scope";

  const std::string signed_headers = field(authorization, "SignedHeaders");
  const std::vector<std::string> names = split(signed_headers, ';');
  if (!std::ranges::is_sorted(names)) return "the signed headers are not in order";
  std::string headers;
  for (const std::string& name : names) headers += name + ":" + header(name) + "\n";
  for (const auto& [name, value] : request.headers) {
    const bool must = name == "host" || name.starts_with("x-amz-");
    if (must && std::ranges::find(names, name) == names.end()) return name + " is not signed";
  }
  const std::string payload = header("x-amz-content-sha256");
  if (payload.empty()) return "no x-amz-content-sha256";

  const std::string canonical = request.method + "\n" + encoded(decoded(request.path), true) + "\n" +
                                canonicalQuery(request.query) + "\n" + headers + "\n" + signed_headers + "\n" + payload;
  const std::string to_sign = "AWS4-HMAC-SHA256\n" + date + "\n" + scope + "\n" + hex(sha256(canonical));
  const std::string key =
      hmac(hmac(hmac(hmac("AWS4" + std::string(secret_key), day), std::string(region)), "s3"), "aws4_request");
  return field(authorization, "Signature") == hex(hmac(key, to_sign)) ? ""
                                                                      : "the signature does not match:\n" + canonical;
}

}  // namespace gan
