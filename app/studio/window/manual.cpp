// A static library's resources are linked in only by who names them, and that works outside namespaces only.
#include "window/manual.h"

#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QTabBar>
#include <QTabWidget>
#include <QWidget>
#include <algorithm>
#include <array>
#include <utility>

static void loadManual() { Q_INIT_RESOURCE(manual); }

namespace gan {
namespace {

constexpr std::array kPages = {"first-training", "watching",  "steering",  "checkpoints", "samples",    "exploring",
                               "scores",         "comparing", "processes", "network",     "preferences"};

struct Panel {
  const char* name;  ///< Object name of the panel, or of a part of it.
  const char* page;
};

constexpr std::array kPanels = {
    Panel{"start_page", "first-training"},   Panel{"data_panel", "samples"},        Panel{"sample_gallery", "samples"},
    Panel{"losses_and_samples", "watching"}, Panel{"log_view", "watching"},         Panel{"runs_dock", "watching"},
    Panel{"alert_bar", "watching"},          Panel{"steer_dock", "steering"},       Panel{"run_bar", "steering"},
    Panel{"latent_explorer", "exploring"},   Panel{"evaluation_panel", "scores"},   Panel{"confusion_panel", "scores"},
    Panel{"comparison_window", "comparing"}, Panel{"processes_panel", "processes"}, Panel{"jobs_dock", "processes"},
    Panel{"run_page", "watching"},           Panel{"home", "first-training"},
};

/// Whose languages the manual has, first the one that is wished.
QStringList languages() { return {QLocale().name(), QStringLiteral("en")}; }

QString textOf(const QString& folder, const QString& id) {
  QFile file(QStringLiteral(":/manual/%1/%2.md").arg(folder, id));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Empty: there is none.
QString fileOfPicture(const QString& name, bool dark) {
  static const QRegularExpression known(QStringLiteral("\\Apictures/([a-z-]+)\\.png\\z"));
  const auto match = known.match(name);
  if (!match.hasMatch()) return {};
  const QString theme = dark ? QStringLiteral("dark") : QStringLiteral("light");
  for (const QString& language : languages()) {
    const QString file = QStringLiteral(":/manual/pictures/%1/%2-%3.png").arg(language, match.captured(1), theme);
    if (QFile::exists(file)) return file;
  }
  return {};
}

}  // namespace

QVector<ManualPage> manualPages() {
  loadManual();
  QVector<ManualPage> pages;
  for (const char* name : kPages) {
    const QString id = QLatin1String(name);
    QString text;
    for (const QString& language : languages()) {
      if (text.isEmpty()) text = textOf(language, id);
    }
    text = withoutMissingPictures(text);
    const QString title = text.section(QLatin1Char('\n'), 0, 0).mid(1).trimmed();
    pages << ManualPage{id, title, text};
  }
  return pages;
}

QString manualPageOf(const QWidget* widget) {
  const QWidget* below = nullptr;
  for (; widget != nullptr; below = std::exchange(widget, widget->parentWidget())) {
    const auto* tabs = qobject_cast<const QTabWidget*>(widget);
    const bool from_bar = tabs != nullptr && (below == nullptr || below == tabs->tabBar());
    if (from_bar && tabs->currentWidget() != nullptr) return manualPageOf(tabs->currentWidget());
    const auto is_it = [widget](const Panel& panel) { return widget->objectName() == QLatin1String(panel.name); };
    const auto found = std::ranges::find_if(kPanels, is_it);
    if (found != kPanels.end()) return QLatin1String(found->page);
  }
  return QLatin1String(kPages.front());
}

QImage manualPicture(const QString& name, bool dark) {
  const QString file = fileOfPicture(name, dark);
  return file.isEmpty() ? QImage() : QImage(file);
}

QString withoutMissingPictures(const QString& text) {
  static const QRegularExpression picture(QStringLiteral("^!\\[[^\\]]*\\]\\(([^)]*)\\)\\n+"),
                                          QRegularExpression::MultilineOption);
  QString kept;
  qsizetype from = 0;
  for (const QRegularExpressionMatch& match : picture.globalMatch(text)) {
    const QString name = match.captured(1);
    const bool is_there = !fileOfPicture(name, false).isEmpty() && !fileOfPicture(name, true).isEmpty();
    kept += text.mid(from, (is_there ? match.capturedEnd() : match.capturedStart()) - from);
    from = match.capturedEnd();
  }
  return kept + text.mid(from);
}

QString readText(const ManualPage& page) {
  static const QRegularExpression target(QStringLiteral("\\]\\([^)]*\\)"));
  return QString(page.text).replace(target, QStringLiteral("]"));
}

}  // namespace gan
