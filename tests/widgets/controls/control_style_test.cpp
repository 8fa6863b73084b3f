#include "style/control_style.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStyleOption>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "style/control_colours.h"
#include "style/drawn_controls.h"
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

const QStyle::State kWithKeyboard = kRest | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;

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

  /// In the middle of its range of 100, 120 pixels long.
  static QStyleOptionSlider slider(QStyle::State state, Qt::Orientation orientation = Qt::Horizontal) {
    QStyleOptionSlider option;
    option.rect = orientation == Qt::Horizontal ? QRect(0, 0, 120, 20) : QRect(0, 0, 20, 120);
    option.palette = palette();
    option.state = state;
    if (orientation == Qt::Horizontal) option.state |= QStyle::State_Horizontal;
    option.orientation = orientation;
    option.upsideDown = orientation == Qt::Vertical;
    option.maximum = 100;
    option.sliderPosition = option.sliderValue = 50;
    option.subControls = QStyle::SC_SliderGroove | QStyle::SC_SliderHandle;
    option.activeSubControls = QStyle::SC_SliderHandle;
    return option;
  }
  static QImage drawn(const QStyleOptionSlider& option) {
    QImage image(option.rect.size(), QImage::Format_RGB32);
    image.fill(palette().color(QPalette::Window));
    QPainter painter(&image);
    QApplication::style()->drawComplexControl(QStyle::CC_Slider, &option, &painter);
    return image;
  }

  static QImage tab(QStyle::State state, QTabBar::Shape shape = QTabBar::RoundedNorth) {
    QImage image(80, 30, QImage::Format_RGB32);
    image.fill(palette().color(QPalette::Window));
    QPainter painter(&image);
    QStyleOptionTab option;
    option.rect = image.rect();
    option.palette = palette();
    option.state = state;
    option.shape = shape;
    QApplication::style()->drawControl(QStyle::CE_TabBarTabShape, &option, &painter);
    return image;
  }

  /// Its letters end long before its right end.
  static QImage menuEntry(QStyle::ControlElement element, QStyle::State state) {
    QImage image(200, 24, QImage::Format_RGB32);
    image.fill(palette().color(element == QStyle::CE_MenuItem ? QPalette::Base : QPalette::Window));
    QPainter painter(&image);
    QStyleOptionMenuItem option;
    option.rect = image.rect();
    option.palette = palette();
    option.state = state;
    option.text = QStringLiteral("S&top");
    option.font = QApplication::font();
    option.menuItemType = QStyleOptionMenuItem::Normal;
    option.checkType = QStyleOptionMenuItem::NotCheckable;
    QApplication::style()->drawControl(element, &option, &painter);
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

TEST_P(Controls, ASliderIsFilledFromItsLeastValueToItsHandle) {
  const QColor full = palette().color(QPalette::Highlight);
  const QColor empty = palette().color(QPalette::Base);
  QStyleOptionSlider option = slider(kRest);
  EXPECT_EQ(drawn(option).pixelColor(20, 9), full);
  EXPECT_EQ(drawn(option).pixelColor(100, 9), empty);
  option.upsideDown = true;  // as where one reads from the right to the left
  EXPECT_EQ(drawn(option).pixelColor(20, 9), empty);
  EXPECT_EQ(drawn(option).pixelColor(100, 9), full);
  const QImage upright = drawn(slider(kRest, Qt::Vertical));
  EXPECT_EQ(upright.pixelColor(9, 100), full) << "its least value is below";
  EXPECT_EQ(upright.pixelColor(9, 20), empty);
  EXPECT_NE(drawn(slider(kDisabled)).pixelColor(20, 9), full);
}

TEST_P(Controls, ASlidersHandleIsSeenWhereTheMouseFindsItAndSaysItsState) {
  const QStyleOptionSlider option = slider(kRest);
  const QRect handle = QApplication::style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle);
  const QImage rest = drawn(option);
  EXPECT_EQ(rest.pixelColor(handle.center()), buttonColours(palette(), kRest).fill);
  EXPECT_GE(test::contrast(rest.pixelColor(handle.center().x(), handle.top()), palette().color(QPalette::Window)),
            kSeen);
  const QImage with_keyboard = drawn(slider(kWithKeyboard));
  const QColor frame = focusColour(palette(), palette().color(QPalette::Window));
  EXPECT_EQ(with_keyboard.pixelColor(handle.center().x(), handle.top()), frame);
  EXPECT_EQ(with_keyboard.pixelColor(handle.center().x(), handle.top() + 1), frame) << "two pixels wide";
  const std::vector<QImage> all = {rest, drawn(slider(kHovered)), drawn(slider(kPressed)), drawn(slider(kDisabled)),
                                   with_keyboard};
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(all[a], all[b]) << a << " " << b;
  }
  EXPECT_EQ(drawn(slider(kRest | QStyle::State_HasFocus)), rest) << "only for those who use the keyboard";
}

