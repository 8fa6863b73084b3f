#pragma once

#include <QLatin1String>
#include <QString>
#include <QWidget>

namespace gan {

/// A widget by its object's name, which its settings, style and tests know it by.
template <typename T>
T* named(T* widget, const char* name) {
  widget->setObjectName(QLatin1String(name));
  return widget;
}

/// Likewise a control whose label a screen reader does not find by itself; it takes the focus by Tab and by a click.
template <typename T>
T* named(T* widget, const char* name, const QString& accessible) {
  widget->setAccessibleName(accessible);
  widget->setFocusPolicy(Qt::StrongFocus);
  return named(widget, name);
}

}  // namespace gan
