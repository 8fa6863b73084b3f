#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <array>
#include <optional>

namespace gan {

struct ClassCount {
  QString name;
  qint64 images = 0;
};

struct SizeCount {
  qint64 width = 0;
  qint64 height = 0;
  qint64 images = 0;
};

/// Of all sizes, where a list has the most frequent ones only.
struct SizesInAll {
  qint64 count = 0;
  SizeCount smallest;  ///< By area.
  SizeCount largest;
  qint64 short_side = 0;  ///< Nine tenths of the images are at least so large both ways.
};

/// Something wrong with some images; the text is translated already.
struct ImageFault {
  QStringList images;  ///< Names of files, or numbers in a file.
  QString text;
};

/// Files of one kind that are no pictures and were left out.
struct OtherFiles {
  QString kind;  ///< Of a format; translated where it is a word.
  qint64 files = 0;
  QStringList names;  ///< Of the first ones.
};

/// What an inspection found in a set of images.
struct DataFacts {
  qint64 images = 0;
  qint64 grey = 0;                    ///< Of them.
  std::array<double, 3> mean{};       ///< Of red, green and blue, 0 to 255.
  std::array<double, 3> deviation{};  ///< Their standard deviation.
  QVector<ClassCount> classes;        ///< None without labels.
  QVector<SizeCount> sizes;
  std::optional<SizesInAll> sizes_in_all{};  ///< Where there are more than `sizes` names.
  QVector<ImageFault> damaged;
  QVector<ImageFault> duplicates;  ///< One for each group of equal images; perhaps the first ones only.
  qint64 duplicates_in_all = 0;    ///< Groups; 0: no more than there are in `duplicates`.
  QVector<OtherFiles> passed_over;
};

struct WorkerSpeed {
  int workers = 0;
  double images_per_second = 0;
};

/// Role of a model's cell that is drawn with a bar behind its text: a number from 0 to 1.
constexpr int kBarRole = Qt::UserRole + 1;

}  // namespace gan
