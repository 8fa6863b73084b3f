// The manual's pages, and the window that shows them.
#include "window/manual.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocument>
#include <utility>

#include "studio/window/run_window.h"
#include "window/manual_window.h"
#include "window/run_page.h"

namespace gan::test {
namespace {

const QStringList kLanguages = {QStringLiteral("en"), QStringLiteral("zh_CN")};

QStringList filesOf(const QString& language) {
  manualPages();  // has them linked in
  return QDir(QStringLiteral(":/manual/") + language).entryList();
}

QString textOf(const QString& language, const QString& file) {
  QFile page(QStringLiteral(":/manual/%1/%2").arg(language, file));
  return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

qsizetype count(const QString& text, const char* pattern) {
  return text.count(QRegularExpression(QLatin1String(pattern), QRegularExpression::MultilineOption));
}

QStringList idsOf(const QVector<ManualPage>& pages) {
  QStringList ids;
  for (const ManualPage& page : pages) ids << page.id;
  return ids;
}

TEST(Manual, BothLanguagesHaveTheSamePagesWithTheSameParts) {
  const QStringList english = filesOf(QStringLiteral("en"));
  EXPECT_EQ(english.size(), manualPages().size()) << "each file is a page, and each page a file";
  EXPECT_EQ(filesOf(QStringLiteral("zh_CN")), english);
  for (const QString& file : english) {
    const QString here = textOf(QStringLiteral("en"), file);
    const QString there = textOf(QStringLiteral("zh_CN"), file);
    for (const char* part : {"^# ", "^## ", "^- ", "^\\d\\. ", "^\\|", "\\]\\(", "`[^`]*`"}) {
      EXPECT_EQ(count(here, part), count(there, part)) << file.toStdString() << " " << part;
    }
  }
}

TEST(Manual, NamesEachScoreAndEachSettingOfTheRulesThatWatchThem) {
  for (const QString& language : kLanguages) {
    const QString page = textOf(language, QStringLiteral("scores.md"));
    for (const char* setting :
         {"evaluation.every_steps", "evaluation.count", "evaluation.features", "evaluation.resize", "evaluation.size",
          "evaluation.while", "evaluation.best_by", "evaluation.patience", "evaluation.better_by",
          "evaluation.on_no_better", "evaluation.collapse_ratio", "checkpoint.keep_best"}) {
      EXPECT_TRUE(page.contains(QLatin1Char('`') + QLatin1String(setting) + QLatin1Char('`')))
          << language.toStdString() << " " << setting;
    }
  }
  const QString english = textOf(QStringLiteral("en"), QStringLiteral("scores.md"));
  for (const char* score :
       {"FID", "KID", "IS", "precision", "recall", "density", "coverage", "FID within classes", "accuracy"}) {
    EXPECT_TRUE(english.contains(QLatin1String(score))) << score;
  }
}

TEST(Manual, EveryLinkOfEveryPageLeadsToAPage) {
  const QStringList ids = idsOf(manualPages());
  int links = 0;
  for (const QString& language : kLanguages) {
    for (const QString& file : filesOf(language)) {
      static const QRegularExpression link(QStringLiteral("\\]\\(([^)]*)\\)"));
      auto found = link.globalMatch(textOf(language, file));
      while (found.hasNext()) {
        const QString target = found.next().captured(1);
        if (target.startsWith(QLatin1String("pictures/"))) continue;
        EXPECT_TRUE(target.endsWith(QLatin1String(".md")) && ids.contains(target.chopped(3)))
            << language.toStdString() << "/" << file.toStdString() << ": " << target.toStdString();
        ++links;
      }
    }
  }
  EXPECT_GT(links, 20);
}

TEST(Manual, EachPageHasItsOwnPictureWhereThereIsOne) {
  for (const QString& language : kLanguages) {
    for (const QString& file : filesOf(language)) {
      const QString named = QStringLiteral("](pictures/%1.png)").arg(file.chopped(3));
      EXPECT_EQ(textOf(language, file).count(named), 1) << language.toStdString() << "/" << file.toStdString();
    }
  }
  const QString with = QStringLiteral("# One\n\n![A window](pictures/tested.png)\n\nText\n");
  EXPECT_EQ(withoutMissingPictures(with), with);
  const QString without = QStringLiteral("# One\n\n![A window](pictures/nowhere.png)\n\n![B](../x.png)\n\nText\n");
  EXPECT_EQ(withoutMissingPictures(without), QStringLiteral("# One\n\nText\n"));
}

TEST(Manual, HasPicturesOfBothThemesInEnglishWhereTheLanguageHasNone) {
  const QLocale before;
  QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
  const QImage light = manualPicture(QStringLiteral("pictures/tested.png"), /*dark=*/false);
  const QImage dark = manualPicture(QStringLiteral("pictures/tested.png"), /*dark=*/true);
  QLocale::setDefault(before);
  EXPECT_EQ(light.pixelColor(5, 5), QColor(200, 0, 0));
  EXPECT_EQ(dark.pixelColor(5, 5), QColor(0, 0, 200));
  for (const char* other : {"pictures/nowhere.png", "pictures/../tested.png", "tested.png", "/etc/passwd", ""}) {
    EXPECT_TRUE(manualPicture(QLatin1String(other), /*dark=*/false).isNull()) << other;
  }
}

TEST(Manual, IsInTheLanguageOfTheWindowAndElseInEnglish) {
  const QLocale before;
  QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
  EXPECT_EQ(manualPages().first().title, QStringLiteral("第一次训练"));
  QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
  EXPECT_EQ(manualPages().first().title, QStringLiteral("First training"));
  QLocale::setDefault(before);
}

TEST(Manual, TheTargetsOfLinksAreNotRead) {
  EXPECT_EQ(readText({{}, {}, QStringLiteral("See [the log](watching.md), too.")}),
            QStringLiteral("See [the log], too."));
}

class ManualOfWindow : public RunWindow {
 protected:
  const ManualWindow* manual() const { return window_->findChild<ManualWindow*>(); }
  QStringList listed() const {
    const auto* list = find<QListWidget>("manual_pages");
    QStringList seen;
    for (int row = 0; row < list->count(); ++row) {
      if (!list->item(row)->isHidden()) seen << list->item(row)->text();
    }
    return seen;
  }
};

TEST_F(ManualOfWindow, HasAPageAboutEveryPanel) {
  const QString first = manualPages().first().id;
  makeRun(folder_ / "run", 0, 2, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* page = window_->findChild<RunPage*>();
  ASSERT_GT(page->count(), 5);
  for (int tab = 0; tab < page->count(); ++tab) {
    EXPECT_NE(manualPageOf(page->widget(tab)), first) << page->tabText(tab).toStdString();
  }
  const auto docks = window_->findChildren<QDockWidget*>();
  ASSERT_GT(docks.size(), 2);
  for (const QDockWidget* dock : docks) {
    EXPECT_NE(manualPageOf(dock->widget()), first) << dock->windowTitle().toStdString();
  }
  EXPECT_EQ(manualPageOf(find("start_page")), first);
  EXPECT_EQ(manualPageOf(find("main_view")), QStringLiteral("samples"));
  EXPECT_EQ(manualPageOf(find("chart_plot")), QStringLiteral("watching"));
}

TEST_F(ManualOfWindow, F1OpensThePageOfThePanelThatHasTheFocus) {
  makeRun(folder_ / "run", 0, 2, RunStatus::kStopped);
  open(folder_ / "run");
  action("show_log")->trigger();
  find("log_lines")->setFocus();
  QTest::keyClick(find("log_lines"), Qt::Key_F1);
  ASSERT_TRUE(manual());
  EXPECT_TRUE(manual()->isVisible());
  EXPECT_EQ(manual()->shownPage(), QStringLiteral("watching"));
  activate();
  action("show_explorer")->trigger();
  action("manual")->trigger();
  EXPECT_EQ(manual()->shownPage(), QStringLiteral("exploring")) << "the same window shows another page";
  EXPECT_EQ(window_->findChildren<ManualWindow*>().size(), 1);
}

TEST_F(ManualOfWindow, F1InADialogOpensItsPageOverIt) {
  activate();
  for (const auto& [name, page] : {std::pair("new_run", "first-training"), std::pair("preferences", "preferences"),
                                   std::pair("compare", "comparing")}) {
    action(name)->trigger();
    QWidget* dialog = QApplication::activeModalWidget();
    ASSERT_TRUE(dialog) << name;
    ASSERT_TRUE(QTest::qWaitFor([dialog] {  // a word from the platform about the window behind it may come late
      dialog->activateWindow();
      return QApplication::activeWindow() == dialog;
    }));
    QTest::keyClick(dialog, Qt::Key_F1);
    const auto* opened = dialog->findChild<ManualWindow*>();
    ASSERT_TRUE(opened) << name;
    EXPECT_EQ(opened->shownPage(), QLatin1String(page));
    delete dialog;
    activate();
  }
}

TEST_F(ManualOfWindow, OfTabsItIsTheOneInFront) {
  const auto* home = find<QTabWidget>("home");
  EXPECT_EQ(manualPageOf(home), QStringLiteral("first-training"));
  action("show_data")->trigger();
  EXPECT_EQ(manualPageOf(home), QStringLiteral("samples"));
}

TEST_F(ManualOfWindow, FollowsLinksToItsPagesAndNoOthers) {
  action("manual")->trigger();
  auto* text = find<QTextBrowser>("manual_text");
  emit text->anchorClicked(QUrl(QStringLiteral("steering.md")));
  EXPECT_EQ(manual()->shownPage(), QStringLiteral("steering"));
  for (const char* link : {"https://example.org/watching.md", "file:///etc/watching.md", "nowhere.md"}) {
    emit text->anchorClicked(QUrl(QLatin1String(link)));
    EXPECT_EQ(manual()->shownPage(), QStringLiteral("steering")) << link;
  }
}

TEST_F(ManualOfWindow, ShowsItsOwnPicturesAsWideAsThereIsRoomAndNoOthers) {
  action("manual")->trigger();
  const auto* text = find<QTextBrowser>("manual_text");
  const auto picture = [&](const char* name) {
    return text->document()->resource(QTextDocument::ImageResource, QUrl(QLatin1String(name))).value<QImage>();
  };
  const QImage shown = picture("pictures/tested.png");
  ASSERT_FALSE(shown.isNull());
  EXPECT_LE(shown.deviceIndependentSize().width(), text->viewport()->width());
  EXPECT_GT(shown.deviceIndependentSize().width(), text->viewport()->width() * 0.8);
  for (const char* other : {"pictures/nowhere.png", "file:///etc/hostname", "https://example.org/tested.png"}) {
    EXPECT_TRUE(picture(other).isNull()) << other;
  }
}

TEST_F(ManualOfWindow, FindsPagesByWordsAlsoMisspeltAndMarksThem) {
  action("manual")->trigger();
  const QStringList all = listed();
  auto* search = find<QLineEdit>("manual_search");
  search->setText(QStringLiteral("truncation shelf"));
  EXPECT_EQ(listed(), QStringList(QStringLiteral("Exploring and exporting")));
  EXPECT_EQ(manual()->shownPage(), QStringLiteral("exploring"));
  EXPECT_GE(find<QTextBrowser>("manual_text")->extraSelections().size(), 2);
  search->setText(QStringLiteral("trunctaion shelf"));
  EXPECT_EQ(listed(), QStringList(QStringLiteral("Exploring and exporting")));
  search->setText(QStringLiteral("xylophone"));
  EXPECT_TRUE(listed().isEmpty());
  EXPECT_TRUE(find<QTextBrowser>("manual_text")->toPlainText().contains(QStringLiteral("No page")));
  search->clear();
  EXPECT_EQ(listed(), all);
}

}  // namespace
}  // namespace gan::test
