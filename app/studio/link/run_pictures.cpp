#include <atomic>
#include <utility>

#include "core/error.h"
#include "link/picture_image.h"
#include "link/picture_supplier.h"
#include "link/run_connection.h"
#include "protocol/convert.h"
#include "protocol/picture_client.h"
#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

/// Pictures of more go as JPEG over a network while somebody moves about; when the point rests, the exact one comes.
constexpr qsizetype kLargeBytes = qsizetype{64} << 10U;

PictureSupplier::Answer toAnswer(const v1::Picture& picture) {
  PictureSupplier::Answer answer;
  answer.stamp = picture.index();
  answer.image = imageOf(picture);
  answer.step = picture.step();
  answer.is_exact = picture.format() == v1::PICTURE_FORMAT_RAW;
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
    answer.taken_over = reply.taken_over();
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
  explicit RunPictures(RunConnection& connection) : client_(connection.use()) {}

  void explore(Callbacks callbacks) override {
    const auto on_supply = [tell = callbacks.on_supply](ConnectionState state, const Message& why) {
      const PictureSupply supply = toSupply(state);
      const bool unsaid = supply == PictureSupply::kLost && why.empty();
      tell(supply,
           unsaid ? Message{"engine_silent", "The connection to the engine of this run broke; it is made again.", {}}
                  : why);
    };
    const auto on_reply = [this, tell = callbacks.on_answer](const v1::ExploreReply& reply) {
      const Answer answer = toAnswer(reply);
      large_ = answer.image.sizeInBytes() > kLargeBytes;
      tell(answer);
    };
    client_.explore({.on_reply = on_reply, .on_state = on_supply});
  }
  std::uint64_t wish(const std::string& line, int side) override {
    v1::PictureWish wish = wishOf(side);
    if (side > 0 && large_ && client_.isOverNetwork()) wish.set_format(v1::PICTURE_FORMAT_JPEG);
    return client_.wish(line, wish);
  }
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
  std::atomic<bool> large_ = false;  ///< The picture that came last.
  PictureClient client_;
};

}  // namespace

std::unique_ptr<PictureSupplier> openRunPictures(RunConnection& connection) {
  return std::make_unique<RunPictures>(connection);
}

}  // namespace gan
