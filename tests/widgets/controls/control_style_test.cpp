#include "style/control_style.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QStyleOption>
#include <QVBoxLayout>
#include <vector>

#include "style/control_colours.h"
#include "style/theme.h"
#include "widgets/seen_colours.h"

namespace gan {
namespace {

constexpr double kReadable = 4.5;  // WCAG 2.1, 1.4.3
constexpr double kSeen = 3;        // 1.4.11

const QStyle::State kRest = QStyle::State_Enabled | QStyle::State_Raised;
const QStyle::State kHovered = kRest | QStyle::State_MouseOver;
const QStyle::State kChecked = kRest | QStyle::State_On;
const QStyle::State kPressed = QStyle::State_Enabled | QStyle::State_Sunken;
const QStyle::State kDisabled = QStyle::State_Raised;

class Controls : public testing::TestWithParam<Theme> {
 protected:
  Controls() { applyTheme(GetParam()); }
  ~Controls() override { applyTheme(Theme::kSystem); }

  static QPalette palette() { return QApplication::palette(); }
  static QImage pushButton(QStyle::State state, QStyleOptionButton::ButtonFeatures features = {}) {
    QImage image(80, 24, QImage::Format_RGB32);
    image.fill(palette().color(QPalette::Window));
    QPainter painter(&image);
    QStyleOptionButton option;
    option.rect = image.rect();
    option.palette = palette();
    option.state = state;
    option.features = features;
    QApplication::style()->drawControl(QStyle::CE_PushButton, &option, &painter);
    return image;
  }
};

TEST_P(Controls, LettersOnAButtonAreReadableInEachOfItsStatesWhichDiffer) {
  std::vector<QColor> fills;
  for (const QStyle::State state : {kRest, kHovered, kChecked, kPressed, kDisabled}) {
    const ControlColours colours = buttonColours(palette(), state);
    if (state != kDisabled) {
      EXPECT_GE(test::contrast(colours.fill, palette().color(QPalette::ButtonText)), kReadable);
    }
    for (const QColor& other : fills) EXPECT_NE(colours.fill, other);
    fills.push_back(colours.fill);
  }
}

TEST_P(Controls, AFieldIsSeenOnWindowAndPageAndMostWithTheKeyboard) {
  const QColor window = palette().color(QPalette::Window);
  const QColor base = palette().color(QPalette::Base);
  const QColor rest = fieldColours(palette(), kRest).outline;
  for (const QColor& ground : {window, base}) {
    EXPECT_GE(test::contrast(rest, ground), kSeen);
    EXPECT_GT(test::contrast(fieldColours(palette(), kHovered).outline, ground), test::contrast(rest, ground));
    EXPECT_GE(test::contrast(fieldColours(palette(), kRest | QStyle::State_HasFocus).outline, ground), kSeen);
  }
  EXPECT_LT(test::contrast(fieldColours(palette(), kDisabled).outline, window), kSeen);
}

TEST_P(Controls, TheFrameOfWhatHasTheKeyboardIsSeenOnEveryGround) {
  for (const auto role : {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Highlight}) {
    const QColor ground = palette().color(role);
    EXPECT_GE(test::contrast(focusColour(palette(), ground), ground), kSeen) << role;
  }
}

TEST_P(Controls, AreDrawnAnotherWayInEachState) {
  const std::vector<QImage> drawn = {pushButton(kRest),
                                     pushButton(kHovered),
                                     pushButton(kChecked),
                                     pushButton(kPressed),
                                     pushButton(kDisabled),
                                     pushButton(kRest, QStyleOptionButton::DefaultButton),
                                     pushButton(kRest | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange)};
  for (std::size_t a = 0; a < drawn.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(drawn[a], drawn[b]) << a << " " << b;
  }
  const QColor frame = focusColour(palette(), palette().color(QPalette::Window));
  EXPECT_EQ(drawn.back().pixelColor(40, 0), frame) << "at its edge";
  EXPECT_EQ(drawn.back().pixelColor(40, 1), frame) << "two pixels wide";
  EXPECT_EQ(pushButton(kRest | QStyle::State_HasFocus), drawn.front()) << "only for those who use the keyboard";
}

TEST_P(Controls, AFieldThatIsDisabledIsOfOneColour) {
  QSpinBox box;
  box.setEnabled(false);
  box.resize(160, box.sizeHint().height());
  const QImage image = box.grab().toImage();
  const int middle = image.height() / 2;
  const QColor fill = fieldColours(palette(), kDisabled).fill;
  EXPECT_EQ(image.pixelColor(2, middle), fill);
  EXPECT_EQ(image.pixelColor(image.width() / 2, middle), fill) << "where its line is";
}

TEST_P(Controls, ATickIsSeenInItsBox) {
  const auto box = [](QStyle::State state) {
    QImage image(16, 16, QImage::Format_RGB32);
    image.fill(palette().color(QPalette::Window));
    QPainter painter(&image);
    QStyleOptionButton option;
    option.rect = image.rect();
    option.palette = palette();
    option.state = state;
    QApplication::style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter);
    return image;
  };
  EXPECT_EQ(box(kRest | QStyle::State_Off).pixelColor(8, 8), palette().color(QPalette::Base));
  EXPECT_EQ(box(kChecked).pixelColor(8, 2), palette().color(QPalette::Highlight));
  EXPECT_NE(box(kRest | QStyle::State_NoChange), box(kChecked));
  EXPECT_NE(box(kRest | QStyle::State_NoChange), box(kRest | QStyle::State_Off));
  EXPECT_GE(test::contrast(palette().color(QPalette::HighlightedText), palette().color(QPalette::Highlight)), kSeen);
}

INSTANTIATE_TEST_SUITE_P(OfTheme, Controls, testing::Values(Theme::kLight, Theme::kDark),
                         [](const auto& theme) { return theme.param == Theme::kDark ? "Dark" : "Light"; });

TEST(ControlStyle, DistancesGrowWithTheLetters) {
  applyTheme(Theme::kLight);
  for (const int pixels : {16, 32}) {
    QFont font;
    font.setPixelSize(pixels);
    QWidget window;
    window.setFont(font);
    auto* outer = new QVBoxLayout(&window);
    auto* part = new QWidget;
    outer->addWidget(part);
    auto* inner = new QVBoxLayout(part);
    const int line = window.fontMetrics().height();
    EXPECT_EQ(outer->contentsMargins().left(), line * 12 / 16);
    EXPECT_EQ(inner->contentsMargins().top(), line * 10 / 16);
    EXPECT_EQ(outer->spacing(), line * 7 / 16);
  }
}

TEST(ControlStyle, IsOneHoweverOftenTheThemeChanges) {
  applyTheme(Theme::kLight);
  const QStyle* style = QApplication::style();
  applyTheme(Theme::kDark);
  EXPECT_EQ(QApplication::style(), style);
  EXPECT_TRUE(dynamic_cast<const ControlStyle*>(style));
  applyTheme(Theme::kSystem);
}

}  // namespace
}  // namespace gan
