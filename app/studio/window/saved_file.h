#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <functional>
#include <vector>

#include "link/run_link.h"

class QFileDialog;
class QIODevice;

namespace gan {

/// Writes what a file is to hold, piece by piece, as long as the device takes it; false when it does not. May throw
/// gan::Error.
using FileContent = std::function<bool(QIODevice& out)>;

/// The whole file or nothing of it; returns why it cannot be written, empty when it was. Blocks.
QString saveWhole(const FileContent& content, const QString& file);

/// As what a picture of this name is saved; null: nothing that is written here.
const char* pictureFormat(const QString& file);
FileContent encoded(const QImage& picture, const char* format);

/// The chart's curves as values (CSV): a row for each step in the asked range that was recorded, read from the run
/// that is opened for this, however few columns are seen and however many steps there are.
FileContent valuesOf(const RunLink::Open& run, const ChartQuery& seen);

/// One of several runs whose values stand in one table.
struct RunValues {
  QString name;
  RunLink::Open run;
  ChartQuery seen;
};
/// The same of several runs, one below the other: each row begins with the name of its run, and all have a cell for
/// each of these series.
FileContent valuesOf(const std::vector<RunValues>& runs, const QStringList& names);

/// A name without a suffix gets that of the chosen filter.
void letFilterChooseSuffix(QFileDialog* dialog);

}  // namespace gan
