#include "dialogs/path_line.h"

#include <gtest/gtest.h>

#include <QDir>

namespace gan {
namespace {

TEST(PathLine, MakesPathsAbsoluteAndLeavesABucketAsItIs) {
  EXPECT_EQ(absolutePath(QStringLiteral(" s3://dogs/train set ")), QStringLiteral("s3://dogs/train set"));
  EXPECT_EQ(absolutePath(QStringLiteral("~/a/../b")), QDir::homePath() + QStringLiteral("/b"));
  EXPECT_EQ(absolutePath(QStringLiteral("a")), QDir::current().filePath(QStringLiteral("a")));
  EXPECT_EQ(absolutePath(QStringLiteral("  ")), QString());
}

TEST(PathLine, OfAnotherComputerIsReadAsItsHostTakesIt) {
  EXPECT_EQ(pathThere(QStringLiteral(" ~/runs/ ")), QStringLiteral("/~/runs"));
  EXPECT_EQ(pathThere(QStringLiteral("~")), QStringLiteral("/~"));
  EXPECT_EQ(pathThere(QStringLiteral("/data/~")), QStringLiteral("/data/~"));
  EXPECT_EQ(pathThere(QStringLiteral("runs")), QStringLiteral("runs")) << "which is refused, not completed";
  EXPECT_EQ(shownPathThere(QStringLiteral("/~/runs")), QStringLiteral("~/runs"));
  EXPECT_EQ(shownPathThere(QStringLiteral("/data/~")), QStringLiteral("/data/~"));
}

}  // namespace
}  // namespace gan
