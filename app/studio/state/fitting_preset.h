#pragma once

#include <QString>
#include <QVector>

#include "config/run_config.h"
#include "data/data_facts.h"

namespace gan {

/// What a preset must fit.
struct ImageKind {
  qint64 short_side = 0;  ///< Of most of the images, in pixels; 0 where it is not known.
  bool grey = false;
  qint64 classes = 0;  ///< 0 without labels.
  qint64 count = 0;    ///< 0 where it is not known.
};

/// Of images that were inspected: nine tenths of them are at least so large, and they are grey when all are.
ImageKind imageKind(const DataFacts& facts);

struct FittingPreset {
  QString name;
  RunConfig config;       ///< The preset's, with the images' channels and no batch larger than they are.
  bool enlarges = false;  ///< The images are smaller than what it trains on.
};

/// The preset whose resolution and colours are nearest to the images', rather shrinking than enlarging them. Where two
/// are as near: a convolutional one, and one with a soft real label for images of very many classes.
FittingPreset fittingPreset(const ImageKind& images);

}  // namespace gan
