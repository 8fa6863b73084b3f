#include "interop/s3_listing.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

SavedS3Listing example() {
  SavedS3Listing saved{.address = "https://h s3://dogs/a b/", .unix_seconds = 1234567, .listing = {}};
  EXPECT_TRUE(saved.listing.add({.key = "a b/1+2%.jpg", .etag = "\"x-1\"", .size = 5}));
  EXPECT_TRUE(saved.listing.add({.key = "a b/2\n\xFF", .etag = "", .size = std::uint64_t{1} << 40U}));
  saved.listing.setPassedOver({{.kind = "csv", .files = 7, .names = {"a b.csv", "b+.csv", "c%.csv"}},
                               {.kind = "other", .files = 1, .names = {"-"}}});
  return saved;
}

TEST(S3Listing, IsReadBackAsItWasWritten) {
  const SavedS3Listing saved = example();
  const auto read = parseS3Listing(formatS3Listing(saved));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->address, saved.address);
  EXPECT_EQ(read->unix_seconds, saved.unix_seconds);
  EXPECT_EQ(read->listing, saved.listing);
  EXPECT_EQ(read->listing.at(0).key, "a b/1+2%.jpg");
}

TEST(S3Listing, ADamagedOneIsNotRead) {
  const std::string text = formatS3Listing(example());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(parseS3Listing(damaged)) << i;
    EXPECT_FALSE(parseS3Listing(text.substr(0, i))) << i;
  }
  EXPECT_FALSE(parseS3Listing(text + "\n"));
}

TEST(S3Listing, TakesKeysInOrderOnly) {
  S3Listing listing;
  EXPECT_TRUE(listing.add({.key = "b", .etag = "", .size = 1}));
  EXPECT_FALSE(listing.add({.key = "b", .etag = "", .size = 1}));
  EXPECT_FALSE(listing.add({.key = "a", .etag = "", .size = 1}));
  EXPECT_EQ(listing.count(), 1);
}

}  // namespace
}  // namespace gan
