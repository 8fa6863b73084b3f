#pragma once

#include <memory>

#include "state/explorer_store.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_searches.h"
#include "studio/support/open_run_fixture.h"

namespace gan::test {

/// Of ten classes.
inline RunConfig classConfig() {
  RunConfig config;
  config.setText("model.architecture", "dcgan");
  config.set("model.classes", std::int64_t{10});
  config.set("sampling.truncation", 0.5);
  return config;
}

/// What is explored of an open run.
class ExplorerFixture : public OpenRunFixture {
 protected:
  void open(const RunConfig& config) {
    begin(config);
    ASSERT_TRUE(until([&] { return store_.isOpen(); }));
  }
  /// An engine takes commands.
  void train() {
    ASSERT_TRUE(until([&] {
      run_->setState(LinkState::kConnected);  // which is lost before the link watches
      return store_.canSteer();
    }));
  }
  /// As if they were looked at and the first wish was sent.
  void look() {
    explorer_.model().setWatched(true);
    ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  }

  std::shared_ptr<FakePictures> pictures_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> compared_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> film_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> strip_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> kept_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakeSearches> searches_ = std::make_shared<FakeSearches>();
  PictureLink picture_link_{opening(pictures_)};
  PictureRowLink compared_link_{opening(compared_)};
  PictureRowLink film_link_{opening(film_)};
  PictureRowLink strip_link_{opening(strip_)};
  PictureRowLink shelf_link_{opening(kept_)};
  SearchLink directions_{opening(searches_)};
  SearchLink photo_{opening(searches_)};
  SearchLink nearest_{opening(searches_)};
  ExplorerStore explorer_{
      store_,
      {picture_link_, compared_link_, film_link_, strip_link_, shelf_link_, server_, directions_, photo_, nearest_}};
};

}  // namespace gan::test
