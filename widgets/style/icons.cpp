// A static library's resources are linked in only by who names them, and that works outside namespaces only.
#include "style/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

static void loadIcons() { Q_INIT_RESOURCE(icons); }

namespace gan {
namespace {

/// Draws an SVG whose black parts take the palette's text colour, so that a change of theme needs no new icons.
class TintedSvgEngine : public QIconEngine {
 public:
  explicit TintedSvgEngine(QByteArray svg) : svg_(std::move(svg)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
    QByteArray tinted = svg_;
    tinted.replace("#000000", QApplication::palette().color(group, role).name().toLatin1());
    QSvgRenderer renderer(tinted);
    renderer.render(painter, QRectF(rect));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap result(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return result;
  }

  QIconEngine* clone() const override { return new TintedSvgEngine(svg_); }

 private:
  QByteArray svg_;
};

}  // namespace

QIcon icon(const QString& name) {
  loadIcons();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  const bool found = file.open(QIODevice::ReadOnly);
  Q_ASSERT_X(found, "icon", qPrintable(name));
  return found ? QIcon(new TintedSvgEngine(file.readAll())) : QIcon();
}

IconSign::IconSign(QIcon icon, QWidget* parent) : QWidget(parent), icon_(std::move(icon)) {
  setFixedSize(QSize(1, 1) * fontMetrics().height() * 5 / 4);
}

void IconSign::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  icon_.paint(&painter, rect());
}

}  // namespace gan
