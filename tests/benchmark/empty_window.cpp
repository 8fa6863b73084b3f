#include <QApplication>
#include <QMainWindow>
#include <QTimer>

/// The least that a program with a window does: what the studio's start is compared with.
int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QString file = application.arguments().value(1);
  QMainWindow window;
  window.resize(1280, 800);
  window.show();
  QTimer::singleShot(0, &window, [&] { QCoreApplication::exit(window.grab().save(file, "PNG") ? 0 : 1); });
  return QApplication::exec();
}
