#pragma once

#include <QImage>
#include <QString>
#include <QStringList>
#include <optional>
#include <variant>

#include "config/evaluation_order.h"
#include "config/latent_walk.h"
#include "config/sample_point.h"

namespace gan {

/// What numbered samples of a seed have in common.
struct AlikeWish {
  quint64 seed = 0;
  QString classes = {};  ///< That they get in turn, as in "3" or "0,7-9"; empty: all that there are.
  Truncation truncation = {};
  StatisticsMode statistics = StatisticsMode::kRunning;

  friend bool operator==(const AlikeWish&, const AlikeWish&) = default;
};

/// Numbered samples, a file each or one archive of all.
struct SamplesWish {
  qint64 count = 1000;
  AlikeWish alike = {};
  QStringList points = {};                 ///< If any: a picture each, of its own step, instead of numbered samples.
  QString format = QStringLiteral("png");  ///< jpeg, webp: a file each; npz, npz-biggan: one archive.
  int quality = 95;                        ///< Of JPEG and WebP.
  bool class_folders = false;              ///< A folder for each class.

  friend bool operator==(const SamplesWish&, const SamplesWish&) = default;
};

struct FilmWish {
  LatentWalk walk = {};
  int zoom = 1;                            ///< Pixels along each side that a pixel becomes.
  QString format = QStringLiteral("mp4");  ///< gif; png: a file for each picture.

  friend bool operator==(const FilmWish&, const FilmWish&) = default;
};

/// Many small pictures in one.
struct SheetWish {
  /// classes, random, steps, interpolate-z, interpolate-y, interpolate-zy, sefa, pca.
  QString kind = QStringLiteral("classes");
  int rows = 0;  ///< 0: as many as its kind has.
  int columns = 10;
  AlikeWish alike = {};
  QStringList points = {};                 ///< Of steps the columns; of sefa and pca the one that is moved.
  QString format = QStringLiteral("png");  ///< jpeg, webp.
  int quality = 95;

  friend bool operator==(const SheetWish&, const SheetWish&) = default;
};

/// A classifier tested by images that it was not trained on.
struct TestWish {
  QString split = QStringLiteral("test");  ///< Which of the run's images; val, train.

  friend bool operator==(const TestWish&, const TestWish&) = default;
};

/// What somebody wants to have in files.
struct ExportWish {
  std::optional<qint64> step = {};  ///< Of the checkpoint, where points name none; nothing: the newest one.
  /// Or scores of them, or of a classifier.
  std::variant<SamplesWish, FilmWish, SheetWish, EvaluationOrder, TestWish> pictures = {};

  friend bool operator==(const ExportWish&, const ExportWish&) = default;
};

/// What an export would take.
struct ExportForecast {
  qint64 pictures = 0;  ///< Of a sheet: rows of them.
  qint64 bytes = 0;
  double seconds = 0;
  qint64 step = -1;     ///< Of the checkpoint that it would be made with; -1: not said.
  QImage preview = {};  ///< The first of it, small, with running statistics; null: there is none.

  friend bool operator==(const ExportForecast&, const ExportForecast&) = default;
};

}  // namespace gan
