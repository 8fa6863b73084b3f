#include "core/sha256.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/atomic_file.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

std::string digestOf(std::string_view text) {
  Sha256 digest;
  digest.update(std::as_bytes(std::span(text)));
  return digest.finish();
}

// NIST, "Examples with Intermediate Values" for FIPS 180-4, and the empty and long messages of NIST's test vectors.
constexpr std::string_view kEmptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr std::string_view kAbcDigest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view kTwoBlockDigest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
constexpr std::string_view kMillionDigest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Sha256, EqualsThePublishedDigests) {
  EXPECT_EQ(digestOf(""), kEmptyDigest);
  EXPECT_EQ(digestOf("abc"), kAbcDigest);
  EXPECT_EQ(digestOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), kTwoBlockDigest);
}

TEST(Sha256, TakesAMessageInPieces) {
  Sha256 digest;
  const std::string piece(1000, 'a');
  for (int i = 0; i < 1000; ++i) digest.update(std::as_bytes(std::span(piece)));
  EXPECT_EQ(digest.finish(), kMillionDigest);
}

TEST(Sha256, ReadsFilesLargerThanOnePiece) {
  const TemporaryFolder folder;
  writeFileAtomically(folder / "million", std::string(1'000'000, 'a'));
  EXPECT_EQ(sha256OfFile(folder / "million"), kMillionDigest);
  const std::string text(3'000'000, 'b');
  writeFileAtomically(folder / "larger", text);
  EXPECT_EQ(sha256OfFile(folder / "larger"), digestOf(text));
}

TEST(Sha256, RefusesWhatIsNoFile) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { sha256OfFile(folder / "missing"); });
  expectError(ErrorCode::kInvalidArgument, "file_not_regular", [&] { sha256OfFile(folder.path()); });
}

}  // namespace
}  // namespace gan
