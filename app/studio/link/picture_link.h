#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "link/background.h"
#include "link/picture_supplier.h"

namespace gan {

/// Pictures of an open run, for the GUI thread: never blocks, answers by signals.
class PictureLink : public QObject {
  Q_OBJECT

 public:
  /// open is called on the link's thread, for each start() anew; what it throws comes as supplyChanged().
  using Open = std::function<std::unique_ptr<PictureSupplier>()>;
  explicit PictureLink(Open open, QObject* parent = nullptr);
  /// Returns at once: what is under way ends in the background.
  ~PictureLink() override;

  void start();
  void stop();
  bool isStarted() const { return started_; }
  /// What to show from now on, while started. answered() comes for it unless it is overtaken by a newer one.
  void wish(const QString& line, int side);

 signals:
  /// Without `problem`: why there is no picture stands in `why`.
  void answered(const gan::ExploredPicture& picture, const gan::Message& why);
  void supplyChanged(gan::PictureSupply supply, const gan::Message& why);

 private:
  class Work;

  const std::shared_ptr<Work> work_;
  bool started_ = false;
  Background pictures_{QStringLiteral("explore")};
};

}  // namespace gan
