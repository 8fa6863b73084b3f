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

QString textOf(const QString& folder, const QString& id) {
  QFile file(QStringLiteral(":/manual/%1/%2.md").arg(folder, id));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

QVector<ManualPage> manualPages() {
  loadManual();
  const QString language = QLocale().name();
  QVector<ManualPage> pages;
  for (const char* name : kPages) {
    const QString id = QLatin1String(name);
    QString text = textOf(language, id);
    if (text.isEmpty()) text = textOf(QStringLiteral("en"), id);
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

QString readText(const ManualPage& page) {
  static const QRegularExpression target(QStringLiteral("\\]\\([^)]*\\)"));
  return QString(page.text).replace(target, QStringLiteral("]"));
}

}  // namespace gan
