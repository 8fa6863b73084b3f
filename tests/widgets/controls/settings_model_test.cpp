#include "controls/settings_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "some_settings.h"

namespace gan {
namespace {

using State = SettingsModel::State;

const QString kRate = QStringLiteral("optimizer.generator.learning_rate");
const QString kSteps = QStringLiteral("training.steps");

class SettingsModelTest : public testing::Test {
 protected:
  SettingsModelTest() { model_.setSettings(test::someSettings()); }

  SettingsModel model_;
  QAbstractItemModelTester tester_{&model_, QAbstractItemModelTester::FailureReportingMode::Fatal};
  QSignalSpy wished_{&model_, &SettingsModel::wished};
};

TEST_F(SettingsModelTest, ShowsTheDefaultUntilItKnowsTheValue) {
  EXPECT_EQ(model_.shown(kRate), 2e-4);
  EXPECT_FALSE(model_.value(kRate).isValid());
  model_.setValues({{kRate, 1e-3}});
  EXPECT_EQ(model_.shown(kRate), 1e-3);
}

TEST_F(SettingsModelTest, IgnoresValuesOfUnknownSettings) {
  model_.setValues({{QStringLiteral("no.such"), 1}});
  EXPECT_EQ(model_.rowOf(QStringLiteral("no.such")), -1);
  EXPECT_FALSE(model_.shown(QStringLiteral("no.such")).isValid());
}

TEST_F(SettingsModelTest, KeepsAWishBesideTheValue) {
  model_.setValues({{kRate, 1e-3}});
  model_.wish(kRate, 3e-4);
  EXPECT_EQ(model_.shown(kRate), 3e-4);
  EXPECT_EQ(model_.value(kRate), 1e-3);
  EXPECT_EQ(model_.state(kRate), State::kEdited);
  EXPECT_EQ(model_.edited(), (QVariantMap{{kRate, 3e-4}}));
  ASSERT_EQ(wished_.size(), 1);
  EXPECT_EQ(wished_.front().front().toString(), kRate);
}

TEST_F(SettingsModelTest, HasNothingToSendWhenTheWishIsWhatIsInForce) {
  model_.setValues({{kRate, 1e-3}});
  model_.wish(kRate, 3e-4);
  model_.wish(kRate, 1e-3);
  EXPECT_EQ(model_.state(kRate), State::kUnchanged);
  EXPECT_TRUE(model_.edited().isEmpty());
}

TEST_F(SettingsModelTest, TakesAWholeNumberForAReal) {
  model_.setValues({{kRate, 1.0}});
  model_.wish(kRate, 1);
  EXPECT_EQ(model_.state(kRate), State::kUnchanged);
}

TEST_F(SettingsModelTest, GrantsAWishThatCameTrueByItself) {
  model_.wish(kRate, 3e-4);
  model_.setValues({{kRate, 3e-4}});
  EXPECT_EQ(model_.state(kRate), State::kUnchanged);
  EXPECT_TRUE(model_.edited().isEmpty());
}

TEST_F(SettingsModelTest, PutsAnAppliedWishInForceWithItsNote) {
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  EXPECT_TRUE(model_.edited().isEmpty());
  model_.setState(kRate, State::kApplied, QStringLiteral("applied at step 1,200"));
  EXPECT_EQ(model_.value(kRate), 3e-4);
  EXPECT_EQ(model_.state(kRate), State::kApplied);
  EXPECT_EQ(model_.note(kRate), QStringLiteral("applied at step 1,200"));
}

TEST_F(SettingsModelTest, KeepsTheNoteWhenTheValueArrivesBeforeTheAnswerOrAfterIt) {
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  model_.setValues({{kRate, 3e-4}});
  EXPECT_EQ(model_.state(kRate), State::kApplied);
  model_.setState(kRate, State::kApplied, QStringLiteral("at step 5"));
  model_.setValues({{kRate, 3e-4}});
  EXPECT_EQ(model_.state(kRate), State::kApplied);
  EXPECT_EQ(model_.note(kRate), QStringLiteral("at step 5"));
}

TEST_F(SettingsModelTest, ForgetsWhereAWishWasAppliedWhenSomebodyElseChangesTheValue) {
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kApplied, QStringLiteral("at step 5"));
  model_.setValues({{kRate, 1e-5}});
  EXPECT_EQ(model_.state(kRate), State::kUnchanged);
  EXPECT_EQ(model_.note(kRate), QString());
  EXPECT_EQ(model_.shown(kRate), 1e-5);
}

TEST_F(SettingsModelTest, KeepsARefusedWishSoThatItCanBeMended) {
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  model_.setState(kRate, State::kRefused, QStringLiteral("no"));
  EXPECT_EQ(model_.shown(kRate), 3e-4);
  EXPECT_EQ(model_.note(kRate), QStringLiteral("no"));
  model_.wish(kRate, 3e-4);  // once more
  EXPECT_EQ(model_.state(kRate), State::kEdited);
  EXPECT_EQ(model_.note(kRate), QString());
}

TEST_F(SettingsModelTest, KeepsAWishOfWhichNobodyKnowsWhatBecameOfItUntilItIsInForce) {
  model_.setValues({{kRate, 1e-3}});
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  model_.setState(kRate, State::kUnknown, QStringLiteral("no answer"));
  EXPECT_EQ(model_.value(kRate), 1e-3);
  EXPECT_EQ(model_.shown(kRate), 3e-4);
  EXPECT_EQ(model_.note(kRate), QStringLiteral("no answer"));
  EXPECT_TRUE(model_.edited().isEmpty()) << "it is not sent again by itself";
  model_.setValues({{kRate, 3e-4}});
  EXPECT_EQ(model_.state(kRate), State::kUnchanged);
}

TEST_F(SettingsModelTest, KeepsAWishThatWasMadeWhileAnEarlierOneWasPending) {
  model_.setValues({{kRate, 1e-3}});
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  model_.wish(kRate, 5e-4);
  model_.setState(kRate, State::kApplied, QStringLiteral("at step 5"));
  EXPECT_EQ(model_.value(kRate), 3e-4);
  EXPECT_EQ(model_.shown(kRate), 5e-4);
  EXPECT_EQ(model_.edited(), (QVariantMap{{kRate, 5e-4}}));
}

TEST_F(SettingsModelTest, SendsAWishToGoBackWhileTheChangeIsPending) {
  model_.setValues({{kRate, 1e-3}});
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  model_.wish(kRate, 1e-3);
  EXPECT_EQ(model_.edited(), (QVariantMap{{kRate, 1e-3}}));
  model_.setState(kRate, State::kRefused, QStringLiteral("no"));
  EXPECT_TRUE(model_.edited().isEmpty()) << "what was refused never came into force, so there is nothing to undo";
}

TEST_F(SettingsModelTest, DropsAWishBackToWhatIsPending) {
  model_.wish(kRate, 3e-4);
  model_.setState(kRate, State::kPending);
  model_.wish(kRate, 5e-4);
  model_.dropWish(kRate);
  EXPECT_EQ(model_.shown(kRate), 3e-4);
  EXPECT_EQ(model_.state(kRate), State::kPending);
}

TEST_F(SettingsModelTest, KnowsWhatARunBeganWithUntilAnotherOneIsOpened) {
  EXPECT_FALSE(model_.baseline(kSteps).isValid());
  model_.setBaseline({{kSteps, 300}, {QStringLiteral("no.such"), 1}});
  EXPECT_EQ(model_.baseline(kSteps), QVariant(300LL));
  model_.setBaseline({{kRate, 1e-3}});
  EXPECT_FALSE(model_.baseline(kSteps).isValid());
  EXPECT_EQ(model_.baseline(kRate), QVariant(1e-3));
}

TEST_F(SettingsModelTest, KeepsWhatItKnowsWhenTheTextsChange) {
  model_.setValues({{kSteps, 500}});
  model_.wish(kRate, 3e-4);
  QVector<Setting> translated = test::someSettings();
  for (Setting& setting : translated) setting.title = QStringLiteral("标题");
  model_.setSettings(translated);
  EXPECT_EQ(model_.value(kSteps), 500);
  EXPECT_EQ(model_.edited(), (QVariantMap{{kRate, 3e-4}}));
  EXPECT_EQ(model_.data(model_.index(0), Qt::DisplayRole), QStringLiteral("标题"));
}

}  // namespace
}  // namespace gan