TEST_P(Controls, OfTabsTheOneInFrontHasABarAlongItsPage) {
  const QColor window = palette().color(QPalette::Window);
  const QColor bar = focusColour(palette(), window);
  const QStyle::State in_front = kRest | QStyle::State_Selected;
  EXPECT_GE(test::contrast(bar, window), kSeen);
  EXPECT_EQ(tab(in_front).pixelColor(40, 29), bar);
  EXPECT_EQ(tab(in_front).pixelColor(40, 5), window) << "flat";
  EXPECT_EQ(tab(in_front, QTabBar::RoundedSouth).pixelColor(40, 0), bar);
  EXPECT_EQ(tab(in_front, QTabBar::RoundedWest).pixelColor(79, 15), bar);
  EXPECT_EQ(tab(in_front, QTabBar::RoundedEast).pixelColor(0, 15), bar);
  QImage nothing(80, 30, QImage::Format_RGB32);
  nothing.fill(window);
  EXPECT_EQ(tab(kRest), nothing);
  EXPECT_EQ(tab(kDisabled), nothing);
  EXPECT_EQ(tab(kHovered).pixelColor(40, 15), buttonColours(palette(), kHovered).fill);
  EXPECT_NE(tab(kDisabled | QStyle::State_Selected).pixelColor(40, 29), bar);
  for (const auto shift : {QStyle::PM_TabBarTabShiftVertical, QStyle::PM_TabBarTabShiftHorizontal}) {
    EXPECT_EQ(QApplication::style()->pixelMetric(shift), 0) << "no label moves when another tab comes to the front";
  }
}

TEST_P(Controls, TheChosenEntryOfAMenuIsFramedAndItsLettersStayReadable) {
  const QStyle::State chosen = kRest | QStyle::State_Selected;
  const QColor base = palette().color(QPalette::Base);
  for (const auto element : {QStyle::CE_MenuItem, QStyle::CE_MenuBarItem}) {
    const QImage image = menuEntry(element, chosen);
    const QColor fill = image.pixelColor(180, 12);
    EXPECT_EQ(fill, buttonColours(palette(), kHovered).fill);
    EXPECT_GE(test::contrast(fill, palette().color(QPalette::Text)), kReadable);
    EXPECT_GE(test::contrast(image.pixelColor(180, 1), base), kSeen) << "its edge";
    EXPECT_NE(menuEntry(element, chosen | QStyle::State_Sunken), image);
    EXPECT_EQ(menuEntry(element, kDisabled | QStyle::State_Selected).pixelColor(180, 12),
              menuEntry(element, kDisabled).pixelColor(180, 12))
        << "nothing comes of it";
  }
  EXPECT_EQ(menuEntry(QStyle::CE_MenuItem, kRest).pixelColor(180, 12), base);
  EXPECT_EQ(menuEntry(QStyle::CE_MenuBarItem, kRest).pixelColor(180, 12), palette().color(QPalette::Window));
  EXPECT_EQ(QApplication::style()->styleHint(QStyle::SH_EtchDisabledText), 0) << "no shadow of light letters";
}

TEST_P(Controls, LettersOnAChosenRowAreReadable) {
  EXPECT_GE(test::contrast(palette().color(QPalette::HighlightedText), palette().color(QPalette::Highlight)),
            kReadable);
}

