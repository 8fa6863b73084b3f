#pragma once

#include <QFileDialog>
#include <QLineEdit>
#include <functional>

class QMimeData;

namespace gan {

/// "~/runs" and relative paths made absolute and tidy; an empty text and a bucket stay as they are.
QString absolutePath(const QString& text);

/// The first local file or folder of what is dragged over a widget; empty when there is none.
QString droppedPath(const QMimeData* data);

/// Opens a file dialog beside a line; what is chosen is handed to chosen. AnyFile is for one
/// that is to be written. Does not wait.
void choosePath(QWidget* parent, QFileDialog::FileMode mode, const QString& title, const QString& from,
                const std::function<void(const QString&)>& chosen);

}  // namespace gan
