#include "main/options.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace gan::test {
namespace {

ParsedOptions parse(QStringList arguments) {
  arguments.prepend(QStringLiteral("gan-studio"));
  return parseOptions(arguments);
}

QString complaint(const QStringList& arguments) {
  const ParsedOptions parsed = parse(arguments);
  EXPECT_FALSE(parsed.options);
  EXPECT_EQ(parsed.exit_code, 2);
  return parsed.text;
}

TEST(StudioOptions, WithoutArgumentsOpensWhatWasOpenLast) {
  const ParsedOptions parsed = parse({});
  ASSERT_TRUE(parsed.options);
  EXPECT_TRUE(parsed.options->paths.isEmpty());
  EXPECT_TRUE(parsed.options->screenshot.isEmpty());
}

TEST(StudioOptions, HelpNamesEveryOptionAndEndsWithSuccess) {
  const ParsedOptions parsed = parse({QStringLiteral("--help")});
  EXPECT_EQ(parsed.exit_code, 0);
  for (const char* option : {"--screenshot", "--after", "--size", "--theme", "--language", "--action", "--version"}) {
    EXPECT_TRUE(parsed.text.contains(QLatin1String(option))) << option;
  }
}

TEST(StudioOptions, TakeAScreenshotsTimeSizeThemeAndLanguage) {
  const TemporaryFolder folder;
  const ParsedOptions parsed =
      parse({QString::fromStdString(folder.path().string()), QStringLiteral("--screenshot"), QStringLiteral("a.png"),
             QStringLiteral("--after=500"), QStringLiteral("--size=1280x800"), QStringLiteral("--theme=dark"),
             QStringLiteral("--language=zh_CN")});
  ASSERT_TRUE(parsed.options) << parsed.text.toStdString();
  EXPECT_EQ(parsed.options->paths.size(), 1);
  EXPECT_EQ(parsed.options->after_ms, 500);
  EXPECT_EQ(parsed.options->size, QSize(1280, 800));
  EXPECT_EQ(parsed.options->theme, Theme::kDark);
  EXPECT_EQ(parsed.options->language, QLatin1String("zh_CN"));
}

TEST(StudioOptions, TakeWhatTheWindowBeginsWith) {
  const ParsedOptions parsed = parse({QStringLiteral("--action=show_explorer")});
  ASSERT_TRUE(parsed.options) << parsed.text.toStdString();
  EXPECT_EQ(parsed.options->action, QStringLiteral("show_explorer"));
  EXPECT_TRUE(parse({}).options->action.isEmpty());
  EXPECT_TRUE(complaint({QStringLiteral("--action=")}).contains(QStringLiteral("show_explorer")));
}

TEST(StudioOptions, SayWhatIsWrongAndWhatIsAccepted) {
  EXPECT_TRUE(complaint({QStringLiteral("--colour")}).contains(QLatin1String("colour")));
  EXPECT_TRUE(
      complaint({QStringLiteral("/no/such/run")}).contains(QLatin1String("/no/such/run is neither a folder nor")));
  EXPECT_TRUE(parse({QStringLiteral("ssh://host/run")}).options);
  EXPECT_TRUE(complaint({QStringLiteral("ssh://host")}).contains(QLatin1String("path of the run folder is missing")));
  EXPECT_TRUE(complaint({QStringLiteral("--after=500")}).contains(QLatin1String("--screenshot")));
  const QStringList shot = {QStringLiteral("--screenshot"), QStringLiteral("a.png")};
  EXPECT_TRUE(complaint(shot + QStringList{QStringLiteral("--after=soon")}).contains(QLatin1String("'soon'")));
  EXPECT_TRUE(complaint(shot + QStringList{QStringLiteral("--after=-1")}).contains(QLatin1String("3600000")));
  EXPECT_TRUE(complaint({QStringLiteral("--size=big")}).contains(QLatin1String("1280x800")));
  EXPECT_TRUE(complaint({QStringLiteral("--theme=pink")}).contains(QLatin1String("light, dark or system")));
  EXPECT_TRUE(complaint({QStringLiteral("--language=tlh")}).contains(QLatin1String("en or zh_CN")));
}

}  // namespace
}  // namespace gan::test
