#include "interop/s3_xml.h"

#include <gtest/gtest.h>

#include "interop/s3_address.h"
#include "support/expect_error.h"

namespace gan {
namespace {

// The example of "ListObjectsV2" in AWS's API reference, with a second object and encoded keys.
constexpr const char* kPage = R"(<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <Name>quotes</Name><Prefix>E</Prefix><StartAfter>ExampleGuide.pdf</StartAfter>
  <IsTruncated>true</IsTruncated><NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=</NextContinuationToken>
  <KeyCount>1</KeyCount><MaxKeys>1</MaxKeys><!-- one -->
  <Contents>
    <Key>Ex%2Bample+%26%C3%A9.txt</Key><LastModified>2013-09-17T18:07:53.000Z</LastModified>
    <ETag>&quot;599bab3ed2c697f1d26842727561fd94&quot;</ETag><Size>857</Size><StorageClass>REDUCED_REDUNDANCY</StorageClass>
    <Owner><ID>75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a</ID></Owner>
  </Contents>
  <EncodingType>url</EncodingType><CommonPrefixes/>
</ListBucketResult>)";

TEST(S3Xml, ReadsAPageOfAListing) {
  const S3Page page = parseS3Page(kPage, "s3://quotes/");
  ASSERT_EQ(page.objects.size(), 1U);
  EXPECT_EQ(page.objects[0].key, "Ex+ample &\xC3\xA9.txt");
  EXPECT_EQ(page.objects[0].etag, "\"599bab3ed2c697f1d26842727561fd94\"");
  EXPECT_EQ(page.objects[0].size, 857U);
  EXPECT_EQ(page.next_token, "1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=");
}

TEST(S3Xml, KeysThatAreNotEncodedAreTakenAsTheyAre) {
  const S3Page page = parseS3Page(
      "<ListBucketResult><Contents><Key>a+b%20&#x72D7;&#233;</Key><Size>1</Size></Contents></ListBucketResult>", "x");
  EXPECT_EQ(page.objects.at(0).key, "a+b%20\xE7\x8B\x97\xC3\xA9");
}

TEST(S3Xml, AnEtagThatWouldBeginAnotherHeaderIsLeftOut) {
  const S3Page page = parseS3Page(
      "<ListBucketResult><Contents><Key>a</Key><Size>1</Size><ETag>x&#13;&#10;Y: "
      "z</ETag></Contents></ListBucketResult>",
      "x");
  EXPECT_EQ(page.objects.at(0).etag, "");
}

TEST(S3Xml, RefusesWhatIsNotAListing) {
  const std::string whole = kPage;
  for (const std::string& text :
       {std::string(), std::string("hello"), whole.substr(0, whole.size() / 2), whole + "<More/>",
        std::string("<html><body>Login</body></html>"), std::string("<Error><Code>X</Code></Error>"),
        std::string("<!DOCTYPE a [<!ENTITY b \"c\">]><ListBucketResult/>"),
        std::string("<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>"),
        std::string("<ListBucketResult><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>"),
        std::string("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"),
        std::string("<ListBucketResult><a></b></ListBucketResult>"),
        std::string("<ListBucketResult>&bomb;</ListBucketResult>"),
        std::string("<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>%4</Key><Size>1</Size></Contents>"
                    "</ListBucketResult>")}) {
    expectError(ErrorCode::kDataLoss, "s3_listing_malformed", [&] { parseS3Page(text, "x"); });
  }
}

TEST(S3Xml, ReadsARefusal) {
  const S3Refusal refusal = parseS3Refusal(
      "<?xml version=\"1.0\"?><Error><Code>AuthorizationHeaderMalformed</Code><Message>the region 'a' is "
      "wrong</Message><Region>eu-west-1</Region><RequestId>656c76696e6727732072657175657374</RequestId></Error>");
  EXPECT_EQ(refusal.code, "AuthorizationHeaderMalformed");
  EXPECT_EQ(refusal.message, "the region 'a' is wrong");
  EXPECT_EQ(refusal.region, "eu-west-1");
  EXPECT_EQ(refusal.request_id, "656c76696e6727732072657175657374");
  EXPECT_EQ(parseS3Refusal("<html>502 Bad Gateway").code, "");
}

TEST(S3Address, IsABucketAndAFolder) {
  EXPECT_EQ(parseS3Address("s3://dogs").prefix, "");
  EXPECT_EQ(parseS3Address("s3://dogs/").prefix, "");
  EXPECT_EQ(parseS3Address("s3://dogs/a/b c").prefix, "a/b c/");
  EXPECT_EQ(parseS3Address("s3://my.dogs-1/a/").bucket, "my.dogs-1");
  for (const char* bad : {"dogs", "s3://", "s3:///a", "s3://Dogs/a", "s3://a/b", "s3://do..gs", "s3://-dogs",
                          "s3://do@gs", "s3://dogs.example:80/a"}) {
    expectError(ErrorCode::kInvalidArgument, "s3_bad_address", [&] { parseS3Address(bad); });
  }
}

TEST(S3Address, EncodesAsAwsSigns) {
  EXPECT_EQ(percentEncode("a/b c+d~(\xC3\xA9)", "/"), "a/b%20c%2Bd~%28%C3%A9%29");
  EXPECT_EQ(percentEncode("a/b"), "a%2Fb");
  EXPECT_EQ(percentDecode("a+b%2Bc%2f"), "a b+c/");
  EXPECT_FALSE(percentDecode("%zz"));
  EXPECT_FALSE(percentDecode("%+1"));
  EXPECT_FALSE(percentDecode("a%4"));
}

}  // namespace
}  // namespace gan
