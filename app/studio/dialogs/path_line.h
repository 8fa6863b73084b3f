#pragma once

#include <QFileDialog>
#include <QLineEdit>
#include <QString>
#include <functional>

class QMimeData;

namespace gan {

/// "~/runs" and relative paths made absolute and tidy; an empty text and a bucket stay as they are.
QString absolutePath(const QString& text);

/// What a person writes for a path of another computer, as its host takes it, and the other way round: "~/runs" is
/// "/~/runs".
QString pathThere(const QString& text);
QString shownPathThere(const QString& path);

/// The first local file or folder of what is dragged over a widget; empty when there is none.
QString droppedPath(const QMimeData* data);

/// Opens a file dialog beside a line; what is chosen is handed to chosen. AnyFile is for one
/// that is to be written. Does not wait.
void choosePath(QWidget* parent, QFileDialog::FileMode mode, const QString& title, const QString& from,
                const std::function<void(const QString&)>& chosen);

/// RUNS/2026-11-20-PRESET, with -2, -3 ... where that is taken. May wait for the disk; any thread.
QString freeRunFolder(const QString& runs, const QString& preset);

/// The folder itself, or with -2, -3 ... where that is taken, also by the script of a Slurm job for it. May wait for
/// the disk; any thread.
QString freeFolder(const QString& folder);

/// True when a new run may be made there: nothing is there, or an empty folder. May wait for the disk; any thread.
bool isFreeForRun(const QString& folder);

}  // namespace gan
