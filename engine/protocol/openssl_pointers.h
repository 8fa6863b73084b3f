#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <memory>

namespace gan {

template <auto Free>
struct OpenSslFreer {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};

using TlsContext = std::unique_ptr<SSL_CTX, OpenSslFreer<SSL_CTX_free>>;
using Tls = std::unique_ptr<SSL, OpenSslFreer<SSL_free>>;
using X509Certificate = std::unique_ptr<X509, OpenSslFreer<X509_free>>;
using X509Extension = std::unique_ptr<X509_EXTENSION, OpenSslFreer<X509_EXTENSION_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, OpenSslFreer<EVP_PKEY_free>>;
using MemoryBio = std::unique_ptr<BIO, OpenSslFreer<BIO_free_all>>;

}  // namespace gan
