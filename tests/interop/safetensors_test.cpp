#include "interop/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "core/atomic_file.h"
#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A file with this header and so many bytes of data.
std::string fileWith(const std::string& json, std::size_t data_bytes) {
  const std::uint64_t length = json.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file + json + std::string(data_bytes, '\x01');
}

SafetensorsContent parse(const std::string& file) {
  return parseSafetensors(std::as_bytes(std::span(file)), "weights.safetensors");
}

void expectRefused(const std::string& id, const std::string& json, std::size_t data_bytes) {
  const auto code = id == "safetensors_element_type" ? ErrorCode::kUnsupported : ErrorCode::kDataLoss;
  const auto error = expectError(code, id, [&] { parse(fileWith(json, data_bytes)); });
  if (error) {
    EXPECT_THAT(error->message(), HasSubstr("weights.safetensors")) << json;
  } else {
    ADD_FAILURE() << json;
  }
}

TEST(ParseSafetensors, ReadsTheExampleOfTheFormat) {
  // The layout of the format's own description (huggingface.co/docs/safetensors), at small size.
  const std::string file = fileWith(
      R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]},"b":{"dtype":"I64","shape":[],"data_offsets":[4,12]}}   )",
      12);
  const SafetensorsContent content = parse(file);
  ASSERT_EQ(content.tensors.size(), 2U);
  EXPECT_EQ(content.tensors.at("a").type, ElementType::kF16);
  EXPECT_THAT(content.tensors.at("a").shape, ElementsAre(1, 2));
  EXPECT_THAT(content.tensors.at("b").shape, IsEmpty());
  EXPECT_EQ(content.tensors.at("b").bytes.data(), reinterpret_cast<const std::byte*>(file.data()) + file.size() - 8);
  EXPECT_EQ(content.metadata.at("format"), "pt");
}

TEST(ParseSafetensors, AcceptsNoTensorsAndEmptyTensors) {
  EXPECT_THAT(parse(fileWith("{}", 0)).tensors, IsEmpty());
  EXPECT_THAT(parse(fileWith(R"({"a":{"dtype":"F32","shape":[0,5],"data_offsets":[0,0]}})", 0)).tensors.at("a").bytes,
              IsEmpty());
}

TEST(ParseSafetensors, RefusesEveryTruncationAndSurplus) {
  const std::string whole = fileWith(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", 4);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    expectError(ErrorCode::kDataLoss, "safetensors_size", [&] { parse(whole.substr(0, size)); });
  }
  expectError(ErrorCode::kDataLoss, "safetensors_size", [&] { parse(whole + "x"); });
}

TEST(ParseSafetensors, RefusesRangesThatOverlapOrLeaveGaps) {
  const auto two = [](int a, int b, int c, int d) {
    return R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[)" + std::to_string(a) + "," + std::to_string(b) +
           R"(]},"b":{"dtype":"U8","shape":[4],"data_offsets":[)" + std::to_string(c) + "," + std::to_string(d) + "]}}";
  };
  EXPECT_EQ(parse(fileWith(two(4, 8, 0, 4), 8)).tensors.size(), 2U);
  expectRefused("safetensors_range", two(0, 4, 3, 7), 8);
  expectRefused("safetensors_range", two(0, 4, 5, 9), 9);
  expectRefused("safetensors_range", two(1, 5, 5, 9), 9);
  expectRefused("safetensors_range", two(0, 4, 0, 4), 8);
  expectRefused("safetensors_range", two(0, 4, 4, 0), 8);
  expectRefused("safetensors_size", two(0, 4, 4, 8), 9);
  expectRefused("safetensors_size", two(0, 4, 4, 8), 7);
}

TEST(ParseSafetensors, RefusesShapesThatDoNotFitTheirBytes) {
  expectRefused("safetensors_shape", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4);
  expectRefused("safetensors_shape", R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0,0]}})", 0);
  // 2^62 elements of 4 bytes are 0 bytes in 64 bits.
  expectRefused("safetensors_shape", R"({"a":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,0]}})", 0);
  expectRefused("safetensors_shape", R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0);
}

TEST(ParseSafetensors, RefusesHeadersOfAnotherForm) {
  for (const auto* json : {"[]",
                           "5",
                           "null",
                           R"("a")",
                           R"({"a":5})",
                           R"({"a":[]})",
                           R"({"a":{"b":{}}})",
                           R"({"a":{}})",
                           R"({"a":{"dtype":"U8","shape":[1]}})",
                           R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0]}})",
                           R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1,2]}})",
                           R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1.5]}})",
                           R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})",
                           R"({"a":{"dtype":"U8","shape":[9223372036854775808],"data_offsets":[0,1]}})",
                           R"({"a":{"dtype":"U8","shape":[[1]],"data_offsets":[0,1]}})",
                           R"({"a":{"dtype":"U8","shape":1,"data_offsets":[0,1]}})",
                           R"({"a":{"dtype":8,"shape":[1],"data_offsets":[0,1]}})",
                           R"({"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
                           R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"more":[]}})",
                           R"({"__metadata__":{"a":5}})",
                           R"({"__metadata__":{"a":"b","a":"c"}})",
                           R"({"__metadata__":{},"__metadata__":{}})"}) {
    expectRefused("safetensors_header_entry", json, 1);
  }
  const std::string one = R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
  expectRefused("safetensors_header_entry", "{" + one + "," + one + "}", 1);
  for (const auto* json : {"", "{", "{} {}", "{\"a\xff\":1}", R"({"a")"}) {
    expectRefused("safetensors_header_not_json", json, 1);
  }
}

