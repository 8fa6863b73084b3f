#pragma once

#include <cstdint>
#include <memory>

#include "protocol/studio.pb.h"
#include "service/picture_calls.h"

namespace gan {

/// A call that looks for something, as its first piece. resolution: of the run's images. Throws
/// Error(kInvalidArgument): "sample_point_bad", "picture_wish_bad", "photo_missing", "photo_too_large",
/// "project_too_many_steps", "nearest_nothing", "nearest_too_many", and what PictureDesk::check() does.
PictureTask searchTask(const ganstudio::v1::ProjectRequest& request, std::int64_t resolution);
PictureTask searchTask(const ganstudio::v1::NearestRequest& request, std::int64_t resolution);
PictureTask searchTask(const ganstudio::v1::DescribeLatentsRequest& request);

/// One open Project or FindNearest call: sends what each piece of the search has found, then asks for the next one, so
/// that others get their turn between them; a client that takes nothing holds its search up. Thread-safe.
template <class Progress>
class SearchStream : public PictureCall<grpc::ServerWriteReactor<Progress>>,
                     public std::enable_shared_from_this<SearchStream<Progress>> {
 public:
  /// As PictureStream::open().
  static std::shared_ptr<SearchStream> open(SamplerHost& host);

  void begin(PictureTask task, PictureDesk::Place place, LookAgain look);

 private:
  explicit SearchStream(SamplerHost& host) : host_(host) {}

  void submit();
  void made(ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure);
  void written() override;

  SamplerHost& host_;
  PictureTask task_;
  bool over_ = false;  ///< Nothing is left to be looked at.
  const std::shared_ptr<WeightsOfCall> weights_ = std::make_shared<WeightsOfCall>();
  Progress progress_;
};

extern template class SearchStream<ganstudio::v1::ProjectProgress>;
extern template class SearchStream<ganstudio::v1::NearestProgress>;

/// One open DescribeLatents call. Its place is none of those who have pictures made. Thread-safe.
class LatentsCall : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<LatentsCall> {
 public:
  /// Lives until the call, whose reply it is, is over. Waits for begin() or end(). host must outlive it.
  static std::shared_ptr<LatentsCall> open(SamplerHost& host, ganstudio::v1::LatentDescription* reply);

  void begin(PictureTask task, PictureDesk::Place place);
  /// Ends the call unless it has ended.
  void end(const grpc::Status& status);
  bool hasEnded();

 private:
  LatentsCall(SamplerHost& host, ganstudio::v1::LatentDescription* reply) : host_(host), reply_(reply) {}

  void made(ganstudio::v1::SamplerAnswer& answer, const std::exception_ptr& failure);
  void OnCancel() override { end(grpc::Status::CANCELLED); }
  void OnDone() override { self_.reset(); }
  bool claimEnd();

  SamplerHost& host_;
  ganstudio::v1::LatentDescription* reply_;
  std::mutex mutex_;
  bool ended_ = false;
  PictureDesk::Place place_;    ///< Until it has ended.
  std::shared_ptr<void> self_;  ///< gRPC needs it until OnDone.
};

}  // namespace gan
