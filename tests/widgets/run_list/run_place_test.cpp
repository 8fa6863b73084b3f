#include "run_list/run_place.h"

#include <gtest/gtest.h>

#include <QDir>

namespace gan {
namespace {

TEST(RunPlace, OfAFolderIsItsCleanPathAndItsName) {
  const RunPlace place = RunPlace::ofFolder(QStringLiteral("/runs/x/../flowers/"));
  EXPECT_EQ(place.target, QStringLiteral("/runs/flowers"));
  EXPECT_EQ(place.name, QStringLiteral("flowers"));
  EXPECT_TRUE(place.isLocal());
  EXPECT_EQ(place.folder(), place.target);
  EXPECT_EQ(place.host(), QString());
  EXPECT_EQ(RunPlace::ofFolder(QStringLiteral("flowers")).target, QDir::current().filePath(QStringLiteral("flowers")));
}

TEST(RunPlace, WithoutATargetIsNoRunAndNeitherHereNorElsewhere) {
  EXPECT_TRUE(RunPlace::ofFolder({}).isEmpty());
  EXPECT_TRUE(RunPlace().isEmpty());
  EXPECT_FALSE(RunPlace().isLocal());
  EXPECT_EQ(RunPlace().text(), QString());
  EXPECT_TRUE(RunPlace::fromText({}).isEmpty());
}

struct Remote {
  const char* target;
  const char* host;
  const char* path;
  const char* name;
};

void PrintTo(const Remote& remote, std::ostream* out) { *out << remote.target; }

class RemotePlaces : public testing::TestWithParam<Remote> {};

TEST_P(RemotePlaces, SayWhereTheyAreAndAreNoFolders) {
  const RunPlace place = RunPlace::ofTarget(QLatin1String(GetParam().target));
  EXPECT_FALSE(place.isLocal());
  EXPECT_EQ(place.folder(), QString());
  EXPECT_EQ(place.target, QLatin1String(GetParam().target));
  EXPECT_EQ(place.host(), QLatin1String(GetParam().host));
  EXPECT_EQ(place.path(), QLatin1String(GetParam().path));
  EXPECT_EQ(place.name, QLatin1String(GetParam().name));
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, RemotePlaces,
                         testing::Values(Remote{"ssh://gpu1/runs/flowers", "gpu1", "/runs/flowers", "flowers (gpu1)"},
                                         Remote{"ssh://me@gpu1:2222/a b", "gpu1:2222", "/a b", "a b (gpu1:2222)"},
                                         Remote{"tcp:gpu1:7001", "gpu1:7001", "", "gpu1:7001"},
                                         Remote{"tls://[::1]:7001", "[::1]:7001", "", "[::1]:7001"},
                                         Remote{"tls://gpu1:7001#0123abcd", "gpu1:7001", "", "gpu1:7001"},
                                         Remote{"unix:/run/engine.sock", "", "", "unix:/run/engine.sock"}));

TEST(RunPlace, IsTheSameRunWhateverItIsCalled) {
  const QString target = QStringLiteral("ssh://gpu1/runs/flowers");
  EXPECT_EQ(RunPlace::ofTarget(target), RunPlace::ofTarget(target, QStringLiteral("Roses")));
  EXPECT_EQ(RunPlace::ofTarget(target), RunPlace::ofTarget(target + QStringLiteral("//")));
  EXPECT_NE(RunPlace::ofTarget(target), RunPlace::ofFolder(QStringLiteral("/runs/flowers")));
}

TEST(RunPlace, ComesBackFromItsText) {
  const RunPlace local = RunPlace::ofFolder(QStringLiteral("/runs/a\nb"));
  EXPECT_EQ(RunPlace::fromText(local.text()), local);
  EXPECT_EQ(local.text(), local.target) << "as it was written before there were places";
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("tls://gpu1:7001"), QStringLiteral("Roses, red"));
  const RunPlace read = RunPlace::fromText(remote.text());
  EXPECT_EQ(read, remote);
  EXPECT_EQ(read.name, QStringLiteral("Roses, red"));
}

TEST(RunPlace, OfATextThatIsNoneIsNoRun) {
  for (const char* text : {"runs/relative", "nonsense", "http://gpu1/runs/a", "ssh://gpu1/a\tb\nname"}) {
    EXPECT_TRUE(RunPlace::fromText(QLatin1String(text)).isEmpty()) << text;
  }
}

TEST(RunPlace, ANameIsOneLine) {
  const RunPlace place = RunPlace::ofTarget(QStringLiteral("tcp:gpu1:7001"), QStringLiteral("a\nb"));
  EXPECT_FALSE(place.name.contains(QLatin1Char('\n')));
  EXPECT_EQ(RunPlace::fromText(place.text()).name, place.name);
}

TEST(RunPlace, AnotherRunOfTheSameComputerIsReachedInTheSameWay) {
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://me@gpu1:2222/runs/a"));
  EXPECT_EQ(remote.at(QStringLiteral("/runs/b")).target, QStringLiteral("ssh://me@gpu1:2222/runs/b"));
  EXPECT_EQ(RunPlace::ofFolder(QStringLiteral("/runs/a")).at(QStringLiteral("/runs/b")).target,
            QStringLiteral("/runs/b"));
  EXPECT_TRUE(RunPlace::ofTarget(QStringLiteral("tcp:gpu1:7001")).at(QStringLiteral("/runs/b")).isEmpty());
  EXPECT_TRUE(remote.at({}).isEmpty());
}

}  // namespace
}  // namespace gan
