#include "protocol/status.h"

#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/message.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

constexpr ErrorCode kAllCodes[] = {ErrorCode::kInvalidArgument,  ErrorCode::kNotFound,
                                   ErrorCode::kAlreadyExists,    ErrorCode::kFailedPrecondition,
                                   ErrorCode::kDataLoss,         ErrorCode::kResourceExhausted,
                                   ErrorCode::kPermissionDenied, ErrorCode::kUnavailable,
                                   ErrorCode::kUnsupported,      ErrorCode::kCancelled,
                                   ErrorCode::kDiverged,         ErrorCode::kPeerLost,
                                   ErrorCode::kInternal};

TEST(Status, CarriesCodeIdTextAndArgumentsOfAnError) {
  for (const ErrorCode code : kAllCodes) {
    const Error sent(code, "run_not_found", "{path} is not a run folder.", {{"path", "runs/größe"}});
    const Error received = toError(toStatus(sent), "GetRun", "here");
    EXPECT_EQ(errorCodeName(received.code()), errorCodeName(code));
    EXPECT_EQ(received.id(), sent.id());
    EXPECT_EQ(received.text(), sent.text());
    EXPECT_EQ(received.message(), sent.message());
  }
}

TEST(Status, CarriesASentenceInsideASentenceUnlessTheyAreTooLongForIt) {
  const auto received = [](const std::string& path) {
    const Error why(ErrorCode::kNotFound, "file_not_found", "{path} is not there.", {{"path", path}, {"root", path}});
    return toError(toStatus(Error(ErrorCode::kDataLoss, "x", "No run: {reason}", {because(why)})), "GetRun", "here");
  };
  EXPECT_EQ(received("a").arguments(),
            (std::vector<ErrorArgument>{
                {"reason", "a is not there.", "{path} is not there.", {{"path", "a"}, {"root", "a"}}}}));
  const std::string far(1000, 'p');  // thrice, with what stands around it
  EXPECT_EQ(received(far).arguments(), (std::vector<ErrorArgument>{{"reason", far + " is not there."}}))
      << "in English then";
}

TEST(Status, SaysTheSentenceToClientsThatKnowNothingOfDetails) {
  const grpc::Status status = toStatus(Error(ErrorCode::kNotFound, "x", "No {what} here.", {{"what", "run"}}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(status.error_message(), "No run here.");
}

TEST(Status, StaysBelowWhatMetadataCanHold) {
  const std::string huge(1'000'000, '\xc3');
  const grpc::Status status = toStatus(Error(ErrorCode::kInternal, huge, huge + "{a}", {{"a", huge}, {huge, "b"}}));
  EXPECT_LE(3 * status.error_message().size() + status.error_details().size() * 4 / 3, 8000U);
  EXPECT_FALSE(toError(status, "c", "a").id().empty());
}

TEST(Status, WithoutDetailsNamesTheCallThatAnEngineDoesNotKnow) {
  const Error error = toError(grpc::Status(grpc::StatusCode::UNIMPLEMENTED, ""), "Interpolate", "/run/engine.sock");
  EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
  EXPECT_EQ(error.id(), "unsupported_call");
  EXPECT_NE(error.message().find("Interpolate"), std::string::npos);
}

TEST(Status, WithDetailsThatAreNotOursIsReadFromItsCode) {
  const Error error = toError(grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "late", "\xff\xff\xff"), "GetRun", "x");
  EXPECT_EQ(error.code(), ErrorCode::kUnavailable);
  EXPECT_EQ(error.id(), "engine_timeout");
}

TEST(Utf8, KeepsWellFormedTextAndReplacesEachOtherByte) {
  // Examples of "Best practices for using U+FFFD" in the Unicode Standard, 3.9, with a replacement for each byte.
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(toUtf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(toUtf8("\xc0\x80"), replacement + replacement);
  EXPECT_EQ(toUtf8("\xed\xa0\x80"), replacement + replacement + replacement);
  EXPECT_EQ(toUtf8("\xf4\x90\x80\x80"), replacement + replacement + replacement + replacement);
  EXPECT_EQ(toUtf8("\xe2\x82"), replacement + replacement);
}

}  // namespace
}  // namespace gan
