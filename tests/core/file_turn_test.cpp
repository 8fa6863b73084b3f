#include "core/file_turn.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

TEST(FileTurn, IsOnesAloneUntilItsHolderLetsGo) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "turn";
  std::optional<FileTurn> first = FileTurn::tryTake(file);
  ASSERT_TRUE(first);
  EXPECT_FALSE(FileTurn::tryTake(file));
  int waited = 0;
  const FileTurn second = FileTurn::take(file, [&] {
    if (++waited == 2) first.reset();
  });
  EXPECT_EQ(waited, 2);
  EXPECT_FALSE(FileTurn::tryTake(file));
}

TEST(FileTurn, EndsWaitingByWhatIsThrownMeanwhile) {
  const TemporaryFolder folder;
  const std::optional<FileTurn> first = FileTurn::tryTake(folder.path() / "turn");
  expectError(ErrorCode::kCancelled, "cancelled", [&] {
    FileTurn::take(folder.path() / "turn", [] { throw Error(ErrorCode::kCancelled, "cancelled", "Stopped."); });
  });
}

TEST(FileTurn, IsNobodysInAFolderThatIsGone) {
  const TemporaryFolder folder;
  EXPECT_FALSE(FileTurn::tryTake(folder.path() / "gone" / "turn"));
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { FileTurn::take(folder.path() / "gone" / "turn", [] {}); });
}

}  // namespace
}  // namespace gan
