#pragma once

#include <QImage>
#include <QObject>
#include <QVector>
#include <memory>
#include <optional>
#include <vector>

#include "sample_gallery/sample_model.h"

class QComboBox;
class QLabel;
class QSlider;

namespace gan {

/// One of two pictures that are compared: of which run, and of which step. Until somebody chooses a step it is the
/// newest.
class PictureSide : public QObject {
  Q_OBJECT

 public:
  /// letter: "A".
  PictureSide(const QString& letter, QObject* parent);

  /// The models outlive it.
  void setRuns(const QStringList& names, const QVector<SampleModel*>& models);
  int run() const;
  void setRun(int run);
  /// Of the run's sheets; -1: it has none.
  int row() const;
  void setRow(int row);
  /// Follows the other one, to the step that is nearest to its; nothing: chosen here.
  void setStepOfOther(std::optional<qint64> step);

  std::optional<SampleSheet> sheet() const;
  /// Null where it is still to come: then it has been asked for, or failed.
  QImage image();
  SheetGrid grid() const;
  bool failed() const;
  /// "A · first · step 1,200".
  QString title() const;

  QComboBox* runs() const { return runs_; }
  QSlider* steps() const { return steps_; }
  QLabel* label() const { return label_; }

 signals:
  void changed();

 private:
  SampleModel* model() const;
  void refresh();

  const QString letter_;
  QLabel* label_;
  QComboBox* runs_;
  QSlider* steps_;
  QStringList names_;
  QVector<SampleModel*> models_;
  std::vector<std::unique_ptr<FetchPacer>> pacers_;
  std::optional<int> chosen_;  ///< Nothing: the newest.
  std::optional<qint64> step_of_other_;
};

}  // namespace gan
