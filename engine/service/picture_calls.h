#pragma once

#include <grpcpp/alarm.h>
#include <grpcpp/support/server_callback.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "protocol/studio.pb.h"
#include "service/picture_desk.h"
#include "service/sampler_host.h"

namespace gan {

/// A piece of a call for pictures: what the sampler makes at once.
struct PictureTask {
  std::optional<std::int64_t> step;  ///< None: the newest weights.
  ganstudio::v1::SamplerTask task;
  std::uint64_t first = 0;  ///< Number of its first picture in the call.
};

/// A call taken apart, so that others get their turn between its pieces. resolution: of the run's images. Throws
/// Error(kInvalidArgument): "sample_point_bad", "path_kind_unknown", "latent_walk_bad", and what PictureDesk::check()
/// does.
std::vector<PictureTask> pictureTasks(const ganstudio::v1::GenerateRequest& request, std::int64_t resolution);
std::vector<PictureTask> pictureTasks(const ganstudio::v1::InterpolateRequest& request, std::int64_t resolution);
PictureTask pictureTask(const ganstudio::v1::ExploreRequest& request, std::int64_t resolution);

/// Height and width of the pictures that are wished for.
std::int64_t sideOf(const ganstudio::v1::PictureWish& wish, std::int64_t resolution);
/// Throws Error(kInvalidArgument, "picture_wish_bad").
void checkWish(const ganstudio::v1::PictureWish& wish);
/// What a call that failed so ends with.
Error errorOf(const std::exception_ptr& failure);

/// Whether anybody still waits for a call, for SamplerPiece.
template <class Call>
std::function<bool()> wantedBy(std::weak_ptr<Call> call) {
  return [call = std::move(call)] {
    const auto alive = call.lock();
    return alive && !alive->hasEnded();
  };
}

/// Has the token of a call's client looked at once more, then calls `then`, or ends the call. Both on another thread.
using LookAgain = std::function<void(std::function<void()> then)>;

/// How an open call for pictures, or for a file, ends: once, behind what is being written. Reactor: gRPC's class of
/// such a call. Thread-safe.
template <class Reactor>
class PictureCall : public Reactor {
 public:
  /// What is made or read for a client that has shown its token so long ago waits until that was looked at again.
  static constexpr std::chrono::milliseconds kTokenAge{1000};

  /// Ends the call unless it has ended.
  void end(const grpc::Status& status) {
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(ended_, true)) return;
      ending_ = status;
      place_ = {};           // before the client knows: its next call is no second one
      if (writing_) return;  // OnWriteDone() finishes
    }
    this->Finish(status);
  }
  bool hasEnded() {
    const std::lock_guard lock(mutex_);
    return ended_;
  }

 protected:
  /// What was written has left, and the call goes on.
  virtual void written() = 0;
  /// A call that may last: under the lock, before goOn().
  void lookAgainBy(LookAgain look) {
    look_again_ = std::move(look);
    looked_at_ = std::chrono::steady_clock::now();
  }
  /// Calls `then` while the client may still have what it asked for, at once where that was seen a moment ago. `then`
  /// keeps the call.
  void goOn(std::function<void()> then) {
    LookAgain look;
    {
      const std::lock_guard lock(mutex_);
      const auto now = std::chrono::steady_clock::now();
      if (look_again_ && now >= looked_at_ + kTokenAge) {
        look = look_again_;
        looked_at_ = now;
      }
    }
    look ? look(std::move(then)) : then();
  }

  std::mutex mutex_;  ///< Of what is below, here and in the calls themselves.
  bool ended_ = false;
  bool writing_ = false;  ///< Set before StartWrite().
  PictureDesk::Place place_;
  std::shared_ptr<void> self_;  ///< gRPC needs it until OnDone.

 private:
  void OnWriteDone(bool ok) final {
    bool over = false;
    {
      const std::lock_guard lock(mutex_);
      writing_ = false;
      over = ended_;
    }
    if (over) return this->Finish(ending_);
    ok ? written() : end(grpc::Status::CANCELLED);
  }
  void OnCancel() final { end(grpc::Status::CANCELLED); }
  void OnDone() final { self_.reset(); }

  grpc::Status ending_;
  LookAgain look_again_;
  std::chrono::steady_clock::time_point looked_at_;
};

/// One open Generate or Interpolate call: sends the pictures as they are made, as fast as its client takes them.
/// Thread-safe.
class PictureStream : public PictureCall<grpc::ServerWriteReactor<ganstudio::v1::Picture>>,
                      public std::enable_shared_from_this<PictureStream> {
 public:
  /// Lives until the call is over. Waits for begin() or end(). host must outlive it.
  static std::shared_ptr<PictureStream> open(SamplerHost& host);

  void begin(std::vector<PictureTask> tasks, PictureDesk::Place place);

 private:
  explicit PictureStream(SamplerHost& host) : host_(host) {}

  void submitNext();
  void made(ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure);
  void writeNext();
  void written() override { writeNext(); }

  SamplerHost& host_;
  std::vector<PictureTask> tasks_;
  std::size_t next_task_ = 0;
  const std::shared_ptr<WeightsOfCall> weights_ = std::make_shared<WeightsOfCall>();
  std::vector<ganstudio::v1::Picture> pictures_;
  std::size_t next_picture_ = 0;
};

/// One open Explore call. Of what its client wishes for, the newest counts: one wish is being made, one waits, and each
/// further one replaces that. No more are made than a display shows, which leaves a training beside it its cores.
/// Thread-safe.
class Exploration
    : public PictureCall<grpc::ServerBidiReactor<ganstudio::v1::ExploreRequest, ganstudio::v1::ExploreReply>>,
      public std::enable_shared_from_this<Exploration> {
 public:
  /// As PictureStream::open().
  static std::shared_ptr<Exploration> open(SamplerHost& host, std::int64_t resolution);

  void begin(PictureDesk::Place place, LookAgain look);

  /// From one wish's beginning to the next one's: 60 a second.
  static constexpr std::chrono::microseconds kLeastInterval{16'667};

 private:
  Exploration(SamplerHost& host, std::int64_t resolution)
      : host_(host), resolution_(resolution), losses_told_(host.losses()) {}

  /// Hands the newest wish to the host, unless one is on its way; where the last one has only just begun, in a moment.
  void submitNewest();
  /// Under the lock.
  void restUntil(std::chrono::steady_clock::time_point then);
  void submit(const ganstudio::v1::ExploreRequest& wish);
  void made(std::uint64_t stamp, ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure);
  void OnReadDone(bool ok) override;
  void written() override;

  SamplerHost& host_;
  const std::int64_t resolution_;
  std::uint64_t losses_told_;                            ///< Of the host's, those that the client knows of.
  bool busy_ = false;                                    ///< A wish is being made, or its picture sent.
  bool rests_ = false;                                   ///< alarm_ is to ring.
  bool last_read_ = false;                               ///< The client has no more wishes.
  std::chrono::steady_clock::time_point next_at_;        ///< Before then no wish begins.
  std::unique_ptr<grpc::Alarm> alarm_;                   ///< A new one each time: the last one may still be ringing.
  ganstudio::v1::ExploreRequest request_;                ///< gRPC reads into it.
  std::optional<ganstudio::v1::ExploreRequest> newest_;  ///< Not yet begun.
  ganstudio::v1::ExploreReply reply_;
};

}  // namespace gan
