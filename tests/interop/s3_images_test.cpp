#include "interop/s3_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

S3Labels labels(const std::vector<std::string>& keys, const S3Address& address) {
  S3Listing listing;
  for (const std::string& key : keys) EXPECT_TRUE(listing.add({.key = key, .etag = "", .size = 1})) << key;
  return labelsOf(listing, address);
}

TEST(S3Labels, AreTheFoldersThatHoldThePictures) {
  const S3Labels found = labels({"p/hat/1.png", "p/tree/deep/coat/1.png", "p/tree/hat/1.png"}, {"dogs", "p/"});
  EXPECT_THAT(found.class_names, ElementsAre("coat", "hat"));
  EXPECT_THAT(found.labels, ElementsAre(1, 0, 1));
}

TEST(S3Labels, PicturesBesideFoldersBelongToTheFolderInWhichAllLies) {
  const S3Labels found = labels({"all/p/1.png", "all/p/a/1.png", "all/p/z/p/1.png"}, {"dogs", "all/p/"});
  EXPECT_THAT(found.class_names, ElementsAre("a", "p"));
  EXPECT_THAT(found.labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(labels({"1.png", "a/1.png"}, {"dogs", ""}).class_names, ElementsAre("a", "dogs"));
}

TEST(S3Labels, AreNoneWhereAllLiesInTheFolderItself) {
  EXPECT_THAT(labels({"p/1.png", "p/2.png"}, {"dogs", "p/"}).labels, IsEmpty());
  EXPECT_THAT(labels({"p/1.png", "p/2.png"}, {"dogs", "p/"}).class_names, IsEmpty());
}

}  // namespace
}  // namespace gan
