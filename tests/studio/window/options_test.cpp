#include "main/options.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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
  for (const char* option :
       {"--screenshot", "--after", "--size", "--theme", "--language", "--action", "--compare", "--version"}) {
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

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

TEST(StudioOptions, CompareRunsOfHereAndElsewhere) {
  const TemporaryFolder folder;
  const QString compare = QStringLiteral("--compare");
  for (const char* name : {"first", "second", "folder"}) std::filesystem::create_directory(folder / name);
  for (const char* name : {"first", "second"}) std::ofstream(folder / name / "run.yaml") << "\n";
  const QString first = text(folder / "first");
  const ParsedOptions parsed = parse({compare, first, text(folder / "second"), QStringLiteral("ssh://host/run")});
  ASSERT_TRUE(parsed.options) << parsed.text.toStdString();
  EXPECT_TRUE(parsed.options->compares);
  EXPECT_EQ(parsed.options->paths.size(), 3);
  EXPECT_FALSE(parse({first}).options->compares);

  EXPECT_TRUE(complaint({compare}).contains(QLatin1String("2 to 12 runs; got 0")));
  EXPECT_TRUE(complaint({compare, first}).contains(QLatin1String("2 to 12 runs; got 1")));
  QStringList many = {compare};
  for (int i = 0; i < 13; ++i) many << QStringLiteral("ssh://host/run%1").arg(i);
  EXPECT_TRUE(complaint(many).contains(QLatin1String("2 to 12 runs; got 13")));
  EXPECT_TRUE(
      complaint({compare, first, text(folder / "folder")}).contains(QLatin1String("folder is not a run folder")));
  std::ofstream(folder / "w.safetensors") << "weights";
  EXPECT_TRUE(complaint({compare, first, text(folder / "w.safetensors")}).contains(QLatin1String("not a run folder")));
  EXPECT_TRUE(complaint({compare, first, text(folder / "gone")}).contains(QLatin1String("neither a folder nor")));
  std::filesystem::create_directory_symlink(folder / "first", folder / "link");
  for (const QString& again : {first + QLatin1Char('/'), text(folder / "link")}) {
    EXPECT_TRUE(complaint({compare, first, again}).contains(QLatin1String("different runs"))) << again.toStdString();
  }
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
