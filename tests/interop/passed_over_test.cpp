#include "interop/passed_over.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace gan {
namespace {

using namespace std::string_view_literals;

std::string kindOf(std::string_view start) {
  return std::string(otherKindOf(std::as_bytes(std::span(start.data(), start.size()))));
}

TEST(PassedOver, KnowsFormatsByTheSignaturesOfTheirStandards) {
  for (const auto& [start, kind] : {
           std::pair("II*\0\x08\0\0\0"sv, "TIFF"),  // TIFF 6.0, section 2
           std::pair("MM\0*\0\0\0\x08"sv, "TIFF"),  //
           std::pair("MM\0+\0\x08\0\0"sv, "TIFF"),  // BigTIFF
           std::pair("\0\0\0\x1c"
                     "ftypavif\0\0\0\0"sv,
                     "AVIF"),  // ISO/IEC 23000-22
           std::pair("\0\0\0\x18"
                     "ftypheic\0\0\0\0"sv,
                     "HEIC"),  // ISO/IEC 23008-12
           std::pair("\0\0\0\x20"
                     "ftypisom\0\0\2\0"sv,
                     "video"),                                    // ISO/IEC 14496-12
           std::pair("\xff\x0a\xfa\x1f"sv, "JPEG XL"),            // ISO/IEC 18181-2
           std::pair("\0\0\0\x0cjP  \r\n\x87\n"sv, "JPEG 2000"),  // ISO/IEC 15444-1
           std::pair("8BPS\0\1"sv, "Photoshop"),                  //
           std::pair("%PDF-1.7"sv, "PDF"),                        //
           std::pair("PK\x03\x04"sv, "zip"),                      //
           std::pair("\x1f\x8b\x08"sv, "gzip"),                   // RFC 1952
       }) {
    EXPECT_EQ(kindOf(start), kind);
  }
}

TEST(PassedOver, TellsTextFromBytes) {
  EXPECT_EQ(kindOf("name,label\n\"cat\",3\r\n"), "text");
  EXPECT_EQ(kindOf("\xc3\xbcn\xc3\xaf \xe7\x8b\x97"), "text");
  EXPECT_EQ(kindOf("\x7f"
                   "ELF\2\1\1"),
            "other");
  EXPECT_EQ(kindOf("words\0"sv), "other");
  EXPECT_EQ(kindOf(""), "empty");
}

TEST(PassedOver, SaysTheSameInWhateverOrderFilesWereFound) {
  std::vector<PassedOver> one;
  std::vector<PassedOver> other;
  for (int i = 1; i <= 1200; ++i) passOver(one, i == 7 ? "TIFF" : "text", std::to_string(i) + ".txt");
  for (int i = 1200; i >= 1; --i) passOver(other, i == 7 ? "TIFF" : "text", std::to_string(i) + ".txt");
  EXPECT_EQ(one, other);
  EXPECT_EQ(describe(one), "1 TIFF (7.txt), 1,199 text (1.txt, 10.txt, 100.txt, ...)");
  EXPECT_EQ(describe({}), "");
}

}  // namespace
}  // namespace gan
