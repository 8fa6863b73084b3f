#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "run/evaluated.h"

namespace gan {

/// Parts of sentences about scores, translated.
namespace evaluation_text {

/// "12.35", four digits.
QString number(double value);
/// "12.35 ± 0.41"; a deviation, where there is one, has two digits.
QString score(const EvaluatedScore& score);
/// "none", "0.5", "0.5 (scaled redraw)".
QString truncation(const Evaluated& evaluated);
/// "averaged weights", "newest weights".
QString weights(const std::string& name);
/// "in-domain 0123abcd · 2,048 pictures".
QString kindTitle(const Evaluated& evaluated);
/// Those of several kinds, each with what tells it from others of the same title: "… · newest weights".
QStringList kindTitles(const std::vector<const Evaluated*>& kinds);
/// Features, resizing, size, statistics, weights and counts: all that scores of a kind have in common.
QString kindFacts(const Evaluated& evaluated);
/// Where some scores are not of all pictures that stand there, of how many; empty where all are.
QString keptFacts(const Evaluated& evaluated);
/// Of a FID of too few pictures, or by too few images, see kEnoughForFid; empty where there is none.
QString doubtOfFew(const Evaluated& evaluated);
/// "FID (lower is better)".
QString scoreHeading(const QString& score);

}  // namespace evaluation_text
}  // namespace gan
