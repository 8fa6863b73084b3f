#include "service/search_calls.h"

#include <string>
#include <utility>

#include "config/nearest_measure.h"
#include "config/sample_point.h"
#include "core/error.h"
#include "core/units.h"
#include "protocol/status.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::size_t kMaxPhotoBytes = std::size_t{160} << 10U;
constexpr std::uint32_t kMaxSteps = 2000;
constexpr std::uint32_t kUsualSteps = 200;
constexpr std::uint32_t kMaxNearest = 64;
constexpr std::uint32_t kUsualNearest = 8;

void checkPhoto(const std::string& photo) {
  if (photo.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "photo_missing", "{source} is empty. Give a picture file.",
                {{"source", "the photograph"}});
  }
  if (photo.size() <= kMaxPhotoBytes) return;
  throw Error(
      ErrorCode::kInvalidArgument, "photo_too_large",
      "The photograph is a file of {size}, and an engine takes {limit} at most. Make it smaller: it is scaled to "
      "the generator's pictures anyway.",
      {{"size", formatBytes(photo.size())}, {"limit", formatBytes(kMaxPhotoBytes)}});
}

void take(v1::SamplerAnswer& answer, v1::ProjectProgress& progress) { progress.Swap(answer.mutable_projection()); }
void take(v1::SamplerAnswer& answer, v1::NearestProgress& progress) { progress.Swap(answer.mutable_nearest()); }

}  // namespace

PictureTask searchTask(const v1::ProjectRequest& request, std::int64_t resolution) {
  checkWish(request.wish());
  checkPhoto(request.photo());
  PictureDesk::check(1, sideOf(request.wish(), resolution));
  if (request.steps() > kMaxSteps) {
    throw Error(ErrorCode::kInvalidArgument, "project_too_many_steps",
                "{steps} steps were asked for, and a search takes {limit} at most. Begin another one where it ends.",
                {{"steps", formatCount(request.steps())}, {"limit", formatCount(kMaxSteps)}});
  }
  PictureTask task;
  if (!request.start().empty()) task.step = samplePointFromText(request.start()).step;
  *task.task.mutable_project() = request;
  if (request.steps() == 0) task.task.mutable_project()->set_steps(kUsualSteps);
  return task;
}

PictureTask searchTask(const v1::NearestRequest& request, std::int64_t resolution) {
  checkWish(request.wish());
  const std::uint32_t count = request.count() == 0 ? kUsualNearest : request.count();
  if (count > kMaxNearest) {
    throw Error(ErrorCode::kInvalidArgument, "nearest_too_many",
                "{count} images were asked for, and a search finds {limit} at most. Ask for fewer.",
                {{"count", formatCount(count)}, {"limit", std::to_string(kMaxNearest)}});
  }
  PictureDesk::check(count, sideOf(request.wish(), resolution));
  if (!request.by().empty()) (void)nearestMeasure(request.by());
  PictureTask task;
  if (request.has_photo()) {
    checkPhoto(request.photo());
  } else if (request.has_point()) {
    task.step = samplePointFromText(request.point()).step;
  } else {
    throw Error(ErrorCode::kInvalidArgument, "nearest_nothing",
                "Images were asked for that are nearest to nothing. Give a point or a photograph.");
  }
  *task.task.mutable_nearest() = request;
  task.task.mutable_nearest()->set_count(count);
  return task;
}

PictureTask searchTask(const v1::DescribeLatentsRequest& request) {
  PictureTask task;
  if (request.has_step()) task.step = request.step();
  *task.task.mutable_describe() = request;
  return task;
}

template <class Progress>
std::shared_ptr<SearchStream<Progress>> SearchStream<Progress>::open(SamplerHost& host) {
  std::shared_ptr<SearchStream> call(new SearchStream(host));
  call->self_ = call;
  return call;
}

template <class Progress>
void SearchStream<Progress>::begin(PictureTask task, PictureDesk::Place place, LookAgain look) {
  {
    const std::lock_guard lock(this->mutex_);
    if (this->ended_) return;
    this->lookAgainBy(std::move(look));
    task_ = std::move(task);
    this->place_ = std::move(place);
  }
  submit();
}

template <class Progress>
void SearchStream<Progress>::submit() {
  SamplerPiece piece;
  {
    const std::lock_guard lock(this->mutex_);
    if (this->ended_) return;
    piece.step = task_.step;
    piece.task = task_.task;
  }
  piece.weights = weights_;
  piece.wanted = wantedBy(this->weak_from_this());
  piece.answer = [call = this->weak_from_this()](v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
    if (const auto alive = call.lock()) alive->made(answer, failure);
  };
  host_.submit(std::move(piece));
}

template <class Progress>
void SearchStream<Progress>::made(v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
  if (failure) return this->end(toStatus(errorOf(failure)));
  {
    const std::lock_guard lock(this->mutex_);
    if (this->ended_) return;
    this->writing_ = true;
    over_ = answer.search().empty();
    task_.task.mutable_search()->swap(*answer.mutable_search());
    take(answer, progress_);
  }
  this->StartWrite(&progress_);
}

template <class Progress>
void SearchStream<Progress>::written() {
  bool over = false;
  {
    const std::lock_guard lock(this->mutex_);
    over = over_;
  }
  if (over) return this->end(grpc::Status::OK);
  this->goOn([self = this->shared_from_this()] { self->submit(); });
}

template class SearchStream<v1::ProjectProgress>;
template class SearchStream<v1::NearestProgress>;

std::shared_ptr<LatentsCall> LatentsCall::open(SamplerHost& host, v1::LatentDescription* reply) {
  std::shared_ptr<LatentsCall> call(new LatentsCall(host, reply));
  call->self_ = call;
  return call;
}

void LatentsCall::begin(PictureTask task, PictureDesk::Place place) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    place_ = std::move(place);
  }
  SamplerPiece piece;
  piece.step = task.step;
  piece.task = std::move(task.task);
  piece.wanted = wantedBy(weak_from_this());
  piece.answer = [call = weak_from_this()](v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
    if (const auto alive = call.lock()) alive->made(answer, failure);
  };
  host_.submit(std::move(piece));
}

void LatentsCall::made(v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
  if (failure) return end(toStatus(errorOf(failure)));
  if (!claimEnd()) return;
  reply_->Swap(answer.mutable_latents());
  Finish(grpc::Status::OK);
}

void LatentsCall::end(const grpc::Status& status) {
  if (claimEnd()) Finish(status);
}

bool LatentsCall::hasEnded() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

bool LatentsCall::claimEnd() {
  const std::lock_guard lock(mutex_);
  place_ = {};
  return !std::exchange(ended_, true);
}

}  // namespace gan
