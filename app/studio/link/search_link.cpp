#include "link/search_link.h"

#include <utility>

#include "core/error.h"
#include "link/photo_file.h"
#include "link/source_on_demand.h"

namespace gan {

class SearchLink::Work : public SourceOnDemand<LatentSearch> {
 public:
  using SourceOnDemand::SourceOnDemand;
};

SearchLink::SearchLink(Open open) : work_(std::make_shared<Work>(std::move(open))) {}

SearchLink::~SearchLink() {
  stop();
  work_->close();
}

void SearchLink::stop() { searching_.cancel(); }

template <class Search>
void SearchLink::begin(Search search, Ended ended) {
  searching_.post([work = work_, search = std::move(search), ended = std::move(ended), tell = searching_.newest()] {
    if (!tell.wanted()) return;
    Message why;
    try {
      const std::shared_ptr<LatentSearch> source = work->use();
      if (!source) return;
      search(*source, tell);
    } catch (const std::exception& error) {
      why = messageOf(error);
      work->drop();
    }
    tell([ended, why] { ended(why); });
  });
}

void SearchLink::describe(std::optional<qint64> step, std::function<void(const ExplorerLatents&)> take, Ended ended) {
  begin(
      [step, take = std::move(take)](LatentSearch& search, const Background::Tell& tell) {
        tell([take, facts = search.describe(step)] { take(facts); });
      },
      std::move(ended));
}

void SearchLink::project(const PhotoWish& wish, std::function<void(const QImage&)> read,
                         std::function<void(const PhotoProgress&)> take, Ended ended) {
  begin(
      [wish, read = std::move(read), take = std::move(take)](LatentSearch& search, const Background::Tell& tell) {
        const PhotoFile photo = readPhoto(wish.file, wish.side);
        tell([read, image = photo.image] { read(image); });
        search.project(photo.bytes, wish, [&](const PhotoProgress& progress) {
          tell([take, progress] { take(progress); });
          return tell.wanted();
        });
      },
      std::move(ended));
}

void SearchLink::findNearest(const std::string& point, NearestMeasure measure,
                             std::function<void(const NearestProgress&)> take, Ended ended) {
  begin(
      [point, measure, take = std::move(take)](LatentSearch& search, const Background::Tell& tell) {
        search.findNearest(point, measure, [&](const NearestProgress& progress) {
          tell([take, progress] { take(progress); });
          return tell.wanted();
        });
      },
      std::move(ended));
}

}  // namespace gan
