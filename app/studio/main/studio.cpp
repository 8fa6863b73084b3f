#include "main/studio.h"

#include <QAction>
#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTextStream>
#include <QTimer>
#include <QTranslator>
#include <algorithm>
#include <chrono>

#include "comparison/alignment.h"
#include "window/actions.h"
#include "window/comparison_window.h"
#include "window/main_window.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kLookAgain{50};

}  // namespace

Languages::Languages() = default;

Languages::~Languages() {
  for (const auto& translator : translators_) QCoreApplication::removeTranslator(translator.get());
}

void Languages::use(const QString& language) {
  for (const auto& translator : translators_) QCoreApplication::removeTranslator(translator.get());
  translators_.clear();
  const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
  QLocale::setDefault(locale);
  const auto load = [&](const QString& name, const QString& folder) {
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), folder)) return;
    QCoreApplication::installTranslator(translator.get());
    translators_.push_back(std::move(translator));
  };
  load(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  load(QStringLiteral("gan-studio"), QStringLiteral(":/translations"));
}

Studio::Studio(const StudioOptions& options) : options_(options) {
  languages_.use(options_.language.isEmpty() ? preferences_.language() : options_.language);
  applyTheme(options_.theme.value_or(preferences_.theme()));
}

Studio::~Studio() {
  if (window_ && window_->runGoesOn() && options_.screenshot.isEmpty()) {
    QTextStream(stderr) << QCoreApplication::translate(
                               "Studio", "gan-studio: %1 goes on training; `gan-studio %1` shows it again.")
                               .arg(window_->runPlace().target)
                        << Qt::endl;
  }
}

void Studio::start() {
  makeWindow();
  // What was open last is open again, so that closing the window costs nothing.
  const bool goes_on = options_.paths.isEmpty() && !preferences_.lastRun().isEmpty();
  window_->open(goes_on ? QStringList{preferences_.lastRun().target} : options_.paths);
  if (options_.compares) compare();
  if (!options_.screenshot.isEmpty()) QTimer::singleShot(options_.after_ms, this, &Studio::takeScreenshot);
  if (!options_.action.isEmpty()) QTimer::singleShot(0, this, &Studio::act);
}

void Studio::act() {
  const QVector<QAction*> all = window_->findChild<Actions*>()->all();
  const auto found = std::ranges::find(all, options_.action, &QObject::objectName);
  if (found == all.end()) {
    QStringList names;
    for (const QAction* action : all) names << action->objectName();
    QTextStream(stderr) << "gan-studio: there is no action '" << options_.action
                        << "'; there are: " << names.join(QStringLiteral(", ")) << '\n';
    return QCoreApplication::exit(2);
  }
  // A run that is opened afterwards would show its first page.
  if ((*found)->isEnabled() && !window_->isOpening()) return (*found)->trigger();
  QTimer::singleShot(kLookAgain, this, &Studio::act);
}

void Studio::compare() {
  QVector<RunPlace> runs;
  for (const QString& path : options_.paths) runs << RunPlace::ofTarget(path);
  window_->compare(namedApart(runs));
  if (options_.size) window_->findChild<ComparisonWindow*>()->resize(*options_.size);
}

void Studio::makeWindow() {
  window_ = std::make_unique<MainWindow>(preferences_, access_);
  if (options_.size) window_->resize(*options_.size);
  // Queued: the window that asks is replaced.
  connect(
      window_.get(), &MainWindow::languageChosen, this,
      [this](const QString& language) {
        languages_.use(language);
        makeWindowAnew([] {});
      },
      Qt::QueuedConnection);
  connect(
      window_.get(), &MainWindow::layoutResetWished, this,
      [this] { makeWindowAnew([this] { preferences_.forgetLayout(); }); }, Qt::QueuedConnection);
  window_->show();
}

void Studio::makeWindowAnew(const std::function<void()>& between) {
  const QString run = window_->runPlace().target;
  window_->close();
  window_.reset();
  between();
  makeWindow();
  if (!run.isEmpty()) window_->open(run);
}

void Studio::takeScreenshot() {
  QWidget* shown = QApplication::activeModalWidget();
  if (shown == nullptr) shown = window_->findChild<ComparisonWindow*>();
  if (shown == nullptr) shown = window_.get();
  const bool saved = shown->grab().save(options_.screenshot, "PNG");
  if (!saved) {
    QTextStream(stderr) << "gan-studio: " << options_.screenshot
                        << " cannot be written; name a file in a folder that exists and may be written to\n";
  }
  QCoreApplication::exit(saved ? 0 : 1);
}

}  // namespace gan
