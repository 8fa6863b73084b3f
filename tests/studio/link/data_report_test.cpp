#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/error.h"
#include "link/data_task.h"
#include "link/engine_call.h"

namespace gan {
namespace {

QJsonObject parsed(const char* json) {
  const QJsonObject object = QJsonDocument::fromJson(json).object();
  EXPECT_FALSE(object.isEmpty()) << json;
  return object;
}

QJsonObject goodReport() {
  return parsed(R"({
    "images": 7, "grey": 1, "small": 2, "fingerprint": "abc", "mean": [1.5, 2, 3], "deviation": [4, 5, 6],
    "classes": [{"name": "cats", "images": 6}, {"name": "dogs", "images": 0}],
    "sizes": [{"width": 64, "height": 48, "images": 6}],
    "duplicates": {"surplus": 2, "groups": [{"images": [0, 3, 4], "names": ["a.jpg", "b.jpg", "c.jpg"]}]},
    "damaged": [{"image": 5, "name": "dogs/5.jpg",
                 "reason": {"id": "image_short", "message": "5.jpg ends early", "text": "{f} ends early", "arguments": {"f": "5.jpg"}}}],
    "passed_over": [{"kind": "TIFF", "files": 12, "names": ["a.tif", "b.tif"]}],
    "warnings": [{"id": "inspect_small_images", "message": "2 of 7 are small", "text": "{small} of {count} are small",
                  "arguments": {"small": "2", "count": "7"}}]})");
}

std::string refusal(const QJsonObject& said) {
  try {
    readDataReport(said);
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "engine_report_malformed");
    return error.message();
  }
  return "none";
}

TEST(EngineSays, ASentenceInsideASentenceKeepsItsValues) {
  const QJsonObject said = parsed(R"({"id": "x", "message": "It failed: a is short.", "text": "It failed: {reason}",
    "arguments": {"reason": "a is short."},
    "sentences": {"reason": {"text": "{f} is short.", "arguments": {"f": "a"}}}})");
  EXPECT_EQ(messageOf(said),
            (Message{"x", "It failed: {reason}", {{"reason", "a is short.", "{f} is short.", {{"f", "a"}}}}}));
}

TEST(DataReport, HoldsWhatTheEngineSays) {
  const DataReport report = readDataReport(goodReport());
  EXPECT_EQ(report.found.images, 7);
  EXPECT_EQ(report.found.grey, 1);
  EXPECT_EQ(report.found.mean, (std::array<double, 3>{1.5, 2, 3}));
  EXPECT_EQ(report.found.deviation[2], 6);
  ASSERT_EQ(report.found.classes.size(), 2);
  EXPECT_EQ(report.found.classes[0].name, QStringLiteral("cats"));
  EXPECT_EQ(report.found.classes[1].images, 0);
  EXPECT_EQ(report.found.sizes[0].height, 48);
  EXPECT_EQ(report.duplicates[0],
            (QStringList{QStringLiteral("a.jpg"), QStringLiteral("b.jpg"), QStringLiteral("c.jpg")}));
  EXPECT_EQ(report.damaged[0].name, QStringLiteral("dogs/5.jpg"));
  EXPECT_EQ(report.damaged[0].reason.english(), "5.jpg ends early");
  ASSERT_EQ(report.found.passed_over.size(), 1);
  EXPECT_EQ(report.found.passed_over[0].kind, QStringLiteral("TIFF"));
  EXPECT_EQ(report.found.passed_over[0].files, 12);
  EXPECT_EQ(report.found.passed_over[0].names, (QStringList{QStringLiteral("a.tif"), QStringLiteral("b.tif")}));
  EXPECT_EQ(report.warnings[0],
            (Message{"inspect_small_images", "{small} of {count} are small", {{"count", "7"}, {"small", "2"}}}));
}

