#include "controls/settings_form.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

#include "controls/quiet_widgets.h"
#include "controls/settings_model.h"
#include "some_settings.h"
#include "style/plain_text.h"

namespace gan {
namespace {

using State = SettingsModel::State;

const QString kRate = QStringLiteral("optimizer.generator.learning_rate");
const QString kSteps = QStringLiteral("training.steps");
const QString kTruncation = QStringLiteral("sampling.truncation");
const QString kSource = QStringLiteral("data.source");

class SettingsFormTest : public testing::Test {
 protected:
  SettingsFormTest() {
    model_.setSettings(test::someSettings());
    model_.setValues({{kRate, 2e-4}, {kSteps, 500}, {kTruncation, 2.0}});
    form_ = std::make_unique<SettingsForm>(model_, SettingsForm::Show::kAll);
    form_->resize(700, 700);
    form_->show();
    form_->activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(form_.get()));
  }

  template <typename Widget>
  Widget* part(const char* name) const {
    auto* widget = form_->findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }
  QLineEdit* rate() const { return part<QLineEdit>("setting_optimizer_generator_learning_rate"); }
  QLineEdit* steps() const { return part<QLineEdit>("setting_training_steps"); }
  QSlider* rateSlider() const { return part<QSlider>("setting_optimizer_generator_learning_rate_slider"); }
  QString rateNote() const { return part<NoteLabel>("setting_optimizer_generator_learning_rate_note")->text(); }

  static void type(QLineEdit* line, const char* text) {
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QLatin1String(text));
  }
  static void leave(QLineEdit* line) { QTest::keyClick(line, Qt::Key_Tab); }

  SettingsModel model_;
  std::unique_ptr<SettingsForm> form_;
};

TEST_F(SettingsFormTest, ShowsASettingOnlyWhileAnotherOneGivesItAMeaning) {
  QVector<Setting> settings = test::someSettings();
  const auto steps_setting = std::ranges::find(settings, kSteps, &Setting::path);
  ASSERT_NE(steps_setting, settings.end());
  steps_setting->needs = {{kSource, {QStringLiteral("idx")}, false}};
  model_.setSettings(settings);
  EXPECT_FALSE(steps()->isVisible());
  form_->setSearch(QStringLiteral("steps"));
  EXPECT_FALSE(steps()->isVisible());
  form_->setSearch({});
  model_.wish(kSource, QStringLiteral("idx"));
  EXPECT_TRUE(steps()->isVisible());
  model_.dropWish(kSource);
  EXPECT_FALSE(steps()->isVisible());
}

TEST_F(SettingsFormTest, HasAnEditorOfItsKindForEachSetting) {
  EXPECT_EQ(part<QComboBox>("setting_data_source")->currentText(), QStringLiteral("shapes"));
  EXPECT_EQ(steps()->text(), QStringLiteral("500"));
  EXPECT_EQ(rate()->text(), QStringLiteral("2e-4"));
  EXPECT_TRUE(part<QCheckBox>("setting_training_tensorboard")->isChecked());
  EXPECT_NE(part<QLineEdit>("setting_training_note"), nullptr);
  EXPECT_NE(part<QToolButton>("setting_data_path_choose"), nullptr);
  EXPECT_EQ(form_->findChild<QSlider*>(QStringLiteral("setting_training_steps_slider")), nullptr);
}

TEST_F(SettingsFormTest, TellsScreenReadersWhatEachEditorIs) {
  EXPECT_EQ(rate()->accessibleName(), QStringLiteral("G learning rate"));
  EXPECT_TRUE(rate()->accessibleDescription().contains(QStringLiteral("Adam's step size")));
  EXPECT_EQ(rateSlider()->accessibleName(), QStringLiteral("G learning rate"));
  EXPECT_EQ(rateSlider()->accessibleDescription(), QStringLiteral("2e-4"));
}

TEST_F(SettingsFormTest, WishesWhenEnterIsPressedAndNotBefore) {
  type(rate(), "3e-4");
  EXPECT_TRUE(model_.edited().isEmpty());
  QTest::keyClick(rate(), Qt::Key_Return);
  EXPECT_EQ(model_.edited(), (QVariantMap{{kRate, 3e-4}}));
}