TEST_P(Controls, AScrollBarsHandleIsSeenWhereTheMouseFindsItAndSaysItsState) {
  const auto scroll_bar = [](QStyle::State state) {
    QStyleOptionSlider option;
    option.rect = QRect(0, 0, 200, 16);
    option.palette = palette();
    option.state = state | QStyle::State_Horizontal;
    option.orientation = Qt::Horizontal;
    option.maximum = 100;
    option.pageStep = 100;
    option.subControls = QStyle::SC_ScrollBarSlider | QStyle::SC_ScrollBarGroove;
    option.activeSubControls = QStyle::SC_ScrollBarSlider;
    return option;
  };
  const auto image_of = [](const QStyleOptionSlider& option) {
    QImage image(option.rect.size(), QImage::Format_RGB32);
    image.fill(Qt::red);
    QPainter painter(&image);
    QApplication::style()->drawComplexControl(QStyle::CC_ScrollBar, &option, &painter);
    return image;
  };
  const QStyleOptionSlider option = scroll_bar(kRest);
  const QRect handle = QApplication::style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider);
  const QColor window = palette().color(QPalette::Window);
  const QImage rest = image_of(option);
  EXPECT_EQ(rest.pixelColor(199, 8), window) << "where it is not";
  EXPECT_EQ(rest.pixelColor(handle.center().x(), 0), window) << "beside it";
  EXPECT_GE(test::contrast(rest.pixelColor(handle.center()), window), kSeen);
  EXPECT_GT(test::contrast(image_of(scroll_bar(kHovered)).pixelColor(handle.center()), window),
            test::contrast(rest.pixelColor(handle.center()), window));
  EXPECT_EQ(image_of(scroll_bar(kPressed)).pixelColor(handle.center()), palette().color(QPalette::Highlight));
  EXPECT_LT(test::contrast(image_of(scroll_bar(kDisabled)).pixelColor(handle.center()), window), kSeen);
}

TEST_P(Controls, TheTitleOfAColumnIsFlatWithALineToTheTableAndToTheNextOne) {
  const auto section = [](QStyle::State state, QStyleOptionHeader::SectionPosition position) {
    QImage image(80, 24, QImage::Format_RGB32);
    image.fill(Qt::red);
    QPainter painter(&image);
    QStyleOptionHeader option;
    option.rect = image.rect();
    option.palette = palette();
    option.state = state;
    option.orientation = Qt::Horizontal;
    option.position = position;
    QApplication::style()->drawControl(QStyle::CE_HeaderSection, &option, &painter);
    return image;
  };
  const QColor window = palette().color(QPalette::Window);
  const QColor line = buttonColours(palette(), kRest).outline;
  const QImage first = section(kRest, QStyleOptionHeader::Beginning);
  EXPECT_EQ(first.pixelColor(40, 1), window);
  EXPECT_EQ(first.pixelColor(40, 21), window) << "flat";
  EXPECT_EQ(first.pixelColor(40, 23), line);
  EXPECT_EQ(first.pixelColor(79, 12), line);
  EXPECT_EQ(section(kRest, QStyleOptionHeader::End).pixelColor(79, 12), window) << "the last";
  EXPECT_EQ(section(kHovered, QStyleOptionHeader::End).pixelColor(40, 12), buttonColours(palette(), kHovered).fill);
  EXPECT_EQ(section(kPressed, QStyleOptionHeader::End).pixelColor(40, 12), buttonColours(palette(), kPressed).fill);
  EXPECT_EQ(section(kDisabled, QStyleOptionHeader::End).pixelColor(40, 12), window);
}

TEST_P(Controls, GroupsOfAMenuHaveALineBetweenThemThatIsSeen) {
  QImage image(100, 6, QImage::Format_RGB32);
  image.fill(palette().color(QPalette::Base));
  QPainter painter(&image);
  QStyleOptionMenuItem option;
  option.rect = image.rect();
  option.palette = palette();
  option.state = kRest;
  option.menuItemType = QStyleOptionMenuItem::Separator;
  QApplication::style()->drawControl(QStyle::CE_MenuItem, &option, &painter);
  painter.end();
  const QColor line = buttonColours(palette(), kRest).outline;
  const QColor base = palette().color(QPalette::Base);
  EXPECT_EQ(image.pixelColor(50, 2), line);
  EXPECT_GT(test::contrast(line, base), 1.3);
  for (const int y : {0, 1, 3, 4, 5}) EXPECT_EQ(image.pixelColor(50, y), base) << y;
}

TEST_P(Controls, AMenuLiesOnItsPageWithinALine) {
  QImage image(60, 40, QImage::Format_RGB32);
  image.fill(Qt::red);
  QPainter painter(&image);
  QStyleOption option;
  option.rect = image.rect();
  option.palette = palette();
  QApplication::style()->drawPrimitive(QStyle::PE_PanelMenu, &option, &painter);
  painter.end();
  const QColor base = palette().color(QPalette::Base);
  EXPECT_EQ(image.pixelColor(30, 20), base);
  EXPECT_EQ(image.pixelColor(1, 1), base);
  for (const QPoint& edge : {QPoint(0, 0), QPoint(30, 0), QPoint(59, 20), QPoint(30, 39)}) {
    EXPECT_EQ(image.pixelColor(edge), buttonColours(palette(), kRest).outline);
  }
}

