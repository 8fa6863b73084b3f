#include "service/picture_calls.h"

#include <algorithm>
#include <string>
#include <utility>

#include "config/latent_walk.h"
#include "config/sample_point.h"
#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/status.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kPicturesAtOnce = 8;

}  // namespace

std::int64_t sideOf(const v1::PictureWish& wish, std::int64_t resolution) {
  return wish.size() == 0 ? resolution : std::min<std::int64_t>(wish.size(), resolution);
}

void checkWish(const v1::PictureWish& wish) {
  if (v1::PictureFormat_IsValid(wish.format()) && wish.quality() <= 100) return;
  throw Error(ErrorCode::kInvalidArgument, "picture_wish_bad",
              "Pictures come as raw pixels or as JPEG of a quality from 1 to 100, but format {format} and quality "
              "{quality} were asked for.",
              {{"format", std::to_string(wish.format())}, {"quality", std::to_string(wish.quality())}});
}

Error errorOf(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return {ErrorCode::kInternal, "internal", "{reason}", {{"reason", error.what()}}};
  }
}

std::vector<PictureTask> pictureTasks(const v1::GenerateRequest& request, std::int64_t resolution) {
  checkWish(request.wish());
  PictureDesk::check(request.points_size(), sideOf(request.wish(), resolution));
  std::vector<PictureTask> tasks;
  for (int i = 0; i < request.points_size(); ++i) {
    const std::optional<std::int64_t> step = samplePointFromText(request.points(i)).step;
    const bool goes_on =
        !tasks.empty() && tasks.back().step == step && tasks.back().task.generate().points_size() < kPicturesAtOnce;
    if (!goes_on) {
      tasks.push_back({.step = step, .task = {}, .first = static_cast<std::uint64_t>(i)});
      *tasks.back().task.mutable_generate()->mutable_wish() = request.wish();
    }
    tasks.back().task.mutable_generate()->add_points(request.points(i));
  }
  return tasks;
}

std::vector<PictureTask> pictureTasks(const v1::InterpolateRequest& request, std::int64_t resolution) {
  checkWish(request.wish());
  PictureDesk::check(request.count(), sideOf(request.wish(), resolution));
  const LatentWalk walk = walkOf(request);
  const auto frames = static_cast<std::uint64_t>(frameCount(walk));
  if (request.first() >= frames || request.count() > frames - request.first()) {
    throw Error(ErrorCode::kInvalidArgument, "pictures_beyond_path",
                "The path has {frames} pictures, but {count} from number {first} on were asked for, counted from 0.",
                {{"frames", std::to_string(frames)},
                 {"count", std::to_string(request.count())},
                 {"first", std::to_string(request.first())}});
  }
  std::vector<PictureTask> tasks;
  for (std::uint32_t done = 0; done < request.count(); done += kPicturesAtOnce) {
    PictureTask& task = tasks.emplace_back(PictureTask{.step = walk.keyframes.front().step, .task = {}, .first = done});
    v1::InterpolateRequest& piece = *task.task.mutable_interpolate();
    piece = request;
    piece.set_first(request.first() + done);
    piece.set_count(std::min<std::uint32_t>(kPicturesAtOnce, request.count() - done));
  }
  return tasks;
}

PictureTask pictureTask(const v1::ExploreRequest& request, std::int64_t resolution) {
  v1::GenerateRequest one;
  one.add_points(request.point());
  *one.mutable_wish() = request.wish();
  return pictureTasks(one, resolution).front();
}

std::shared_ptr<PictureStream> PictureStream::open(SamplerHost& host) {
  std::shared_ptr<PictureStream> call(new PictureStream(host));
  call->self_ = call;
  return call;
}

void PictureStream::begin(std::vector<PictureTask> tasks, PictureDesk::Place place) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    tasks_ = std::move(tasks);
    place_ = std::move(place);
  }
  submitNext();
}

