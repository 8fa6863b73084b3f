#include "run/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <random>

#include "core/append_log.h"
#include "run/metrics_format.h"
#include "support/expect_error.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using testing::ElementsAre;

MetricsRow rowAt(std::int64_t step, std::vector<float> values = {1.0F}) {
  return {.step = step,
          .unix_seconds = 1e9 + static_cast<double>(step),
          .epoch = static_cast<double>(step) / 100,
          .values = std::move(values)};
}

void writeSegment(const std::filesystem::path& folder, std::int32_t segment, std::int64_t first_step,
                  std::int64_t last) {
  MetricsWriter writer(folder, segment, first_step, {"loss/g"});
  for (std::int64_t step = first_step + 1; step <= last; ++step) writer.append(rowAt(step));
}

/// Everything up to the present end, blocks of rows put together; segments that open come as step -segment.
std::vector<std::int64_t> readSteps(MetricsReader& reader) {
  std::vector<std::int64_t> steps;
  while (const auto block = reader.next()) {
    if (block->opens_segment) steps.push_back(-block->segment);
    steps.insert(steps.end(), block->steps.begin(), block->steps.end());
  }
  return steps;
}

TEST(Metrics, GiveBackEveryBitOfWhatWasWritten) {
  const TemporaryFolder folder;
  std::mt19937 random(1);
  std::vector<MetricsRow> rows;
  {
    MetricsWriter writer(folder.path(), 3, 40, {"loss/g", "score/d_real", "a-b.c_d"});
    for (std::int64_t step = 41; step < 3'041; ++step) {
      // Any 32 bits: NaN with every payload, infinities, denormal numbers.
      const auto any = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(random())); };
      rows.push_back(rowAt(step + (step > 1'000 ? step * step : 0), {any(), any(), step % 3 == 0 ? kMissing : any()}));
      writer.append(rows.back());
      if (random() % 50 == 0) writer.publish();
    }
  }
  MetricsReader reader(folder.path());
  const auto opening = reader.next();
  ASSERT_TRUE(opening && opening->opens_segment);
  EXPECT_EQ(opening->segment, 3);
  EXPECT_EQ(opening->first_step, 40);
  std::size_t at = 0;
  while (const auto block = reader.next()) {
    EXPECT_THAT(block->columns, ElementsAre("loss/g", "score/d_real", "a-b.c_d"));
    EXPECT_EQ(block->segment, 3);
    EXPECT_EQ(block->first_step, 40);
    for (std::size_t row = 0; row < block->steps.size(); ++row, ++at) {
      ASSERT_LT(at, rows.size());
      ASSERT_EQ(block->steps[row], rows[at].step);
      ASSERT_EQ(block->unix_seconds[row], rows[at].unix_seconds);
      ASSERT_EQ(block->epochs[row], rows[at].epoch);
      for (std::size_t column = 0; column < 3; ++column) {
        ASSERT_EQ(std::memcmp(&block->values[column][row], &rows[at].values[column], sizeof(float)), 0);
      }
    }
  }
  EXPECT_EQ(at, rows.size());
}

TEST(Metrics, SeriesOfLayersAtIntervalsTakeTheBytesOfTheirValues) {
  constexpr std::int64_t kSteps = 10'000;
  constexpr std::int64_t kRowsAPiece = 5;  // 50 iterations a second, published ten times a second
  const TemporaryFolder folder;
  std::vector<std::string> columns;
  for (int i = 0; i < 308; ++i) columns.push_back("series/" + std::to_string(i));
  MetricsWriter writer(folder.path(), 1, 0, columns);
  const auto file = folder.path() / "000001.cols";
  const auto opening = std::filesystem::file_size(file);
  for (std::int64_t step = 1; step <= kSteps; ++step) {
    std::vector<float> values(308, static_cast<float>(step));
    if (step % 100 != 1) std::fill(values.begin() + 8, values.end(), kMissing);
    writer.append(rowAt(step, std::move(values)));
    if (step % kRowsAPiece == 0) writer.publish();
  }
  // Time and epoch, 8 series of every step, 300 of every hundredth, and what frames a piece and its two groups.
  constexpr double kExpected = 16 + 8 * 4 + 300 * 4 / 100.0 + (8 + 17 + 2 + 6) / 5.0 + (6 + 2) / 100.0;
  EXPECT_NEAR(static_cast<double>(std::filesystem::file_size(file) - opening) / kSteps, kExpected, 0.01);

  MetricsReader reader(folder.path());
  std::int64_t measured = 0;
  while (const auto block = reader.next()) {
    for (std::size_t row = 0; row < block->steps.size(); ++row) {
      const bool whole = block->steps[row] % 100 == 1;
      const auto step = static_cast<float>(block->steps[row]);
      for (std::size_t column = 0; column < 308; ++column) {
        const float value = block->values[column][row];
        ASSERT_TRUE(whole || column < 8 ? value == step : isMissing(value)) << column << " at " << step;
      }
      measured += whole ? 1 : 0;
    }
  }
  EXPECT_EQ(measured, kSteps / 100);
}

TEST(Metrics, ARealNanIsNotAMissingValue) {
  EXPECT_TRUE(isMissing(kMissing));
  EXPECT_FALSE(isMissing(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_FALSE(isMissing(-std::numeric_limits<float>::quiet_NaN()));
  EXPECT_FALSE(isMissing(std::numeric_limits<float>::signaling_NaN()));
  volatile float zero = 0;
  EXPECT_FALSE(isMissing(zero / zero));
}

TEST(Metrics, RowsAreSeenOncePublishedAndSegmentsAtOnce) {
  const TemporaryFolder folder;
  MetricsReader reader(folder.path());
  EXPECT_THAT(readSteps(reader), ElementsAre());
  MetricsWriter writer(folder.path(), 1, 0, {"loss/g"});
  EXPECT_THAT(readSteps(reader), ElementsAre(-1));
  writer.append(rowAt(1));
  writer.append(rowAt(2));
  EXPECT_THAT(readSteps(reader), ElementsAre());
  writer.publish();
  EXPECT_THAT(readSteps(reader), ElementsAre(1, 2));
  writer.append(rowAt(3));
  writer.flush();
  EXPECT_THAT(readSteps(reader), ElementsAre(3));
}

TEST(Metrics, AReaderGoesOnIntoLaterSegmentsAndMissesNoLastRow) {
  const TemporaryFolder folder;
  MetricsReader reader(folder.path());
  auto writer = std::make_unique<MetricsWriter>(folder.path(), 1, 0, std::vector<std::string>{"loss/g"});
  EXPECT_THAT(readSteps(reader), ElementsAre(-1));
  writer->append(rowAt(1));
  writer.reset();
  writeSegment(folder.path(), 2, 0, 2);
  writeSegment(folder.path(), 7, 1, 2);
  writeSegment(folder.path(), 1'000'000, 2, 3);
  EXPECT_THAT(readSteps(reader), ElementsAre(1, -2, 1, 2, -7, 2, -1'000'000, 3));
}

TEST(Metrics, RowsPublishedOneByOneAreReadTogether) {
  const TemporaryFolder folder;
  MetricsWriter writer(folder.path(), 1, 0, {"loss/g"});
  for (int step = 1; step <= 1'000; ++step) {
    writer.append(rowAt(step));
    writer.publish();
  }
  MetricsReader reader(folder.path());
  reader.next();
  const auto block = reader.next();
  ASSERT_TRUE(block.has_value());
  EXPECT_EQ(block->steps.size(), 1'000U);
}

TEST(Metrics, ATornTailIsTheEndOfItsSegment) {
  const TemporaryFolder folder;
  {
    MetricsWriter writer(folder.path(), 1, 0, {"loss/g"});
    for (const std::int64_t step : {1, 2, 3}) {
      writer.append(rowAt(step));
      writer.publish();
    }
  }
  const auto file = folder.path() / "000001.cols";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 5);
  MetricsReader reader(folder.path());
  EXPECT_THAT(readSteps(reader), ElementsAre(-1, 1, 2));
  writeSegment(folder.path(), 2, 2, 3);
  EXPECT_THAT(readSteps(reader), ElementsAre(-2, 3));
}

TEST(Metrics, ASegmentMayBeOpenedAgain) {
  const TemporaryFolder folder;
  writeSegment(folder.path(), 1, 0, 3);
  writeSegment(folder.path(), 1, 2, 4);
  MetricsReader reader(folder.path());
  EXPECT_THAT(readSteps(reader), ElementsAre(-1, 1, 2, 3, -1, 3, 4));
}

TEST(Metrics, OtherFilesInTheFolderAreLeftAlone) {
  const TemporaryFolder folder;
  for (const char* name : {"notes.txt", "000002.cols.tmp", "x00001.cols", "1.cols"}) {
    AppendLogWriter(folder.path() / name).append("not metrics");
  }
  writeSegment(folder.path(), 1, 0, 1);
  MetricsReader reader(folder.path());
  EXPECT_THAT(readSteps(reader), ElementsAre(-1, 1));
}

TEST(Metrics, ADamagedBlockIsNamedAndTheOthersAreRead) {
  const TemporaryFolder folder;
  writeSegment(folder.path(), 1, 0, 2);
  const auto file = folder.path() / "000001.cols";
  AppendLogWriter(file).append("R???");
  {
    MetricsBlock block;
    block.columns = {"loss/g"};
    block.steps = {5};
    block.unix_seconds = {0};
    block.epochs = {0};
    block.values = {{1.0F}};
    AppendLogWriter(file).append(encodeRows(block, 0, 1));
  }
  MetricsReader reader(folder.path());
  EXPECT_TRUE(reader.next()->opens_segment);
  EXPECT_THAT(reader.next()->steps, ElementsAre(1, 2));
  const auto error = expectError(ErrorCode::kDataLoss, "metrics_bad_block", [&] { reader.next(); });
  EXPECT_THAT(error->message(), testing::HasSubstr(file.string()));
  EXPECT_THAT(reader.next()->steps, ElementsAre(5));
  EXPECT_FALSE(reader.next().has_value());
}

MetricsBlock smallBlock() {
  MetricsBlock block;
  block.segment = 1;
  block.first_step = 10;
  block.columns = {"a", "b"};
  block.steps = {11, 12, 14};
  block.unix_seconds = {1, 2, 3};
  block.epochs = {1, 2, 3};
  block.values = {{1, 2, 3}, {4, 5, 6}};
  return block;
}

/// Decodes records in order; expects the last to be refused and to change nothing.
void expectBad(const std::vector<std::string>& records, std::string_view id = "metrics_bad_block") {
  MetricsDecoder decoder("test.cols");
  MetricsBlock block;
  for (std::size_t i = 0; i + 1 < records.size(); ++i) decoder.decode(records[i], block);
  const std::size_t rows = block.steps.size();
  const auto code = id == "metrics_bad_block" ? ErrorCode::kDataLoss : ErrorCode::kUnsupported;
  expectError(code, id, [&] { decoder.decode(records.back(), block); });
  EXPECT_EQ(block.steps.size(), rows);
  for (const auto& column : block.values) EXPECT_EQ(column.size(), rows);
}

TEST(MetricsDecoder, RefusesEveryShorterAndLongerRecord) {
  const std::string opening = encodeSegment(smallBlock());
  const std::string rows = encodeRows(smallBlock(), 0, 3);
  for (std::size_t size = 0; size < opening.size(); ++size) expectBad({opening.substr(0, size)});
  for (std::size_t size = 0; size < rows.size(); ++size) expectBad({opening, rows.substr(0, size)});
  expectBad({opening + "x"});
  expectBad({opening, rows + "x"});
}

TEST(MetricsDecoder, RefusesWhatContradictsItself) {
  const std::string opening = encodeSegment(smallBlock());
  const std::string rows = encodeRows(smallBlock(), 0, 3);
  expectBad({rows});                 // no segment yet
  expectBad({opening, rows, rows});  // steps go back
  expectBad({"X"});
  MetricsBlock block = smallBlock();
  block.columns[1] = block.columns[0];
  expectBad({encodeSegment(block)});
  block.columns[1] = "two\nlines";
  expectBad({encodeSegment(block)});
  block = smallBlock();
  block.first_step = -1;
  expectBad({encodeSegment(block)});
  block = smallBlock();
  block.steps[2] = 12;
  expectBad({opening, encodeRows(block, 0, 3)});
  block.steps = {std::numeric_limits<std::int64_t>::max() - 1, 0, 0};
  std::string overflowing = encodeRows(block, 0, 1);
  block.steps = {11, 13, 15};
  overflowing = encodeRows(block, 0, 3).replace(5, 8, overflowing.substr(5, 8));
  expectBad({opening, overflowing});
}

/// Rows of smallBlock() with other groups of values, all of them 1: first column, columns, count of rows, rows.
std::string groups(std::initializer_list<std::vector<std::uint16_t>> groups, std::uint16_t count) {
  const MetricsBlock block = smallBlock();
  std::string record = encodeRows(block, 0, 3);
  record.resize(17 + 3 * 8 + 2 * 3 * 8);  // up to the groups: these steps are not evenly spaced
  const auto put = [&record](const void* bytes, std::size_t size) {
    record.append(static_cast<const char*>(bytes), size);
  };
  put(&count, sizeof(count));
  for (const auto& numbers : groups) {
    put(numbers.data(), numbers.size() * sizeof(std::uint16_t));
    const std::vector<float> values(std::size_t{numbers[1]} * numbers[2], 1.0F);
    put(values.data(), values.size() * sizeof(float));
  }
  return record;
}

TEST(MetricsDecoder, PutsGroupsOfValuesWhereTheySay) {
  MetricsDecoder decoder("test.cols");
  MetricsBlock block;
  decoder.decode(encodeSegment(smallBlock()), block);
  block = {};
  decoder.decode(groups({{0, 1, 2, 0, 2}, {1, 1, 1, 1}}, 2), block);
  EXPECT_THAT(block.steps, ElementsAre(11, 12, 14));
  EXPECT_EQ(block.values[0][0], 1.0F);
  EXPECT_TRUE(isMissing(block.values[0][1]));
  EXPECT_EQ(block.values[0][2], 1.0F);
  EXPECT_TRUE(isMissing(block.values[1][0]));
  EXPECT_EQ(block.values[1][1], 1.0F);
  EXPECT_TRUE(isMissing(block.values[1][2]));
}

TEST(MetricsDecoder, RefusesGroupsThatDoNotFit) {
  const std::string opening = encodeSegment(smallBlock());
  expectBad({opening, groups({{0, 1, 1, 0}}, 2)});                // fewer than announced
  expectBad({opening, groups({{0, 1, 1, 0}, {1, 1, 1, 0}}, 1)});  // more
  expectBad({opening, groups({{0, 3, 1, 0}}, 1)});                // a third column
  expectBad({opening, groups({{2, 1, 1, 0}}, 1)});
  expectBad({opening, groups({{0, 0, 1, 0}}, 1)});
  expectBad({opening, groups({{1, 1, 1, 0}, {0, 1, 1, 0}}, 2)});  // columns go back
  expectBad({opening, groups({{0, 2, 1, 0}, {1, 1, 1, 0}}, 2)});  // a column twice
  expectBad({opening, groups({{0, 1, 0}}, 1)});
  expectBad({opening, groups({{0, 1, 4}}, 1)});  // a fourth row
  expectBad({opening, groups({{0, 1, 1, 3}}, 1)});
  expectBad({opening, groups({{0, 1, 2, 1, 1}}, 1)});  // a row twice
  expectBad({opening, groups({{0, 1, 2, 2, 0}}, 1)});
}

TEST(MetricsDecoder, RefusesMoreRowsThanMissingValuesMayTakeMemoryFor) {
  MetricsBlock block;
  block.columns = {"a"};
  block.values.resize(1);
  for (std::size_t step = 1; step <= kMaxMetricsRows + 1; ++step) {
    block.steps.push_back(static_cast<std::int64_t>(step));
    block.unix_seconds.push_back(0);
    block.epochs.push_back(0);
    block.values[0].push_back(kMissing);
  }
  expectBad({encodeSegment(block), encodeRows(block, 0, kMaxMetricsRows + 1)});
  MetricsDecoder decoder("test.cols");
  MetricsBlock found;
  decoder.decode(encodeSegment(block), found);
  decoder.decode(encodeRows(block, 0, kMaxMetricsRows), found);
  EXPECT_EQ(found.steps.size(), kMaxMetricsRows);
}

TEST(MetricsDecoder, ReadsTheDenseRowsOfVersion1) {
  std::string opening = encodeSegment(smallBlock());
  opening[1] = 1;
  std::string rows = encodeRows(smallBlock(), 0, 3);
  rows.erase(rows.size() - 6 * 4 - 8, 8);  // that there is one group, of two columns and three rows
  MetricsDecoder decoder("test.cols");
  MetricsBlock block;
  decoder.decode(opening, block);
  decoder.decode(rows, block);
  EXPECT_THAT(block.steps, ElementsAre(11, 12, 14));
  EXPECT_THAT(block.unix_seconds, ElementsAre(1, 2, 3));
  EXPECT_THAT(block.values, ElementsAre(ElementsAre(1, 2, 3), ElementsAre(4, 5, 6)));
  for (std::size_t size = 0; size < rows.size(); ++size) expectBad({opening, rows.substr(0, size)});
  expectBad({opening, rows + "x"});
}

TEST(MetricsDecoder, SaysWhenARecordIsOfANewerProgram) {
  std::string opening = encodeSegment(smallBlock());
  opening[1] = 3;
  expectBad({opening}, "metrics_newer_version");
}

TEST(MetricsWriter, RefusesRowsAndColumnsThatDoNotFit) {
  const TemporaryFolder folder;
  MetricsWriter writer(folder.path(), 1, 5, {"loss/g"});
  expectError(ErrorCode::kInvalidArgument, "metrics_bad_row", [&] { writer.append(rowAt(5)); });
  expectError(ErrorCode::kInvalidArgument, "metrics_bad_row", [&] { writer.append(rowAt(6, {1, 2})); });
  writer.append(rowAt(6));
  expectError(ErrorCode::kInvalidArgument, "metrics_bad_row", [&] { writer.append(rowAt(6)); });
  for (const auto& columns :
       std::vector<std::vector<std::string>>{{"a", "a"}, {""}, {"a b"}, {std::string(201, 'a')}}) {
    expectError(ErrorCode::kInvalidArgument, "metrics_bad_columns",
                [&] { MetricsWriter(folder.path(), 2, 0, columns); });
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "000002.cols"));
}

TEST(MetricsWriter, KeepsRowsThatAFullDiskRefusedAndWritesThemOnce) {
  const TemporaryFolder folder;
  MetricsWriter writer(folder.path(), 1, 0, {"loss/g"});
  writer.append(rowAt(1));
  writer.publish();
  for (const std::int64_t step : {2, 3, 4}) writer.append(rowAt(step));
  {
    const FileSizeLimit full(std::filesystem::file_size(folder.path() / "000001.cols") + 20);
    EXPECT_THROW(writer.publish(), Error);
    EXPECT_THROW(writer.publish(), Error);
  }
  writer.append(rowAt(5));
  writer.publish();
  MetricsReader reader(folder.path());
  EXPECT_THAT(readSteps(reader), ElementsAre(-1, 1, 2, 3, 4, 5));
}

}  // namespace
}  // namespace gan
