#pragma once

#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

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

/// One open Generate or Interpolate call: sends the pictures as they are made, as fast as its client takes them.
/// Thread-safe.
class PictureStream : public grpc::ServerWriteReactor<ganstudio::v1::Picture>,
                      public std::enable_shared_from_this<PictureStream> {
 public:
  /// Lives until the call is over. Waits for begin() or end(). host must outlive it.
  static std::shared_ptr<PictureStream> open(SamplerHost& host);

  void begin(std::vector<PictureTask> tasks, PictureDesk::Place place);
  /// Ends the call unless it has ended.
  void end(const grpc::Status& status);

 private:
  explicit PictureStream(SamplerHost& host) : host_(host) {}

  void submitNext();
  void made(ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure);
  void writeNext();
  void OnWriteDone(bool ok) override;
  void OnCancel() override { end(grpc::Status::CANCELLED); }
  void OnDone() override { self_.reset(); }

  SamplerHost& host_;
  std::mutex mutex_;
  bool ended_ = false;
  bool writing_ = false;
  grpc::Status ending_;  ///< Sent when what is being written has left.
  PictureDesk::Place place_;
  std::vector<PictureTask> tasks_;
  std::size_t next_task_ = 0;
  std::vector<ganstudio::v1::Picture> pictures_;
  std::size_t next_picture_ = 0;
  std::shared_ptr<PictureStream> self_;  // gRPC needs it until OnDone
};

/// One open Explore call. Of what its client wishes for, the newest counts: one wish is being made, one waits, and each
/// further one replaces that. Thread-safe.
class Exploration : public grpc::ServerBidiReactor<ganstudio::v1::ExploreRequest, ganstudio::v1::ExploreReply>,
                    public std::enable_shared_from_this<Exploration> {
 public:
  /// As PictureStream::open().
  static std::shared_ptr<Exploration> open(SamplerHost& host, std::int64_t resolution);

  void begin(PictureDesk::Place place);
  void end(const grpc::Status& status);

 private:
  Exploration(SamplerHost& host, std::int64_t resolution) : host_(host), resolution_(resolution) {}

  /// Hands the newest wish to the host, unless one is on its way.
  void submitNewest();
  void made(std::uint64_t stamp, ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure);
  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override { end(grpc::Status::CANCELLED); }
  void OnDone() override { self_.reset(); }

  SamplerHost& host_;
  const std::int64_t resolution_;
  std::mutex mutex_;
  bool ended_ = false;
  bool busy_ = false;  ///< A wish is being made, or its picture sent.
  bool writing_ = false;
  bool last_read_ = false;  ///< The client has no more wishes.
  grpc::Status ending_;
  PictureDesk::Place place_;
  ganstudio::v1::ExploreRequest request_;                ///< gRPC reads into it.
  std::optional<ganstudio::v1::ExploreRequest> newest_;  ///< Not yet begun.
  ganstudio::v1::ExploreReply reply_;
  std::shared_ptr<Exploration> self_;
};

}  // namespace gan