TEST(ParseSafetensors, NamesElementTypesItCannotRead) {
  expectRefused("safetensors_element_type", R"({"a":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[0,1]}})", 1);
}

TEST(ParseSafetensors, DeepNestingIsRefusedWithoutRecursion) {
  expectRefused("safetensors_header_entry", R"({"a":{"shape":)" + std::string(10'000'000, '['), 1);
}

TEST(ParseSafetensors, AHugeHeaderLengthIsRefusedBeforeItIsRead) {
  std::string file = fileWith("{}", 100);
  file[4] = '\x01';
  expectError(ErrorCode::kDataLoss, "safetensors_header_length", [&] { parse(file); });
  file[7] = '\xff';
  expectError(ErrorCode::kDataLoss, "safetensors_header_length", [&] { parse(file); });
}

TEST(ParseSafetensors, LongNamesAreShortenedInMessages) {
  const std::string name(1'000'000, 'n');
  const auto error = expectError(ErrorCode::kDataLoss, "safetensors_header_entry",
                                 [&] { parse(fileWith("{\"" + name + "\":{}}", 0)); });
  ASSERT_TRUE(error);
  EXPECT_LT(error->message().size(), 1000U);
}

class SafetensorsFiles : public testing::Test {
 protected:
  static TensorView viewOf(ElementType type, std::vector<std::int64_t> shape, const std::string& data) {
    return {.type = type, .shape = std::move(shape), .bytes = std::as_bytes(std::span(data))};
  }
  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "a.safetensors";
  const std::string data_ = "0123456789abcdef";
};

TEST_F(SafetensorsFiles, GiveBackWhatWasWritten) {
  const std::string odd = "xyz";
  writeSafetensors(path_,
                   {{"bytes", viewOf(ElementType::kU8, {3}, odd)},
                    {"scalar \"\n\xc3\xa9", viewOf(ElementType::kF64, {}, data_.substr(0, 8))},
                    {"z.weight", viewOf(ElementType::kF32, {2, 2}, data_)},
                    {"empty", viewOf(ElementType::kF32, {0, 7}, "")}},
                   {{"step", "12"}});
  const SafetensorsFile file(path_);
  EXPECT_EQ(file.tensors().size(), 4U);
  EXPECT_EQ(std::memcmp(file.at("z.weight").bytes.data(), data_.data(), 16), 0);
  EXPECT_EQ(std::memcmp(file.at("bytes").bytes.data(), odd.data(), 3), 0);
  EXPECT_THAT(file.at("z.weight").shape, ElementsAre(2, 2));
  EXPECT_THAT(file.at("scalar \"\n\xc3\xa9").shape, IsEmpty());
  EXPECT_EQ(file.metadata().at("step"), "12");
}

TEST_F(SafetensorsFiles, AlignEachTensorToItsElements) {
  const std::string odd = "xyz";
  writeSafetensors(path_, {{"a", viewOf(ElementType::kU8, {3}, odd)},
                           {"b", viewOf(ElementType::kF16, {1}, data_.substr(0, 2))},
                           {"c", viewOf(ElementType::kF64, {2}, data_)},
                           {"d", viewOf(ElementType::kI32, {1}, data_.substr(0, 4))}});
  const SafetensorsFile file(path_);
  for (const auto& [name, tensor] : file.tensors()) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % elementSize(tensor.type), 0U) << name;
  }
}

TEST_F(SafetensorsFiles, StayValidWhenMoved) {
  writeSafetensors(path_, {{"z", viewOf(ElementType::kF32, {4}, data_)}});
  SafetensorsFile first(path_);
  const SafetensorsFile second(std::move(first));
  EXPECT_EQ(std::memcmp(second.at("z").bytes.data(), data_.data(), 16), 0);
}

TEST_F(SafetensorsFiles, NameWhatIsMissing) {
  writeSafetensors(path_, {});
  const SafetensorsFile file(path_);
  const auto error = expectError(ErrorCode::kNotFound, "safetensors_missing_tensor", [&] { file.at("conv.weight"); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("conv.weight"));
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { SafetensorsFile missing(folder_ / "missing"); });
  writeFileAtomically(folder_ / "empty", "");
  expectError(ErrorCode::kDataLoss, "safetensors_size", [&] { SafetensorsFile empty(folder_ / "empty"); });
}

TEST_F(SafetensorsFiles, WritingRefusesTensorsThatContradictThemselvesAndTouchesNothing) {
  writeFileAtomically(path_, "before");
  for (const auto& shape : {std::vector<std::int64_t>{5}, {-4}, {std::int64_t{1} << 62, 4}}) {
    expectError(ErrorCode::kInvalidArgument, "safetensors_unwritable_tensor", [&] {
      writeSafetensors(path_, {{"a", viewOf(ElementType::kF32, shape, data_)}});
    });
  }
  expectError(ErrorCode::kInvalidArgument, "safetensors_unwritable_tensor", [&] {
    writeSafetensors(path_, {{"__metadata__", viewOf(ElementType::kF32, {4}, data_)}});
  });
  expectError(ErrorCode::kInvalidArgument, "safetensors_unwritable_name", [&] {
    writeSafetensors(path_, {{"a\xff", viewOf(ElementType::kF32, {4}, data_)}});
  });
  EXPECT_EQ(readFile(path_, 100), "before");
}

TEST_F(SafetensorsFiles, AFullDiskLeavesNoFile) {
  const std::string large(100'000, 'x');
  const FileSizeLimit limit(50'000);
  expectError(ErrorCode::kResourceExhausted, "file_limit_reached", [&] {
    writeSafetensors(path_, {{"a", viewOf(ElementType::kU8, {100'000}, large)}});
  });
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace gan