void PictureStream::submitNext() {
  std::optional<PictureTask> task;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    if (next_task_ < tasks_.size()) task = tasks_[next_task_++];
  }
  if (!task) return end(grpc::Status::OK);
  host_.submit({.step = task->step,
                .task = std::move(task->task),
                .weights = weights_,
                .wanted = wantedBy(weak_from_this()),
                .answer = [call = weak_from_this(), first = task->first](v1::SamplerAnswer& answer,
                                                                         const std::exception_ptr& failure) {
                  for (v1::Picture& picture : *answer.mutable_pictures()) picture.set_index(picture.index() + first);
                  if (const auto alive = call.lock()) alive->made(answer, failure);
                }});
}

void PictureStream::made(v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
  if (failure) return end(toStatus(errorOf(failure)));
  {
    const std::lock_guard lock(mutex_);
    pictures_.assign(std::make_move_iterator(answer.mutable_pictures()->begin()),
                     std::make_move_iterator(answer.mutable_pictures()->end()));
    next_picture_ = 0;
  }
  writeNext();
}

void PictureStream::writeNext() {
  const v1::Picture* picture = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    if (next_picture_ < pictures_.size()) picture = &pictures_[next_picture_++];
    writing_ = picture != nullptr;
  }
  picture != nullptr ? StartWrite(picture) : submitNext();
}

std::shared_ptr<Exploration> Exploration::open(SamplerHost& host, std::int64_t resolution) {
  std::shared_ptr<Exploration> call(new Exploration(host, resolution));
  call->self_ = call;
  return call;
}

void Exploration::begin(PictureDesk::Place place, LookAgain look) {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  lookAgainBy(std::move(look));
  place_ = std::move(place);
  StartRead(&request_);
}

void Exploration::OnReadDone(bool ok) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    if (ok) {
      newest_ = std::move(request_);
      request_.Clear();
      StartRead(&request_);
    } else {
      last_read_ = true;
    }
  }
  submitNewest();
}

void Exploration::submitNewest() {
  std::optional<v1::ExploreRequest> wish;
  {
    const std::lock_guard lock(mutex_);
    if (ended_ || busy_ || rests_) return;
    const auto now = std::chrono::steady_clock::now();
    if (newest_ && now < next_at_) return restUntil(next_at_);
    wish.swap(newest_);
    busy_ = wish.has_value();
    if (!wish && !last_read_) return;
    next_at_ = now + kLeastInterval;
  }
  if (!wish) return end(grpc::Status::OK);
  goOn([self = shared_from_this(), wish = std::move(*wish)] { self->submit(wish); });
}

void Exploration::restUntil(std::chrono::steady_clock::time_point then) {
  rests_ = true;
  alarm_ = std::make_unique<grpc::Alarm>();
  const auto left = then - std::chrono::steady_clock::now();
  alarm_->Set(std::chrono::system_clock::now() + left, [call = weak_from_this()](bool /*rang*/) {
    const auto alive = call.lock();
    if (!alive) return;
    {
      const std::lock_guard lock(alive->mutex_);
      alive->rests_ = false;
      alive->next_at_ = {};  // clocks differ by a little
    }
    alive->submitNewest();
  });
}

void Exploration::submit(const v1::ExploreRequest& wish) {
  v1::SamplerAnswer nothing;
  try {
    refuseUnknownFields(wish);
    PictureTask task = pictureTask(wish, resolution_);
    host_.submit({.step = task.step,
                  .task = std::move(task.task),
                  .wanted = wantedBy(weak_from_this()),
                  .answer = [call = weak_from_this(), stamp = wish.stamp()](v1::SamplerAnswer& answer,
                                                                            const std::exception_ptr& failure) {
                    if (const auto alive = call.lock()) alive->made(stamp, answer, failure);
                  }});
  } catch (const Error&) {
    made(wish.stamp(), nothing, std::current_exception());
  }
}

void Exploration::made(std::uint64_t stamp, v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    writing_ = true;
  }
  reply_.Clear();
  reply_.set_stamp(stamp);
  if (failure) {
    toMessage(errorOf(failure), *reply_.mutable_error());
  } else {
    reply_.mutable_picture()->Swap(answer.mutable_pictures(0));
    const std::uint64_t losses = host_.losses();
    reply_.set_taken_over(std::exchange(losses_told_, losses) != losses);
  }
  StartWrite(&reply_);
}

void Exploration::written() {
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
  }
  submitNewest();
}

}  // namespace gan