/// 200 by 24, half done.
QStyleOptionProgressBar progressBar(QStyle::State state) {
  QStyleOptionProgressBar option;
  option.rect = QRect(0, 0, 200, 24);
  option.palette = QApplication::palette();
  option.state = state | QStyle::State_Horizontal;
  option.maximum = 100;
  option.progress = 50;
  return option;
}

/// With so many pixels in each unit of the window.
QImage blank(const QSize& size, double ratio, const QColor& colour) {
  QImage image(size * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(colour);
  return image;
}

QImage drawnBar(const QStyleOptionProgressBar& option, double ratio = 1) {
  QImage image = blank(option.rect.size(), ratio, option.palette.color(QPalette::Window));
  QPainter painter(&image);
  QFont font;
  font.setPixelSize(16);
  font.setBold(true);
  painter.setFont(font);
  QStyleOptionProgressBar measured = option;
  measured.fontMetrics = QFontMetrics(font);
  for (const auto part : {QStyle::CE_ProgressBarGroove, QStyle::CE_ProgressBarContents, QStyle::CE_ProgressBarLabel}) {
    QApplication::style()->drawControl(part, &measured, &painter);
  }
  return image;
}

TEST_P(Controls, AProgressBarIsAFieldThatIsFilledFromItsBeginning) {
  const QColor full = palette().color(QPalette::Highlight);
  const QColor empty = palette().color(QPalette::Base);
  for (const int ratio : {1, 2}) {
    QStyleOptionProgressBar option = progressBar(kRest);
    const auto at = [&](int x, int y) { return drawnBar(option, ratio).pixelColor(x * ratio, y * ratio); };
    EXPECT_EQ(at(20, 12), full);
    EXPECT_EQ(at(96, 12), full) << "flat up to where it ends";
    EXPECT_EQ(at(104, 12), empty);
    EXPECT_EQ(at(150, 4), at(150, 19)) << "flat";
    EXPECT_GE(test::contrast(at(150, 0), palette().color(QPalette::Window)), kSeen) << "its edge";
    option.direction = Qt::RightToLeft;
    EXPECT_EQ(at(20, 12), empty);
    EXPECT_EQ(at(180, 12), full);
    option.invertedAppearance = true;
    EXPECT_EQ(at(20, 12), full) << "turned twice";
    option.progress = 0;
    EXPECT_EQ(at(20, 12), empty);
    option.progress = -1;
    EXPECT_EQ(at(20, 12), empty) << "nothing was said yet";
    option.progress = 100;
    EXPECT_EQ(at(20, 12), full);
    EXPECT_EQ(at(180, 12), full);
  }
  EXPECT_NE(drawnBar(progressBar(kDisabled)).pixelColor(20, 12), full);
}

TEST_P(Controls, LettersOfAProgressBarAreReadableOnBothOfItsParts) {
  QStyleOptionProgressBar option = progressBar(kRest);
  option.textVisible = true;
  option.text = QStringLiteral("MMMMMMMM");
  const auto most = [&option](int from, int to, const QColor& ground) {
    const QImage image = drawnBar(option);
    double contrast = 1;
    for (int x = from; x < to; ++x) {
      for (int y = 4; y < 20; ++y) contrast = std::max(contrast, test::contrast(image.pixelColor(x, y), ground));
    }
    return contrast;
  };
  EXPECT_GE(most(50, 95, palette().color(QPalette::Highlight)), kReadable);
  EXPECT_GE(most(105, 150, palette().color(QPalette::Base)), kReadable);
  option.text = QString(100, QLatin1Char('M'));
  EXPECT_LT(most(0, 4, palette().color(QPalette::Highlight)), kReadable) << "what is too long ends before the edge";
}

TEST_P(Controls, OfAProgressBarThatKnowsNoEndAPartWanders) {
  QStyleOptionProgressBar option = progressBar(kRest);
  option.maximum = option.progress = 0;
  const QColor full = palette().color(QPalette::Highlight);
  const auto filled = [&](qint64 time_ms) {
    QImage image = blank(option.rect.size(), 1, palette().color(QPalette::Window));
    QPainter painter(&image);
    drawProgressGround(painter, option);
    drawProgress(painter, option, time_ms);
    return std::pair(image.pixelColor(10, 12) == full, image.pixelColor(190, 12) == full);
  };
  EXPECT_EQ(filled(0), std::pair(true, false));
  EXPECT_EQ(filled(1200), std::pair(false, true));
  EXPECT_EQ(filled(2400), std::pair(true, false)) << "and back";
}

TEST_P(Controls, ASplitterHasAHandleThatIsSeenAndMoreSoUnderTheMouseOrWithTheKeyboard) {
  const auto splitter = [](QStyle::State state, const QSize& size, int ratio) {
    QImage image = blank(size, ratio, palette().color(QPalette::Window));
    QPainter painter(&image);
    QStyleOption option;
    option.rect = QRect(QPoint(), size);
    option.palette = palette();
    option.state = state;
    QApplication::style()->drawControl(QStyle::CE_Splitter, &option, &painter);
    return image;
  };
  const QColor window = palette().color(QPalette::Window);
  for (const int ratio : {1, 2}) {
    for (const bool upright : {true, false}) {
      const QSize size = upright ? QSize(5, 200) : QSize(200, 5);
      const QStyle::State lies = upright ? QStyle::State_Horizontal : QStyle::State_None;
      const QPoint middle = QPoint(size.width() / 2, size.height() / 2) * ratio;
      const QPoint along = (upright ? QPoint(2, 10) : QPoint(10, 2)) * ratio;
      const QImage rest = splitter(QStyle::State_Enabled | lies, size, ratio);
      EXPECT_GE(test::contrast(rest.pixelColor(middle), window), kSeen);
      EXPECT_EQ(rest.pixelColor(along), buttonColours(palette(), kRest).outline) << "a line between the parts";
      EXPECT_EQ(rest.pixelColor(0, 0), window) << "and nothing else";
      const QImage hovered = splitter(QStyle::State_Enabled | QStyle::State_MouseOver | lies, size, ratio);
      EXPECT_EQ(hovered.pixelColor(middle), focusColour(palette(), window));
      EXPECT_NE(hovered.pixelColor(middle), rest.pixelColor(middle));
      EXPECT_LT(test::contrast(splitter(lies, size, ratio).pixelColor(middle), window), kSeen) << "cannot be dragged";
      const QImage focused = splitter(QStyle::State_Enabled | QStyle::State_HasFocus | lies, size, ratio);
      EXPECT_GE(test::contrast(focused.pixelColor(along), window), kSeen) << "has the keyboard";
      EXPECT_EQ(focused.pixelColor(0, 0), focused.pixelColor(along)) << "as broad as it is";
      EXPECT_GE(test::contrast(focused.pixelColor(middle), focused.pixelColor(along)), kSeen);
    }
  }
  const QImage thin = splitter(QStyle::State_Enabled | QStyle::State_Horizontal, QSize(1, 200), 1);
  EXPECT_EQ(thin.pixelColor(0, 100), buttonColours(palette(), kRest).outline);
}

INSTANTIATE_TEST_SUITE_P(OfTheme, Controls, testing::Values(Theme::kLight, Theme::kDark),
                         [](const auto& theme) { return theme.param == Theme::kDark ? "Dark" : "Light"; });

/// How often a widget was painted.
class Paintings : public QObject {
 public:
  explicit Paintings(QWidget& widget) { widget.installEventFilter(this); }
  int count = 0;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    count += event->type() == QEvent::Paint ? 1 : 0;
    return false;
  }
};

