#include "protocol/target.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "support/expect_error.h"

namespace gan {
namespace {

TEST(Target, WithoutASchemeIsARunFolder) {
  EXPECT_EQ(std::get<FolderTarget>(parseTarget({"runs/one"})).run, "runs/one");
}

TEST(Target, TakesAnAbsoluteSocket) {
  EXPECT_EQ(std::get<UnixTarget>(parseTarget({"unix:/run/x.sock"})).socket, "/run/x.sock");
  expectError(ErrorCode::kInvalidArgument, "target_invalid", [] { parseTarget({"unix:x.sock"}); });
}

TEST(Target, TakesUserHostPortAndPathOfSsh) {
  const auto full = std::get<SshTarget>(parseTarget({"ssh://ann@node-1.example:2222/data/my run's"}));
  EXPECT_EQ(full.user, "ann");
  EXPECT_EQ(full.host, "node-1.example");
  EXPECT_EQ(full.port, "2222");
  EXPECT_EQ(full.path, "/data/my run's");
  const auto short_form = std::get<SshTarget>(parseTarget({"ssh://node/r"}));
  EXPECT_EQ(short_form.user, "");
  EXPECT_EQ(short_form.port, "");
}

TEST(Target, ThatCouldMakeSshRunSomethingElseIsRefused) {
  for (const char* text : {"ssh://-oProxyCommand=id/r", "ssh://-l@host/r", "ssh://a;b/r", "ssh://$(id)/r", "ssh:///r",
                           "ssh://host", "ssh://host:22x/r", "ssh://@host/r"}) {
    expectError(ErrorCode::kInvalidArgument, "target_invalid", [&] { parseTarget({text}); });
  }
}

TEST(Target, WithAZeroByteIsRefusedBecauseAPathWouldEndThere) {
  for (const char* text : {"runs/one", "unix:/run/x.sock", "ssh://host/r"}) {
    const std::string with_zero = std::string(text) + '\0' + "/two";
    expectError(ErrorCode::kInvalidArgument, "target_invalid", [&] { parseTarget({with_zero}); });
  }
}

TEST(Target, WithAPortThatNoHostHasIsRefused) {
  for (const char* port : {"0", "65536", "99999", "-1", "+1", "0x1", "000099", ""}) {
    const std::string tcp = std::string("tcp:host:") + port;
    expectError(ErrorCode::kInvalidArgument, "target_invalid",
                [&] { parseTarget({.text = tcp, .token = "t", .certificate = "c"}); });
    expectError(ErrorCode::kInvalidArgument, "target_invalid",
                [&] { parseTarget({std::string("ssh://host:") + port + "/r"}); });
  }
  EXPECT_EQ(std::get<SshTarget>(parseTarget({"ssh://host:65535/r"})).port, "65535");
}

TEST(Target, TakesHostAndPortOfTlsUnderBothItsNames) {
  for (const char* text : {"tls://host:7420", "tls://host:7420/", "tcp:host:7420"}) {
    const auto tls = std::get<TlsTarget>(parseTarget({text}));
    EXPECT_EQ(tls.address, "host:7420") << text;
    EXPECT_EQ(tls.fingerprint, "") << text;
  }
  EXPECT_EQ(std::get<TlsTarget>(parseTarget({"tls://[::1]:7420"})).address, "[::1]:7420");
  for (const char* text :
       {"tls://host", "tls://:7420", "tls://-o:1", "tls://a b:1", "tls://host:7420/run", "tcp:host"}) {
    expectError(ErrorCode::kInvalidArgument, "target_invalid", [&] { parseTarget({text}); });
  }
}

TEST(Target, TakesTheFingerprintOfATlsCertificateAsProgramsPrintIt) {
  const std::string digits = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  std::string openssl;  // as `openssl x509 -fingerprint -sha256` prints it
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    openssl += std::string(i == 0 ? "" : ":") + static_cast<char>(std::toupper(digits[i])) +
               static_cast<char>(std::toupper(digits[i + 1]));
  }
  for (const std::string& text : {digits, "sha256:" + digits, openssl}) {
    EXPECT_EQ(std::get<TlsTarget>(parseTarget({"tls://host:7420#" + text})).fingerprint, digits) << text;
  }
  for (const std::string& text :
       {std::string(), digits.substr(1), digits + "0", digits.substr(1) + "g", digits + " "}) {
    expectError(ErrorCode::kInvalidArgument, "target_invalid", [&] { parseTarget({"tls://host:7420#" + text}); });
  }
}

}  // namespace
}  // namespace gan
