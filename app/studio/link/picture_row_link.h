#pragma once

#include <QObject>
#include <memory>

#include "link/background.h"
#include "link/picture_link.h"

namespace gan {

/// Rows of pictures of an open run, for the GUI thread: never blocks, answers by signals.
class PictureRowLink : public QObject {
  Q_OBJECT

 public:
  /// open is called on the link's thread, when a row is wanted and after each failure anew.
  explicit PictureRowLink(PictureLink::Open open, QObject* parent = nullptr);
  /// Returns at once: what is under way ends in the background.
  ~PictureRowLink() override;

  /// In place of the row that was wanted before, of which nothing is heard any more.
  void draw(const PictureRow& row);
  void stop();

 signals:
  /// Picture number `index` of the row; its line is empty.
  void drawn(int index, const gan::ExploredPicture& picture);
  /// Behind the last picture of the row; why says what stood in the way of the others.
  void ended(const gan::Message& why);

 private:
  class Work;

  const std::shared_ptr<Work> work_;
  Background pictures_{QStringLiteral("pictures")};
};

}  // namespace gan
