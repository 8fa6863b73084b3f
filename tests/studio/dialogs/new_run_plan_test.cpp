#include "dialogs/new_run_plan.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "config/preset.h"

namespace gan {
namespace {

using State = SettingsModel::State;

const QString kRate = QStringLiteral("optimizer.generator.learning_rate");
const QString kResolution = QStringLiteral("data.resolution");
const QString kArchitecture = QStringLiteral("model.architecture");

class NewRunPlanTest : public testing::Test {
 protected:
  NewRunPlan plan_;
  QAbstractItemModelTester tester_{&plan_.settings(), QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(NewRunPlanTest, IsEachPresetAsItIs) {
  for (const Preset& preset : presets()) {
    const std::string name(preset.name);
    plan_.setPreset(QString::fromStdString(name));
    RunConfig expected = configFromPreset(name);
    const bool of_files = expected.text("data.source") != "shapes";
    if (of_files) plan_.settings().wish(QStringLiteral("data.path"), QStringLiteral("/data"));
    EXPECT_TRUE(plan_.check(1)) << name << ": " << plan_.problem().toStdString();
    if (of_files) expected.setText("data.path", "/data");
    EXPECT_EQ(plan_.config(), expected) << name;
    plan_.settings().dropWish(QStringLiteral("data.path"));
  }
}

TEST_F(NewRunPlanTest, KeepsWhatWasChangedWhenThePresetChanges) {
  plan_.setPreset(QStringLiteral("shapes-dcgan"));
  plan_.settings().wish(kRate, 3e-4);
  plan_.setPreset(QStringLiteral("dcgan-64"));
  ASSERT_TRUE(plan_.check(1));
  EXPECT_EQ(plan_.config().real("optimizer.generator.learning_rate"), 3e-4);
  EXPECT_EQ(plan_.config().integer("data.resolution"), 64);
}

TEST_F(NewRunPlanTest, ThePresetIsWhatAPersonGoesBackTo) {
  for (const char* preset : {"dcgan-64", "shapes-dcgan"}) {
    plan_.setPreset(QString::fromUtf8(preset));
    for (const Setting& setting : plan_.settings().settings()) {
      EXPECT_EQ(plan_.settings().baseline(setting.path), plan_.settings().value(setting.path))
          << setting.path.toStdString();
    }
    EXPECT_TRUE(plan_.settings().baseline(kRate).isValid());
  }
}

TEST_F(NewRunPlanTest, ChoosesTheSourceThatFitsTheData) {
  plan_.setPreset(QStringLiteral("shapes-dcgan"));
  plan_.setData(QStringLiteral("/data/mnist"));
  ASSERT_TRUE(plan_.check(1));
  EXPECT_EQ(plan_.config().text("data.source"), "idx");
  EXPECT_EQ(plan_.config().text("data.path"), "/data/mnist");
  plan_.setData(QString());
  ASSERT_TRUE(plan_.check(1));
  EXPECT_EQ(plan_.config().text("data.source"), "shapes");
}

TEST_F(NewRunPlanTest, MarksASettingThatDoesNotGoWithAnother) {
  plan_.setPreset(QStringLiteral("shapes-dcgan"));
  plan_.settings().wish(kResolution, 30);
  EXPECT_FALSE(plan_.check(1));
  EXPECT_EQ(plan_.problemPath(), kResolution);
  EXPECT_EQ(plan_.settings().state(kResolution), State::kRefused);
  EXPECT_EQ(plan_.settings().note(kResolution), plan_.problem());
  EXPECT_TRUE(plan_.problem().contains(QStringLiteral("model.architecture")));
}

TEST_F(NewRunPlanTest, ForgivesASettingWhenTheOtherOneIsMended) {
  plan_.setPreset(QStringLiteral("shapes-dcgan"));
  plan_.settings().wish(kResolution, 30);
  ASSERT_FALSE(plan_.check(1));
  plan_.settings().wish(kArchitecture, QStringLiteral("mlp"));
  EXPECT_TRUE(plan_.check(1));
  EXPECT_EQ(plan_.problem(), QString());
  EXPECT_EQ(plan_.settings().state(kResolution), State::kEdited);
  EXPECT_EQ(plan_.config().integer("data.resolution"), 30);
}

TEST_F(NewRunPlanTest, ForgivesASettingThatWasNotTheOneChanged) {
  plan_.setPreset(QStringLiteral("shapes-dcgan"));
  plan_.settings().wish(QStringLiteral("data.batch_size"), 30000);
  ASSERT_FALSE(plan_.check(1));
  ASSERT_EQ(plan_.problemPath(), QStringLiteral("data.shapes_count"));
  plan_.settings().dropWish(QStringLiteral("data.batch_size"));
  EXPECT_TRUE(plan_.check(1));
  EXPECT_EQ(plan_.settings().state(QStringLiteral("data.shapes_count")), State::kUnchanged);
}

TEST_F(NewRunPlanTest, RefusesAPathThatAnEngineWouldRefuse) {
  plan_.setPreset(QStringLiteral("shapes-dcgan"));
  plan_.setData(QStringLiteral("/a\nb"));
  EXPECT_FALSE(plan_.check(1));
  EXPECT_EQ(plan_.problemPath(), QStringLiteral("data.path"));
}

TEST_F(NewRunPlanTest, RefusesABatchOfWhichNothingCanBeNormalised) {
  const QString batch = QStringLiteral("data.batch_size");
  plan_.setPreset(QStringLiteral("simple-gan"));  // fully connected
  plan_.settings().wish(batch, 1);
  EXPECT_FALSE(plan_.check(1));
  EXPECT_EQ(plan_.problemPath(), batch);
  EXPECT_EQ(plan_.settings().state(batch), State::kRefused);
  EXPECT_TRUE(plan_.check(2)) << "each is normalised with the other's image";
  plan_.settings().wish(batch, 2);
  EXPECT_TRUE(plan_.check(1));
}

TEST_F(NewRunPlanTest, RefusesProcessesThatNoWholeCopiesOfNetworksInStagesFitIn) {
  const QString stages = QStringLiteral("distributed.stages");
  plan_.setPreset(QStringLiteral("simple-gan"));
  plan_.settings().wish(stages, 2);
  EXPECT_FALSE(plan_.check(3));
  EXPECT_EQ(plan_.problemPath(), stages);
  EXPECT_TRUE(plan_.check(4));
  plan_.settings().wish(QStringLiteral("data.batch_size"), 1);
  EXPECT_FALSE(plan_.check(2)) << "both hold one copy, whose batch has one image";
}

}  // namespace
}  // namespace gan
