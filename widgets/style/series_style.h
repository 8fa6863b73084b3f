#pragma once

#include <QColor>
#include <QString>

namespace gan {

/// How a series looks wherever it is drawn: generator and discriminator keep their colours, real and fake differ in
/// dash as well, so that they can be told apart without colours.
struct SeriesStyle {
  QColor colour;
  Qt::PenStyle dash = Qt::SolidLine;
};

/// For "loss/d_real" and the like; a name that is not known here gets a colour that is a function of the name.
SeriesStyle seriesStyle(const QString& name, bool dark);

/// What a legend calls it, translated: "D loss, real". An unknown name is its own title.
QString seriesTitle(const QString& name);

/// What a score of an evaluation is called, translated: "FID" for "fid". A name that is not known stays as it is.
QString scoreTitle(const QString& name);

/// What a legend calls the series whose names begin with a prefix, translated: "Gradient norms · G" for
/// "gradient_norm/g". With what stands above it, only the rest: "G" below "gradient_norm".
QString seriesGroupTitle(const QString& prefix, const QString& above = {});

/// Series of the same scale can be read off one axis: "loss" for all losses, "top" for what a classifier gets right; of
/// evaluations "frechet/FEATURES" for what FID measures, "neighbours/FEATURES" for shares of pictures: of other
/// FEATURES, see comparableAs(), they do not compare.
QString seriesScale(const QString& name);

/// Where a legend puts it: losses, scores, gradients, times, then what is not known here.
int seriesRank(const QString& name);

/// False for what is no noise: each value of validation is a mean over all its images; rates, weights and scales are
/// what was set.
bool canBeSmoothed(const QString& name);

/// True for the series that a chart shows before anybody chose: the losses, and what a classifier gets right.
bool isShownAtFirst(const QString& name);

}  // namespace gan
