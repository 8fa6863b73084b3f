#pragma once

#include <QImage>
#include <QString>
#include <QVector>

class QWidget;

namespace gan {

struct ManualPage {
  QString id;     ///< Pages link to each other by it: "steering.md".
  QString title;  ///< Its first line.
  QString text;   ///< Markdown; names a picture only where there is one.
};

/// In their order, in the window's language; English where there is none in it.
QVector<ManualPage> manualPages();
/// The page about the panel that a widget belongs to, by the names of what it lies in; of tabs, that of the one in
/// front. The first page where no panel is known.
QString manualPageOf(const QWidget* widget);
/// Of the light or the dark window, in the window's language, else in English; a page names it "pictures/watching.png".
/// Null: packaging/manual-pictures has not made it, or it is none of the manual's.
QImage manualPicture(const QString& name, bool dark);
/// A page's text without the pictures that are not there.
QString withoutMissingPictures(const QString& text);
/// Of a page's text what is read: without the targets of its links.
QString readText(const ManualPage& page);

}  // namespace gan
