#pragma once

#include <QString>
#include <QToolButton>

namespace gan {

/// A button with a title that keys reach.
QToolButton* makeButton(const char* name, const QString& title, const QString& tip);

}  // namespace gan
