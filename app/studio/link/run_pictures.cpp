#include "link/run_pictures.h"

#include <utility>

#include "core/error.h"
#include "link/picture_image.h"
#include "protocol/convert.h"
#include "protocol/picture_client.h"
#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

PictureSupplier::Answer toAnswer(const v1::Picture& picture) {
  PictureSupplier::Answer answer;
  answer.stamp = picture.index();
  answer.image = imageOf(picture);
  answer.step = picture.step();
  if (answer.image.isNull()) {
    answer.problem = {"picture_unreadable",
                      "The engine sent a picture that this window cannot read. Use an engine of the window's version.",
                      {}};
  }
  return answer;
}

PictureSupplier::Answer toAnswer(const v1::ExploreReply& reply) {
  PictureSupplier::Answer answer;
  if (reply.has_error()) {
    answer.problem = fromMessage(reply.error());
  } else {
    answer = toAnswer(reply.picture());
  }
  answer.stamp = reply.stamp();
  return answer;
}

v1::PictureWish wishOf(int side) {
  v1::PictureWish wish;
  wish.set_size(static_cast<std::uint32_t>(side));
  return wish;
}

v1::GenerateRequest requestFor(const std::vector<std::string>& lines) {
  v1::GenerateRequest request;
  for (const std::string& line : lines) request.add_points(line);
  return request;
}

v1::InterpolateRequest requestFor(const FilmPart& part) {
  v1::InterpolateRequest request;
  for (const SamplePoint& keyframe : part.walk.keyframes) request.add_keyframes(toText(keyframe));
  request.set_path(std::string(nameOf(part.walk.kind)));
  request.set_loop(part.walk.ends == PathEnds::kLoop);
  request.set_seconds(part.walk.seconds);
  request.set_frames_per_second(part.walk.frames_per_second);
  request.set_first(static_cast<std::uint64_t>(part.first));
  request.set_count(static_cast<std::uint32_t>(part.count));
  return request;
}

PictureSupply toSupply(ConnectionState state) {
  switch (state) {
    case ConnectionState::kConnecting:
      return PictureSupply::kStarting;
    case ConnectionState::kConnected:
      return PictureSupply::kReady;
    case ConnectionState::kLost:
    case ConnectionState::kClosed:
      break;
  }
  return PictureSupply::kLost;
}

class RunPictures final : public PictureSupplier {
 public:
  explicit RunPictures(const std::filesystem::path& folder) : client_(Target{folder.string()}) {}

  void explore(Callbacks callbacks) override {
    const auto on_supply = [tell = callbacks.on_supply](ConnectionState state, const Message& why) {
      const PictureSupply supply = toSupply(state);
      const bool unsaid = supply == PictureSupply::kLost && why.empty();
      tell(supply,
           unsaid ? Message{"engine_silent", "The connection to the engine of this run broke; it is made again.", {}}
                  : why);
    };
    const auto on_reply = [tell = callbacks.on_answer](const v1::ExploreReply& reply) { tell(toAnswer(reply)); };
    client_.explore({.on_reply = on_reply, .on_state = on_supply});
  }
  std::uint64_t wish(const std::string& line, int side) override { return client_.wish(line, wishOf(side)); }
  void draw(const PictureRow& row, const std::function<bool(const Answer&)>& take) override {
    const auto taken = [&take](const v1::Picture& picture) { return take(toAnswer(picture)); };
    if (const auto* lines = std::get_if<std::vector<std::string>>(&row.what)) {
      v1::GenerateRequest request = requestFor(*lines);
      *request.mutable_wish() = wishOf(row.side);
      client_.generate(request, taken);
    } else {
      v1::InterpolateRequest request = requestFor(std::get<FilmPart>(row.what));
      *request.mutable_wish() = wishOf(row.side);
      client_.interpolate(request, taken);
    }
  }
  void close() override { client_.close(); }

 private:
  PictureClient client_;
};

}  // namespace

std::unique_ptr<PictureSupplier> openRunPictures(const std::filesystem::path& folder) {
  return std::make_unique<RunPictures>(folder);
}

}  // namespace gan
