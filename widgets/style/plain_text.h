#pragma once

#include <QString>
#include <QStringList>

namespace gan {

/// A text from outside as one line that turns no direction of writing: a name of a file or a class.
QString printable(QString text);

/// A tool tip of text from outside (names of files, runs, people; what an engine says). Qt takes whatever looks like
/// HTML for HTML, pictures included; this shows it letter by letter. Labels get setTextFormat(Qt::PlainText) instead.
QString plainToolTip(const QString& text);
/// One line each, none broken.
QString plainToolTip(const QStringList& lines);

}  // namespace gan
