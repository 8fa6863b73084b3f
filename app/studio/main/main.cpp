#include <QApplication>
#include <QIcon>
#include <QTextStream>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "link/background.h"
#include "main/options.h"
#include "main/studio.h"

namespace {

/// What may still wait for an engine or a disk when the window is gone.
constexpr std::chrono::seconds kEndings(5);

bool has(const char* variable) { return !qEnvironmentVariableIsEmpty(variable); }

bool namesOption(int argc, char** argv, const char* option) {
  for (int i = 1; i < argc; ++i) {
    if (QByteArray(argv[i]).startsWith(option)) return true;
  }
  return false;
}

/// Qt aborts the process when it finds no display: a picture, help and the version need none, and everything else
/// gets a sentence.
bool findPlatform(int argc, char** argv) {
  if (has("QT_QPA_PLATFORM") || has("DISPLAY") || has("WAYLAND_DISPLAY") || namesOption(argc, argv, "-platform") ||
      namesOption(argc, argv, "--platform")) {
    return true;
  }
  for (const char* option : {"--screenshot", "--help", "-h", "--version", "-v"}) {
    if (!namesOption(argc, argv, option)) continue;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return true;
  }
  QTextStream(stderr) << "gan-studio: there is no display (DISPLAY and WAYLAND_DISPLAY are not set). `gan-engine watch "
                         "RUN` follows a run in a shell; --screenshot FILE draws the window into a file\n";
  return false;
}

/// Qt's platform without a display warns of every window that it cannot tell a window manager of; nobody can mend that.
void printQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  const bool noise = message.contains(QLatin1String("propagateSizeHints")) ||
                     message.contains(QLatin1String("XDG_RUNTIME_DIR not set"));
  if (!noise) QTextStream(stderr) << qFormatLogMessage(type, context, message) << Qt::endl;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails with a reason instead
  if (!findPlatform(argc, argv)) return 2;
  if (qgetenv("QT_QPA_PLATFORM") == "offscreen") qInstallMessageHandler(printQtMessage);
  QCoreApplication::setApplicationName(QStringLiteral("gan-studio"));
  QCoreApplication::setApplicationVersion(QStringLiteral(GAN_VERSION));
  QApplication application(argc, argv);
  QGuiApplication::setApplicationDisplayName(QStringLiteral("GAN Studio"));
  QGuiApplication::setDesktopFileName(QStringLiteral("org.ganstudio.Studio"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/gan-studio.svg")));

  const gan::ParsedOptions parsed = gan::parseOptions(QApplication::arguments());
  if (!parsed.options) {
    QTextStream(parsed.exit_code == 0 ? stdout : stderr) << parsed.text;
    return parsed.exit_code;
  }
  int result = 0;
  {
    gan::Studio studio(*parsed.options);
    studio.start();
    result = QApplication::exec();
  }
  if (gan::waitForEndings(kEndings)) return result;
  std::fflush(nullptr);
  std::_Exit(result);  // a disk that does not answer would keep the process for ever
}
