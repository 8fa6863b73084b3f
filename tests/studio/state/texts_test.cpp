#include "state/texts.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>
#include <limits>

#include "support/evaluated.h"

namespace gan {
namespace {

const Schema& schema() { return Schema::builtin(); }
constexpr const char* kRate = "optimizer.generator.learning_rate";

/// Says everything in another language: "Engine" and "Schema" texts by a table, others not at all.
class TableTranslator : public QTranslator {
 public:
  std::map<std::string, QString> table;
  QString translate(const char* context, const char* source, const char*, int) const override {
    const auto found = table.find(std::string(context) + "/" + source);
    return found == table.end() ? QString() : found->second;
  }
  bool isEmpty() const override { return false; }
};

Event eventOf(decltype(Event::what) what) {
  Event event;
  event.what = std::move(what);
  return event;
}

CommandHandled change(CommandResult result) {
  CommandHandled handled;
  handled.command.client = "ann";
  handled.command.values = {{kRate, 2e-4}};
  handled.previous = {{kRate, 1e-4}};
  handled.answer.result = result;
  return handled;
}

TEST(Texts, AMessageIsTranslatedBeforeItsValuesAreFilledIn) {
  TableTranslator translator;
  translator.table["Engine/No checkpoint at step {step}."] = QStringLiteral("第 {step} 步没有检查点。");
  const Message message{"checkpoint_not_found", "No checkpoint at step {step}.", {{"step", "12"}}};
  EXPECT_EQ(translated(message), QStringLiteral("No checkpoint at step 12."));

  QCoreApplication::installTranslator(&translator);
  const QString chinese = translated(message);
  const QString of_error = translated(Error(ErrorCode::kNotFound, message.id, message.text, message.arguments));
  QCoreApplication::removeTranslator(&translator);

  EXPECT_EQ(chinese, QStringLiteral("第 12 步没有检查点。"));
  EXPECT_EQ(of_error, chinese);
}

TEST(Texts, SayOfAFidOfFewPicturesThatItIsTooHigh) {
  Evaluated evaluated = evaluatedAs({{"fid", 12.5, {}}});
  EXPECT_FALSE(eventText(eventOf(evaluated), schema()).contains(QStringLiteral("too high")));
  evaluated.generated = 500;
  EXPECT_TRUE(eventText(eventOf(evaluated), schema()).contains(QStringLiteral("too high")));
}

TEST(Texts, ValuesThatAreTheEnginesOwnWordsAreTranslated) {
  TableTranslator translator;
  translator.table["Engine/{path}: {what}."] = QStringLiteral("{path}：{what}。");
  translator.table["Engine/it is not a folder"] = QStringLiteral("它不是文件夹");
  const Message message{"run_exists", "{path}: {what}.", {{"path", "/runs/a"}, {"what", "it is not a folder"}}};
  QCoreApplication::installTranslator(&translator);
  const QString text = translated(message);
  QCoreApplication::removeTranslator(&translator);
  EXPECT_EQ(text, QStringLiteral("/runs/a：它不是文件夹。"));
}

TEST(Texts, ASeriesIsCalledAsInTheChart) {
  const auto said = [](const char* name) {
    const Message message{"series_infinite", "{series} is infinite at step {step}.", {{"series", name}, {"step", "3"}}};
    return translated(message);
  };
  EXPECT_EQ(said("loss/g"), QStringLiteral("G loss is infinite at step 3."));
  EXPECT_EQ(said("own/series"), QStringLiteral("own/series is infinite at step 3.")) << "it has no other name";
  TableTranslator translator;
  translator.table["Series/G loss"] = QStringLiteral("G 损失");
  QCoreApplication::installTranslator(&translator);
  const QString chinese = said("loss/g");
  QCoreApplication::removeTranslator(&translator);
  EXPECT_EQ(chinese, QStringLiteral("G 损失 is infinite at step 3."));
}

TEST(Texts, HowAProcessEndedIsAWordAndANumber) {
  TableTranslator translator;
  translator.table["Engine/It ended ({how})."] = QStringLiteral("它结束了（{how}）。");
  translator.table["Engine/signal {number}"] = QStringLiteral("信号 {number}");
  translator.table["Engine/by its engine"] = QStringLiteral("由引擎结束");
  const auto ended = [](const std::string& how) {
    return translated(Message{"ended", "It ended ({how}).", {{"how", how}}});
  };
  EXPECT_EQ(ended("signal 9"), QStringLiteral("It ended (signal 9)."));
  QCoreApplication::installTranslator(&translator);
  const QStringList chinese = {ended("signal 9"), ended("code 1"), ended("by its engine"), ended("signal of life")};
  QCoreApplication::removeTranslator(&translator);
  EXPECT_EQ(chinese,
            (QStringList{QStringLiteral("它结束了（信号 9）。"), QStringLiteral("它结束了（code 1）。"),
                         QStringLiteral("它结束了（由引擎结束）。"), QStringLiteral("它结束了（signal of life）。")}));
}

TEST(Texts, ASentenceInsideASentenceIsTranslatedWithItsOwnValues) {
  TableTranslator translator;
  translator.table["Engine/The run failed: {reason}"] = QStringLiteral("训练任务失败：{reason}");
  translator.table["Engine/{path} cannot be used: {reason}"] = QStringLiteral("无法使用 {path}：{reason}");
  translator.table["Engine/{path} {what}."] = QStringLiteral("{path} {what}。");
  translator.table["Engine/is not there"] = QStringLiteral("不存在");
  const Error file(ErrorCode::kNotFound, "no_file", "{path} {what}.", {{"path", "a"}, {"what", "is not there"}});
  const Error run(ErrorCode::kDataLoss, "bad_run", "{path} cannot be used: {reason}", {{"path", "b"}, because(file)});
  const Message message{"run_failed", "The run failed: {reason}", {because(run)}};
  EXPECT_EQ(translated(message), QStringLiteral("The run failed: b cannot be used: a is not there."));

  QCoreApplication::installTranslator(&translator);
  const QString text = translated(message);
  QCoreApplication::removeTranslator(&translator);
  EXPECT_EQ(text, QStringLiteral("训练任务失败：无法使用 b：a 不存在。"));
}

TEST(Texts, ControlCharactersAndTurnsOfDirectionFromOutsideAreMadeVisible) {
  const Message message{"x", "{name}", {{"name", "a\nb\x1b[2Jc\u202e"}}};
  const QString text = translated(message);
  for (const QChar letter : text) EXPECT_TRUE(letter.isPrint() || letter == QChar::ReplacementCharacter);
  EXPECT_EQ(text.count(QChar(QChar::ReplacementCharacter)), 3);
}

TEST(Texts, APlaceholderInAValueIsNotFilledAgain) {
  const Message message{"x", "{a} and {b}", {{"a", "{b}"}, {"b", "%1"}}};
  EXPECT_EQ(translated(message), QStringLiteral("{b} and %1"));
}

TEST(Texts, EveryFieldOfTheSchemaBecomesASettingWhoseDefaultReadsBack) {
  for (const Field& field : schema().fields()) {
    const Setting setting = settingOf(field);
    EXPECT_EQ(setting.path.toStdString(), field.path);
    EXPECT_FALSE(setting.title.isEmpty()) << field.path;
    EXPECT_EQ(setting.live, field.change == Change::kLive) << field.path;
    EXPECT_EQ(setting.lowest.has_value(), field.range.has_value()) << field.path;
    EXPECT_EQ(setting.choices.size(), static_cast<qsizetype>(field.choices.size())) << field.path;
    EXPECT_EQ(toValue(field, setting.default_value), field.default_value) << field.path;
  }
}

TEST(Texts, SchemaTextsAreTranslatedByTheirEnglishSource) {
  const Field& field = schema().at(kRate);
  TableTranslator translator;
  translator.table["Schema/" + field.title] = QStringLiteral("生成器学习率");
  QCoreApplication::installTranslator(&translator);
  const QString title = fieldTitle(schema(), kRate);
  QCoreApplication::removeTranslator(&translator);
  EXPECT_EQ(title, QStringLiteral("生成器学习率"));
  EXPECT_EQ(fieldTitle(schema(), "no.such.field"), QStringLiteral("no.such.field"));
}

TEST(Texts, AVariantOfAnotherTypeIsNoValue) {
  const Field& real = schema().at(kRate);
  const Field& integer = schema().at("training.steps");
  EXPECT_EQ(toValue(real, QVariant(1)), Value(1.0));
  EXPECT_EQ(toValue(real, QVariant(QStringLiteral("1"))), std::nullopt);
  EXPECT_EQ(toValue(integer, QVariant(1.5)), std::nullopt);
  EXPECT_EQ(toValue(integer, QVariant(std::numeric_limits<qulonglong>::max())), std::nullopt);
  EXPECT_EQ(toValue(integer, QVariant()), std::nullopt);
}

TEST(Texts, AChangeOfASettingSaysWhatItWasAndIs) {
  const QString title = fieldTitle(schema(), kRate);
  const QString from = QString::fromStdString(formatValue(1e-4));
  const QString to = QString::fromStdString(formatValue(2e-4));
  EXPECT_EQ(eventText(eventOf(change(CommandResult::kApplied)), schema()),
            QStringLiteral("%1 %2 → %3 (by ann)").arg(title, from, to));
}

TEST(Texts, NumbersAreWrittenAsInTheControls) {
  CommandHandled handled = change(CommandResult::kApplied);
  handled.command.values = {{kRate, 1e-3}};
  handled.previous = {{kRate, 5e-4}};
  const QString text = eventText(eventOf(handled), schema());
  EXPECT_TRUE(text.contains(QStringLiteral("5e-4 → 1e-3"))) << text.toStdString();
}

TEST(Texts, ARefusalSaysWhy) {
  CommandHandled handled = change(CommandResult::kRefused);
  handled.answer.reason = {"why", "It is {what}.", {{"what", "%1 too large"}}};
  EXPECT_TRUE(eventText(eventOf(handled), schema()).endsWith(QStringLiteral("was refused: It is %1 too large.")));
}

TEST(Texts, EveryKindOfEventCommandAndStatusHasItsOwnWords) {
  QStringList texts;
  for (const auto cause :
       {SegmentStarted::Cause::kStart, SegmentStarted::Cause::kResume, SegmentStarted::Cause::kRollback,
        SegmentStarted::Cause::kBranch, SegmentStarted::Cause::kReplay, SegmentStarted::Cause::kOther}) {
    SegmentStarted started;
    started.cause = cause;
    texts << eventText(eventOf(started), schema());
  }
  for (int status = 0; status <= static_cast<int>(RunStatus::kFailed); ++status) {
    texts << statusText(static_cast<RunStatus>(status));
  }
  for (int kind = 0; kind <= static_cast<int>(CommandKind::kStop); ++kind) {
    texts << commandText(static_cast<CommandKind>(kind));
  }
  texts << eventText(eventOf(CheckpointWritten{"c", 1U << 20U, 0.5, false}), schema())
        << eventText(eventOf(CheckpointWritten{"c", 1U << 20U, 0.5, true}), schema())
        << eventText(eventOf(SampleWritten{"s", 0}), schema()) << eventText(eventOf(SampleWritten{"s", 0.5}), schema())
        << eventText(eventOf(LoadMeasured{}), schema())
        << eventText(eventOf(LoadMeasured{.device = DeviceLoad{50, 1, 2}}), schema())
        << eventText(eventOf(RankReported{3, "node7", Severity::kInfo, {"", "a line", {}}, 0}), schema())
        << eventText(eventOf(RanksMeasured{5, {{"a", {1, 2, 3, 4, 5, 6}}}}), schema())
        << eventText(eventOf(OtherEvent{"weather", ""}), schema())
        << eventText(eventOf(OtherEvent{"weather", R"({"sky":"blue"})"}), schema());
  for (const QString& text : texts) EXPECT_FALSE(text.isEmpty());
  EXPECT_EQ(texts.removeDuplicates(), 0);
}

}  // namespace
}  // namespace gan