TEST_F(SettingsFormTest, WishesWhenTheFocusLeaves) {
  type(steps(), "1_000");
  leave(steps());
  EXPECT_EQ(model_.edited(), (QVariantMap{{kSteps, 1000LL}}));
  EXPECT_EQ(steps()->text(), QStringLiteral("1000"));
}

TEST_F(SettingsFormTest, KeepsATextThatCannotBeWishedForAndSaysWhyBesideIt) {
  QSignalSpy problems(form_.get(), &SettingsForm::problemsChanged);
  type(rate(), "20");
  leave(rate());
  EXPECT_EQ(rate()->text(), QStringLiteral("20"));
  EXPECT_EQ(rateNote(), QStringLiteral("Must be from 1e-8 to 1."));
  EXPECT_TRUE(model_.edited().isEmpty());
  EXPECT_EQ(form_->firstProblem(), kRate);
  EXPECT_GT(problems.size(), 0);

  type(rate(), "0.2");
  EXPECT_EQ(rateNote(), QString()) << "what is mended is not complained about";
  EXPECT_EQ(form_->firstProblem(), QString());
}

TEST_F(SettingsFormTest, TakesBackWhatWasBegunOnEscape) {
  type(rate(), "7e-");
  QTest::keyClick(rate(), Qt::Key_Escape);
  EXPECT_EQ(rate()->text(), QStringLiteral("2e-4"));
  EXPECT_EQ(rateNote(), QString());
}

TEST_F(SettingsFormTest, KeepsWhatAPersonTypesWhileValuesChange) {
  type(rate(), "3e-");
  model_.setValues({{kRate, 1e-5}, {kSteps, 700}});
  EXPECT_EQ(rate()->text(), QStringLiteral("3e-"));
  EXPECT_EQ(steps()->text(), QStringLiteral("700"));
  QTest::keyClick(rate(), Qt::Key_Escape);
  EXPECT_EQ(rate()->text(), QStringLiteral("1e-5"));
}

