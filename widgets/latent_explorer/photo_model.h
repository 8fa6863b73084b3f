#pragma once

#include <QImage>
#include <QObject>
#include <QString>

#include "latent_explorer/explored_picture.h"

namespace gan {

/// How far the search for the latent of a photograph is.
struct PhotoProgress {
  qint64 step = 0;  ///< That was done last.
  qint64 steps = 0;
  double pixels = 0;          ///< Mean square difference; from black to white is 1.
  ExploredPicture best = {};  ///< The nearest that was found so far, and the line that brings it back.
};

/// A photograph, and the search for the point whose picture is nearest to it. GUI thread.
class PhotoModel : public QObject {
  Q_OBJECT

 public:
  static constexpr int kFewestSteps = 10;
  static constexpr int kMostSteps = 2000;

  using QObject::QObject;

  /// From a file; it is searched for at once. Where it cannot be read, setProblem() says why.
  void choose(const QString& file);
  const QString& file() const { return file_; }
  /// As the engine gets it.
  const QImage& photo() const { return photo_; }
  void setPhoto(const QImage& photo);

  int steps() const { return steps_; }
  void setSteps(int steps);

  bool isSearching() const { return searching_; }
  /// Anew, from where the explored point is.
  void search();
  /// What was found so far stays.
  void stop();
  /// Of the search that goes on, or of the last one; its picture is null before there is one.
  const PhotoProgress& progress() const { return progress_; }
  void setProgress(const PhotoProgress& progress);
  /// Its last step is done, or it cannot go on.
  void end(const QString& problem = {});
  const QString& problem() const { return problem_; }

 signals:
  void changed();
  /// Another search is wanted, or none any more.
  void wishChanged();
  /// It is over, and this is what was found.
  void found(const QString& line);

 private:
  QString file_;
  QImage photo_;
  int steps_ = 200;
  bool searching_ = false;
  PhotoProgress progress_;
  QString problem_;
};

}  // namespace gan
