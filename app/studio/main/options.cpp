#include "main/options.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include "link/place_source.h"
#include "state/comparison_store.h"

namespace gan {
namespace {

ParsedOptions badUsage(const QString& sentence) {
  return {std::nullopt, QStringLiteral("gan-studio: %1\n").arg(sentence), 2};
}

std::optional<Theme> themeFromName(const QString& name) {
  if (name == QLatin1String("light")) return Theme::kLight;
  if (name == QLatin1String("dark")) return Theme::kDark;
  if (name == QLatin1String("system")) return Theme::kSystem;
  return std::nullopt;
}

QString checkPath(const QString& path) {
  if (isRemoteTarget(path)) {
    const Message wrong = wrongIn(RunPlace::ofTarget(path));
    return wrong.empty() ? QString() : QString::fromStdString(wrong.english());
  }
  const QFileInfo file(path);
  const bool weights = file.isFile() && file.suffix() == QLatin1String("safetensors");
  if (!file.isDir() && !weights) {
    return QStringLiteral(
               "%1 is neither a folder nor a generator's weights; name a run folder, a folder that holds runs, where "
               "an "
               "engine answers for a run (ssh://HOST/PATH), or a .safetensors file")
        .arg(path);
  }
  return {};
}

/// By what two paths of one run have in common: its folder, whatever leads to it.
QString runOf(const QString& path) {
  return isRemoteTarget(path) ? RunPlace::ofTarget(path).target : QFileInfo(path).canonicalFilePath();
}

/// Of paths that are there.
QString checkCompared(const QStringList& paths) {
  if (paths.size() < 2 || paths.size() > ComparisonStore::kMostRuns) {
    return QStringLiteral("--compare takes 2 to %1 runs; got %2").arg(ComparisonStore::kMostRuns).arg(paths.size());
  }
  QSet<QString> runs;
  for (const QString& path : paths) {
    if (!isRemoteTarget(path) && !QFileInfo::exists(path + QStringLiteral("/run.yaml"))) {
      return QStringLiteral(
                 "%1 is not a run folder (it has no run.yaml); --compare takes run folders and ssh://HOST/PATH of runs")
          .arg(path);
    }
    if (runs.contains(runOf(path))) return QStringLiteral("--compare takes different runs; got %1 twice").arg(path);
    runs.insert(runOf(path));
  }
  return {};
}

}  // namespace

ParsedOptions parseOptions(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral(
      "Trains generative adversarial networks, and watches and steers them while they train.\n"
      "Engines are processes of their own: closing the window stops no training.\n\n"
      "GAN_STUDIO_SETTINGS=FILE keeps preferences in FILE and in the folder FILE.runs; GAN_ENGINE=FILE starts that "
      "engine."));
  const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this."));
  const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                   QStringLiteral("Shows the version."));
  const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                      QStringLiteral("Draws the window, or the dialog over it, into FILE (.png) and "
                                                     "exits; needs no display."),
                                      QStringLiteral("FILE"));
  const QCommandLineOption after(QStringLiteral("after"), QStringLiteral("Milliseconds before the screenshot (2000)."),
                                 QStringLiteral("MS"));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("The window's size, as 1280x800."),
                                QStringLiteral("WxH"));
  const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light, dark or system."),
                                 QStringLiteral("THEME"));
  const QCommandLineOption language(QStringLiteral("language"), QStringLiteral("en or zh_CN."), QStringLiteral("LANG"));
  const QCommandLineOption action(QStringLiteral("action"),
                                  QStringLiteral("Begins with this action of the menus, as soon as it can be had: "
                                                 "new_run, show_explorer. One that is unknown has all named."),
                                  QStringLiteral("ACTION"));
  const QCommandLineOption compare(QStringLiteral("compare"),
                                   QStringLiteral("Opens a window that compares the runs that are named, two or more: "
                                                  "curves, settings, samples; --screenshot draws that one."));
  parser.addOptions({help, version, screenshot, after, size, theme, language, action, compare});
  parser.addPositionalArgument(
      QStringLiteral("RUN"),
      QStringLiteral("Run folder to open, ssh://HOST/PATH of a run that an engine answers for, "
                     "folder whose runs to list, or a generator's weights (.safetensors) to "
                     "explore."),
      QStringLiteral("[RUN|DIR|WEIGHTS ...]"));

  if (!parser.parse(arguments)) return badUsage(parser.errorText() + QStringLiteral(" (--help lists the options)"));
  if (parser.isSet(help)) return {std::nullopt, parser.helpText(), 0};
  if (parser.isSet(version)) {
    return {std::nullopt, QStringLiteral("gan-studio %1\n").arg(QCoreApplication::applicationVersion()), 0};
  }

  StudioOptions options;
  options.paths = parser.positionalArguments();
  for (const QString& path : options.paths) {
    if (const QString complaint = checkPath(path); !complaint.isEmpty()) return badUsage(complaint);
  }
  options.compares = parser.isSet(compare);
  if (options.compares) {
    if (const QString complaint = checkCompared(options.paths); !complaint.isEmpty()) return badUsage(complaint);
  }
  options.screenshot = parser.value(screenshot);
  if (parser.isSet(after)) {
    bool number = false;
    options.after_ms = parser.value(after).toInt(&number);
    if (!number || options.after_ms < 0 || options.after_ms > 3'600'000) {
      return badUsage(
          QStringLiteral("--after takes milliseconds from 0 to 3600000; got '%1'").arg(parser.value(after)));
    }
    if (options.screenshot.isEmpty()) return badUsage(QStringLiteral("--after belongs to --screenshot FILE"));
  }
  if (parser.isSet(size)) {
    static const QRegularExpression shape(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const auto match = shape.match(parser.value(size));
    if (!match.hasMatch()) {
      return badUsage(QStringLiteral("--size takes WIDTHxHEIGHT, as 1280x800; got '%1'").arg(parser.value(size)));
    }
    options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
  }
  if (parser.isSet(theme)) {
    options.theme = themeFromName(parser.value(theme));
    if (!options.theme) {
      return badUsage(QStringLiteral("--theme takes light, dark or system; got '%1'").arg(parser.value(theme)));
    }
  }
  options.action = parser.value(action);
  if (parser.isSet(action) && options.action.isEmpty()) {
    return badUsage(QStringLiteral("--action takes the name of an action, as show_explorer"));
  }
  options.language = parser.value(language);
  if (parser.isSet(language) && options.language != QLatin1String("en") && options.language != QLatin1String("zh_CN")) {
    return badUsage(QStringLiteral("--language takes en or zh_CN; got '%1'").arg(options.language));
  }
  return {options, {}, 0};
}

}  // namespace gan