TEST_F(SettingsFormTest, WishesOnceForADragWhenItRests) {
  QSignalSpy wished(&model_, &SettingsModel::wished);
  rateSlider()->setSliderDown(true);
  for (int position = 300; position <= 600; position += 10) rateSlider()->setSliderPosition(position);
  EXPECT_EQ(wished.size(), 0);
  EXPECT_EQ(rate()->text(), QStringLiteral("1e-3"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return wished.size() == 1; }, 20'000));
  EXPECT_EQ(model_.shown(kRate), 1e-3);
  rateSlider()->setSliderPosition(800);
  rateSlider()->setSliderDown(false);
  EXPECT_EQ(wished.size(), 2) << "released is finished";
  EXPECT_EQ(model_.shown(kRate), 1e-2);
}

TEST_F(SettingsFormTest, WishesForWhatTheSliderStandsAtOnEnter) {
  rateSlider()->setFocus();
  QTest::keyClick(rateSlider(), Qt::Key_End);
  EXPECT_TRUE(model_.edited().isEmpty());
  QTest::keyClick(rateSlider(), Qt::Key_Return);
  EXPECT_EQ(model_.shown(kRate), 0.1);
}

TEST_F(SettingsFormTest, DoesNotPullTheSliderOutOfAHand) {
  rateSlider()->setSliderDown(true);
  rateSlider()->setSliderPosition(600);
  model_.setValues({{kRate, 1e-5}});
  EXPECT_EQ(rateSlider()->sliderPosition(), 600);
  rateSlider()->setSliderDown(false);
  EXPECT_EQ(model_.shown(kRate), 1e-3);
}

TEST_F(SettingsFormTest, MovesTheSliderWithTheText) {
  type(rate(), "1e-2");
  EXPECT_EQ(rateSlider()->value(), 800);
  EXPECT_TRUE(model_.edited().isEmpty());
}

TEST_F(SettingsFormTest, CanGoInTheMiddleOfAnEdit) {
  type(rate(), "3e-4");
  form_.reset();
  EXPECT_EQ(model_.shown(kRate), 3e-4);
}

TEST_F(SettingsFormTest, StepsANumberByArrowKeys) {
  rate()->setFocus();
  QTest::keyClick(rate(), Qt::Key_Up);
  EXPECT_EQ(rate()->text(), QStringLiteral("3e-4"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return model_.shown(kRate) == 3e-4; }, 20'000));
  steps()->setFocus();
  QTest::keyClick(steps(), Qt::Key_PageDown);
  QTest::keyClick(steps(), Qt::Key_Down);
  ASSERT_TRUE(QTest::qWaitFor([this] { return model_.shown(kSteps) == 489; }, 20'000));
}

TEST(SettingsForm, TheKeyboardReachesWhatLetsTheProgramDecide) {
  const QString path = QStringLiteral("data.workers");
  SettingsModel model;
  model.setSettings({test::workers()});
  model.setValues({{path, 1}});
  SettingsForm form(model, SettingsForm::Show::kAll);
  form.show();
  form.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&form));
  auto* line = form.findChild<QLineEdit*>(QStringLiteral("setting_data_workers"));
  ASSERT_NE(line, nullptr);
  line->setFocus();
  for (int i = 0; i < 5; ++i) QTest::keyClick(line, Qt::Key_Down);
  EXPECT_EQ(line->text(), QStringLiteral("auto"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return model.shown(path) == -1; }, 20'000));
  QTest::keyClick(line, Qt::Key_Up);
  EXPECT_EQ(line->text(), QStringLiteral("0"));
  line->selectAll();
  QTest::keyClicks(line, QStringLiteral("auto"));
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(model.shown(path), -1);
  EXPECT_EQ(line->text(), QStringLiteral("auto"));
}

TEST_F(SettingsFormTest, LeavesAValueAloneWhenTheWheelPassesOverIt) {
  auto* source = part<QComboBox>("setting_data_source");
  rate()->setFocus();
  const QPointF middle(source->rect().center());
  QWheelEvent wheel(middle, source->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(source, &wheel);
  EXPECT_EQ(source->currentText(), QStringLiteral("shapes"));
}

TEST_F(SettingsFormTest, WishesForChoicesAndFlagsAtOnce) {
  auto* source = part<QComboBox>("setting_data_source");
  source->setFocus();
  QTest::keyClick(source, Qt::Key_Down);
  auto* flag = part<QCheckBox>("setting_training_tensorboard");
  flag->setFocus();
  QTest::keyClick(flag, Qt::Key_Space);
  EXPECT_EQ(model_.edited(),
            (QVariantMap{{kSource, QStringLiteral("idx")}, {QStringLiteral("training.tensorboard"), false}}));
}

TEST_F(SettingsFormTest, SaysWhereAWishStands) {
  auto* state = part<QLabel>("setting_optimizer_generator_learning_rate_state");
  model_.wish(kRate, 3e-4);
  EXPECT_EQ(state->text(), QStringLiteral("*"));
  model_.setState(kRate, State::kPending);
  EXPECT_EQ(state->text(), QStringLiteral("pending …"));
  model_.setState(kRate, State::kApplied, QStringLiteral("applied at step 1,200"));
  EXPECT_EQ(state->text(), QStringLiteral("applied at step 1,200"));
  model_.wish(kRate, 0.5);
  model_.setState(kRate, State::kRefused, QStringLiteral("too <b>large</b>"));
  EXPECT_EQ(state->text(), QString());
  EXPECT_EQ(rateNote(), QStringLiteral("too <b>large</b>"));
  EXPECT_TRUE(rate()->accessibleDescription().endsWith(QStringLiteral("too <b>large</b>")));
  model_.setState(kRate, State::kUnknown, QStringLiteral("no answer"));
  EXPECT_EQ(state->text(), QString());
  EXPECT_EQ(rateNote(), QStringLiteral("no answer"));
}

TEST_F(SettingsFormTest, GoesBackToWhatIsInForceAndThenToTheDefault) {
  auto* reset = part<QToolButton>("setting_training_steps_reset");
  EXPECT_FALSE(reset->isVisible());
  type(steps(), "800");
  leave(steps());
  ASSERT_TRUE(reset->isVisible());
  EXPECT_EQ(reset->toolTip(), plainToolTip(QStringLiteral("Back to 500, which is in force")));
  reset->click();
  EXPECT_EQ(model_.shown(kSteps), 500);
  EXPECT_TRUE(model_.edited().isEmpty());

  steps()->setFocus();
  ASSERT_TRUE(reset->isVisible());
  EXPECT_EQ(reset->toolTip(), plainToolTip(QStringLiteral("Back to the default, 0")));
  reset->click();
  EXPECT_EQ(model_.edited(), (QVariantMap{{kSteps, 0LL}}));
}

TEST_F(SettingsFormTest, GoesBackToWhatTheRunBeganWithAndNotToTheDefault) {
  model_.setBaseline({{kSteps, 300}});
  auto* reset = part<QToolButton>("setting_training_steps_reset");
  steps()->setFocus();
  ASSERT_TRUE(reset->isVisible());
  EXPECT_EQ(reset->toolTip(), plainToolTip(QStringLiteral("Back to 300, which the run began with")));
  EXPECT_EQ(reset->accessibleName(), QStringLiteral("Steps: Back to 300, which the run began with"));
  reset->click();
  EXPECT_EQ(model_.edited(), (QVariantMap{{kSteps, 300LL}}));
}

TEST_F(SettingsFormTest, OffersNoWayBackFromWhatTheRunBeganWith) {
  model_.setBaseline({{kSteps, 500}});
  steps()->setFocus();
  EXPECT_FALSE(part<QToolButton>("setting_training_steps_reset")->isVisible());
}

/// What an engine says of its settings comes from another program.
TEST_F(SettingsFormTest, ShowsWhatAnEngineSaysLetterByLetter) {
  const QString bold = QStringLiteral("<b>x</b>");
  Setting odd = test::steps();
  odd.path = bold + QStringLiteral(".steps");
  odd.title = odd.help = odd.unit = bold;
  Setting text = test::setting("data.text", "Text", Setting::Type::kText, bold);
  model_.setSettings({odd, text});
  model_.setValues({{odd.path, 5}, {text.path, QStringLiteral("<i>y</i>")}});
  model_.wish(odd.path, 6);
  model_.setState(odd.path, State::kApplied, bold);
  form_->resize(300, 700);
  int labels = 0;
  for (const QLabel* label : form_->findChildren<QLabel*>()) {
    if (!label->text().contains(QLatin1Char('<'))) continue;
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
    ++labels;
  }
  EXPECT_GE(labels, 3) << "title, unit, state";
  for (const QWidget* widget : form_->findChildren<QWidget*>()) {
    EXPECT_FALSE(widget->toolTip().contains(QStringLiteral("<b>x"))) << widget->objectName().toStdString();
    EXPECT_FALSE(widget->toolTip().contains(QStringLiteral("<i>y"))) << widget->objectName().toStdString();
  }
  EXPECT_FALSE(model_.index(0).data(Qt::ToolTipRole).toString().contains(bold));
}

TEST_F(SettingsFormTest, ANarrowRowHasTitleSliderAndFieldOnOneLineAndTheUnitInItsTip) {
  Setting cut = test::truncation();
  cut.unit = QStringLiteral("standard deviations");
  model_.setSettings({cut});
  form_->resize(form_->fontMetrics().averageCharWidth() * 40, 400);
  QTest::qWait(0);
  const auto* field = part<QLineEdit>("setting_sampling_truncation");
  const auto* slider = part<QSlider>("setting_sampling_truncation_slider");
  const auto labels = form_->findChildren<QLabel*>();
  const auto title = std::ranges::find_if(labels, [&](const QLabel* label) { return label->text() == cut.title; });
  ASSERT_NE(title, labels.end());
  const auto middle = [&](const QWidget* widget) { return widget->mapTo(form_.get(), widget->rect().center()).y(); };
  EXPECT_NEAR(middle(*title), middle(field), 2);
  EXPECT_NEAR(middle(slider), middle(field), 2);
  EXPECT_GE((*title)->width(), (*title)->fontMetrics().horizontalAdvance(cut.title));
  EXPECT_TRUE((*title)->toolTip().contains(QStringLiteral("Truncation, in standard deviations")));
}

TEST_F(SettingsFormTest, AHeadingFoldsItsSectionAndASearchOrAWishedSettingOpensIt) {
  auto* heading = part<QToolButton>("section_optimizer");
  QSignalSpy folded(form_.get(), &SettingsForm::sectionsFolded);
  EXPECT_TRUE(rate()->isVisible());
  heading->setFocus();
  QTest::keyClick(heading, Qt::Key_Space);
  EXPECT_FALSE(rate()->isVisible());
  EXPECT_TRUE(steps()->isVisible());
  EXPECT_TRUE(heading->isVisible());
  EXPECT_EQ(form_->foldedSections(), QStringList{QStringLiteral("optimizer")});
  EXPECT_EQ(folded.count(), 1);
  form_->setSearch(QStringLiteral("learning"));
  EXPECT_TRUE(rate()->isVisible());
  form_->setSearch({});
  EXPECT_FALSE(rate()->isVisible());
  form_->focusOn(kRate);
  EXPECT_TRUE(rate()->isVisible());
  EXPECT_TRUE(form_->foldedSections().isEmpty());
}

TEST_F(SettingsFormTest, GivesUpABadTextByTheResetButton) {
  type(rate(), "abc");
  leave(rate());
  part<QToolButton>("setting_optimizer_generator_learning_rate_reset")->click();
  EXPECT_EQ(rate()->text(), QStringLiteral("2e-4"));
  EXPECT_EQ(form_->firstProblem(), QString());
  EXPECT_TRUE(model_.edited().isEmpty());
}

TEST_F(SettingsFormTest, AsksToTakeBackAChangeThatIsPending) {
  model_.wish(kSteps, 800);
  model_.setState(kSteps, State::kPending);
  part<QToolButton>("setting_training_steps_reset")->click();
  EXPECT_EQ(model_.edited(), (QVariantMap{{kSteps, 500LL}}));
}

TEST_F(SettingsFormTest, ShowsWhatItWasAskedToShow) {
  form_->setShow(SettingsForm::Show::kLive);
  EXPECT_TRUE(rate()->isVisible());
  EXPECT_FALSE(steps()->isVisible());
  form_->setShow(SettingsForm::Show::kCommon);
  EXPECT_TRUE(steps()->isVisible());
  EXPECT_FALSE(part<QLineEdit>("setting_training_note")->isVisible());
}

TEST_F(SettingsFormTest, FindsAllWordsInTitlePathAndHelpOfAllSettings) {
  form_->setShow(SettingsForm::Show::kCommon);
  form_->setSearch(QStringLiteral("STEP generator"));  // help and path
  EXPECT_TRUE(rate()->isVisible());
  EXPECT_FALSE(steps()->isVisible());
  form_->setSearch(QStringLiteral("note"));
  EXPECT_TRUE(part<QLineEdit>("setting_training_note")->isVisible());
  form_->setSearch(QString());
  EXPECT_TRUE(steps()->isVisible());
}

TEST_F(SettingsFormTest, SaysSoWhenNothingIsFound) {
  auto* nothing = part<QLabel>("settings_nothing");
  EXPECT_FALSE(nothing->isVisible());
  form_->setSearch(QStringLiteral("zebra"));
  EXPECT_TRUE(nothing->isVisible());
  EXPECT_TRUE(nothing->text().contains(QStringLiteral("zebra")));
}

TEST_F(SettingsFormTest, LeavesOutWhatIsShownElsewhere) {
  form_->leaveOut({kSteps});
  EXPECT_FALSE(steps()->isVisible());
  form_->setSearch(QStringLiteral("training.steps"));
  EXPECT_FALSE(steps()->isVisible());
}

TEST_F(SettingsFormTest, ShowsARefusedSettingThatWasHidden) {
  form_->setShow(SettingsForm::Show::kLive);
  model_.wish(kSteps, 3);
  model_.setState(kSteps, State::kRefused, QStringLiteral("no"));
  EXPECT_TRUE(steps()->isVisible());
}

TEST_F(SettingsFormTest, BringsASettingIntoViewWithTheFocus) {
  form_->resize(300, 120);
  form_->setShow(SettingsForm::Show::kLive);
  form_->focusOn(kSteps);
  EXPECT_TRUE(steps()->hasFocus());
  QTest::qWait(0);
  EXPECT_FALSE(steps()->visibleRegion().isEmpty());
}

TEST_F(SettingsFormTest, IsGreyWithAReasonWhileNothingCanBeChanged) {
  form_->setReadOnly(true, QStringLiteral("The run is finished."));
  EXPECT_FALSE(rate()->isEnabled());
  EXPECT_EQ(part<NoteLabel>("settings_reason")->text(), QStringLiteral("The run is finished."));
  model_.setSettings(test::someSettings());
  EXPECT_FALSE(rate()->isEnabled());
  form_->setReadOnly(false);
  EXPECT_TRUE(rate()->isEnabled());
  EXPECT_FALSE(part<NoteLabel>("settings_reason")->isVisible());
}

TEST_F(SettingsFormTest, ShowsWhatCannotBeChangedGreyWithTheReasonBesideIt) {
  Setting fixed = test::steps();
  fixed.fixed = QStringLiteral("only in a branch");
  model_.setSettings({fixed, test::learningRate()});
  part<QToolButton>("section_fixed")->click();
  EXPECT_FALSE(steps()->isEnabled());
  EXPECT_TRUE(rate()->isEnabled());
  EXPECT_EQ(part<QLabel>("setting_training_steps_state")->text(), fixed.fixed);
  EXPECT_TRUE(part<QLabel>("setting_training_steps_state")->isVisible());
  EXPECT_TRUE(steps()->accessibleDescription().contains(fixed.fixed));
  EXPECT_FALSE(part<QToolButton>("setting_training_steps_reset")->isVisible());
}

TEST_F(SettingsFormTest, ListsWhatCannotBeChangedLastAndFolded) {
  Setting fixed = test::steps();
  fixed.fixed = QStringLiteral("only in a branch");
  model_.setSettings({fixed, test::learningRate(), test::truncation()});
  auto* heading = part<QToolButton>("section_fixed");
  EXPECT_FALSE(steps()->isVisible());
  EXPECT_TRUE(heading->isVisible());
  QTest::qWait(0);
  const auto top = [this](const QWidget* widget) { return widget->mapTo(form_.get(), QPoint()).y(); };
  EXPECT_LT(top(rate()), top(heading));
  EXPECT_LT(top(part<QLineEdit>("setting_sampling_truncation")), top(heading));
  heading->click();
  EXPECT_TRUE(steps()->isVisible());
  model_.setSettings({fixed, test::learningRate()});
  EXPECT_TRUE(steps()->isVisible()) << "it was opened";
  form_->setSearch(QStringLiteral("steps"));
  EXPECT_TRUE(steps()->isVisible());
}

TEST_F(SettingsFormTest, TakesAPathFromADialogThatDoesNotBlock) {
  auto* choose = part<QToolButton>("setting_data_path_choose");
  ASSERT_EQ(choose->menu()->actions().size(), 2);
  choose->menu()->actions().front()->trigger();
  auto* dialog = form_->findChild<QFileDialog*>(QStringLiteral("path_dialog"));
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->fileMode(), QFileDialog::Directory);
  emit dialog->fileSelected(QStringLiteral("/data/images"));
  dialog->reject();
  EXPECT_EQ(model_.edited(), (QVariantMap{{QStringLiteral("data.path"), QStringLiteral("/data/images")}}));
}

TEST_F(SettingsFormTest, CanBeUsedByKeyboardAlone) {
  part<QComboBox>("setting_data_source")->setFocus();
  QStringList visited;
  for (int i = 0; i < 16; ++i) {
    visited << QApplication::focusWidget()->objectName();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  }
  for (const char* name :
       {"setting_data_source", "setting_data_path", "setting_data_path_choose", "setting_training_steps",
        "setting_training_note", "setting_training_tensorboard", "setting_optimizer_generator_learning_rate"}) {
    EXPECT_TRUE(visited.contains(QLatin1String(name))) << name;
  }
}

}  // namespace
}  // namespace gan