TEST(DataReport, TellsOfAllSizesWhereItsListIsCut) {
  QJsonObject said = goodReport();
  EXPECT_FALSE(readDataReport(said).found.sizes_in_all);
  said[QStringLiteral("sizes_in_all")] = 1165;
  EXPECT_NE(refusal(said).find("smallest"), std::string::npos);
  said[QStringLiteral("smallest")] = parsed(R"({"width": 16, "height": 17})");
  said[QStringLiteral("largest")] = parsed(R"({"width": 1023, "height": 768})");
  said[QStringLiteral("short_side")] = 300;
  const DataReport report = readDataReport(said);
  EXPECT_EQ(report.found.sizes_in_all->count, 1165);
  EXPECT_EQ(report.found.sizes_in_all->smallest.height, 17);
  EXPECT_EQ(report.found.sizes_in_all->largest.width, 1023);
  EXPECT_EQ(report.found.sizes_in_all->short_side, 300);
}

TEST(DataReport, ColoursAreUnknownWhereNoImageCouldBeRead) {
  QJsonObject said = goodReport();
  said[QStringLiteral("mean")] = QJsonValue::Null;
  said[QStringLiteral("deviation")] = QJsonValue::Null;
  said[QStringLiteral("sizes")] = QJsonArray();
  EXPECT_TRUE(readDataReport(said).found.sizes.isEmpty());
}

TEST(DataReport, NamesTheValueThatIsNotWhatItShouldBe) {
  const auto with = [](const char* name, const QJsonValue& value) {
    QJsonObject said = goodReport();
    said[QLatin1String(name)] = value;
    return refusal(said);
  };
  EXPECT_EQ(refusal(goodReport()), "none");
  EXPECT_NE(with("images", -1).find("images should be a whole number"), std::string::npos);
  EXPECT_NE(with("images", 1.5).find("images"), std::string::npos);
  EXPECT_NE(with("images", 1e300).find("images"), std::string::npos);
  EXPECT_NE(with("images", QStringLiteral("7")).find("images"), std::string::npos);
  EXPECT_NE(with("mean", QJsonArray{1, 2}).find("mean should be three numbers"), std::string::npos);
  EXPECT_NE(with("classes", QJsonValue()).find("classes should be a list"), std::string::npos);
  EXPECT_NE(with("classes", QJsonArray{1}).find("name should be a text"), std::string::npos);
  EXPECT_NE(with("sizes", QJsonArray{QJsonObject{}}).find("width"), std::string::npos);
  EXPECT_NE(with("duplicates", QJsonArray{}).find("duplicates should be an object"), std::string::npos);
  EXPECT_NE(with("duplicates", QJsonObject{{QStringLiteral("groups"), QJsonArray{1}}}).find("names"),
            std::string::npos);
  EXPECT_NE(with("passed_over", QJsonArray{QJsonObject{}}).find("kind"), std::string::npos);
  EXPECT_NE(with("damaged", QJsonArray{QJsonObject{{QStringLiteral("name"), QStringLiteral("a")}}}).find("reason"),
            std::string::npos);
}

TEST(TuneReport, HoldsSpeedsAndTheFirstPlateau) {
  const TuneReport report = readTuneReport(
      parsed(R"({"speeds": [{"workers": 0, "images_per_second": 10.5}, {"workers": 2, "images_per_second": 30}],
                 "best": 2})"));
  ASSERT_EQ(report.speeds.size(), 2);
  EXPECT_EQ(report.speeds[1].workers, 2);
  EXPECT_EQ(report.speeds[0].images_per_second, 10.5);
  EXPECT_EQ(report.best, 2);
  EXPECT_THROW(readTuneReport(parsed(R"({"speeds": [{"workers": 1e9, "images_per_second": 1}], "best": 0})")), Error);
  EXPECT_THROW(readTuneReport(parsed(R"({"speeds": [{"workers": 1, "images_per_second": -1}], "best": 0})")), Error);
  EXPECT_THROW(readTuneReport(parsed(R"({"speeds": 3, "best": 0})")), Error);
}

}  // namespace
}  // namespace gan
