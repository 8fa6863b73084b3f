#include "service/certificate.h"

#include <openssl/pem.h>
#include <openssl/rand.h>

#include "core/atomic_file.h"
#include "core/error.h"
#include "protocol/connection.h"
#include "protocol/openssl_pointers.h"
#include "protocol/private_folder.h"

namespace gan {
namespace {

constexpr long kTenYears = 10L * 365 * 86'400;
constexpr long kMonth = 30L * 86'400;
constexpr std::size_t kMaxFileBytes = 64 << 10;

void require(bool done) {
  if (done) return;
  throw Error(ErrorCode::kInternal, "certificate_failed",
              "OpenSSL could not make a certificate for the network. Start without --listen and attach through ssh.");
}

std::string text(BIO* memory) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory, &data);
  return {data, static_cast<std::size_t>(size)};
}

void addExtension(X509* certificate, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const X509Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
  require(extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1);
}

X509Certificate signedBy(EVP_PKEY* key) {
  X509Certificate certificate(X509_new());
  require(certificate != nullptr);
  std::uint64_t serial = 0;
  require(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof(serial)) == 1);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1U);
  X509_set_version(certificate.get(), X509_VERSION_3);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -86'400);  // clocks differ
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kTenYears);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  require(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(kCertificateName),
                                     -1, -1, 0) == 1);
  X509_set_issuer_name(certificate.get(), name);
  addExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");  // it vouches for itself
  addExtension(certificate.get(), NID_subject_alt_name, (std::string("DNS:") + kCertificateName).c_str());
  require(X509_sign(certificate.get(), key, EVP_sha256()) != 0);
  return certificate;
}

Certificate makeCertificate() {
  const PrivateKey key(EVP_EC_gen("P-256"));
  require(key != nullptr);
  const X509Certificate certificate = signedBy(key.get());
  const MemoryBio certificate_text(BIO_new(BIO_s_mem()));
  const MemoryBio key_text(BIO_new(BIO_s_mem()));
  require(PEM_write_bio_X509(certificate_text.get(), certificate.get()) == 1);
  require(PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return {text(certificate_text.get()), text(key_text.get())};
}

bool isUsable(const Certificate& stored) {
  const MemoryBio certificate_text(
      BIO_new_mem_buf(stored.certificate.data(), static_cast<int>(stored.certificate.size())));
  const MemoryBio key_text(BIO_new_mem_buf(stored.key.data(), static_cast<int>(stored.key.size())));
  const X509Certificate certificate(PEM_read_bio_X509(certificate_text.get(), nullptr, nullptr, nullptr));
  const PrivateKey key(PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, nullptr));
  if (certificate == nullptr || key == nullptr || X509_check_private_key(certificate.get(), key.get()) != 1)
    return false;
  time_t soon = ::time(nullptr) + kMonth;
  return X509_cmp_time(X509_get0_notAfter(certificate.get()), &soon) > 0;
}

}  // namespace

Certificate ensureCertificate(const std::filesystem::path& access) {
  ensurePrivateFolder(access);
  const std::filesystem::path certificate_file = access / kCertificateFile;
  const std::filesystem::path key_file = access / "key.pem";
  if (std::filesystem::exists(certificate_file) && std::filesystem::exists(key_file)) {
    requirePrivateFile(key_file);
    Certificate stored{readFile(certificate_file, kMaxFileBytes), readFile(key_file, kMaxFileBytes)};
    if (isUsable(stored)) return stored;
  }
  Certificate made = makeCertificate();
  writeFileAtomically(key_file, made.key, 0600);
  writeFileAtomically(certificate_file, made.certificate, 0644);
  return made;
}

}  // namespace gan
