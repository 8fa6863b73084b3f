#include "link/picture_row_link.h"

#include <utility>

#include "core/error.h"
#include "link/source_on_demand.h"

namespace gan {

/// What lives on the link's thread, but for close().
class PictureRowLink::Work {
 public:
  Work(PictureRowLink& link, PictureLink::Open open) : link_(link), source_(std::move(open)) {}

  void draw(const PictureRow& row, const Background::Tell& tell) {
    if (!tell.wanted()) return;
    Message why;
    try {
      const std::shared_ptr<PictureSupplier> source = source_.use();
      if (!source) return;
      source->draw(row, [this, &tell](const PictureSupplier::Answer& answer) {
        tell([this, index = static_cast<int>(answer.stamp), picture = ExploredPicture{{}, answer.image, answer.step}] {
          emit link_.drawn(index, picture);
        });
        return tell.wanted();
      });
    } catch (const std::exception& error) {
      why = messageOf(error);
      source_.drop();
    }
    tell([this, why] { emit link_.ended(why); });
  }

  void close() { source_.close(); }

 private:
  PictureRowLink& link_;  ///< The GUI thread's: for what it is told.
  SourceOnDemand<PictureSupplier> source_;
};

PictureRowLink::PictureRowLink(PictureLink::Open open, QObject* parent)
    : QObject(parent), work_(std::make_shared<Work>(*this, std::move(open))) {}

PictureRowLink::~PictureRowLink() {
  stop();
  work_->close();
}

void PictureRowLink::draw(const PictureRow& row) {
  pictures_.post([work = work_, row, tell = pictures_.newest()] { work->draw(row, tell); });
}

void PictureRowLink::stop() { pictures_.cancel(); }

}  // namespace gan