TEST(ControlStyle, AProgressBarMovesAsLongAsItKnowsNoEndAndIsSeen) {
  applyTheme(Theme::kLight);
  QWidget window;
  auto* bar = new QProgressBar;
  (new QVBoxLayout(&window))->addWidget(bar);
  bar->setRange(0, 0);
  Paintings paintings(*bar);
  window.show();
  EXPECT_TRUE(QTest::qWaitFor([&] { return paintings.count >= 5; }));
  const auto rests = [&] {
    QTest::qWait(100);  // what was asked for before has come
    const int before = std::exchange(paintings.count, 0);
    QTest::qWait(200);
    return before <= 3 && paintings.count == 0;
  };
  bar->setRange(0, 100);
  bar->setValue(40);
  paintings.count = 0;
  EXPECT_TRUE(rests());
  bar->setRange(0, 0);
  paintings.count = 0;
  EXPECT_TRUE(QTest::qWaitFor([&] { return paintings.count >= 5; })) << "and again";
  window.hide();
  paintings.count = 0;
  EXPECT_TRUE(rests());
  applyTheme(Theme::kSystem);
}

TEST(ControlStyle, ASplitterSaysThatTheMouseIsOnIt) {
  applyTheme(Theme::kLight);
  QSplitter splitter;
  splitter.addWidget(new QWidget);
  splitter.addWidget(new QWidget);
  splitter.resize(300, 200);
  splitter.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&splitter));
  EXPECT_TRUE(splitter.handle(1)->testAttribute(Qt::WA_Hover));
  EXPECT_GE(splitter.handleWidth(), 3) << "room for a handle";
  applyTheme(Theme::kSystem);
}

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
