#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/message.h"
#include "protocol/run_client.h"

namespace ganstudio::v1 {
class Picture;
class PictureWish;
class GenerateRequest;
class InterpolateRequest;
class ExploreReply;
class DescribeLatentsRequest;
class LatentDescription;
class ProjectRequest;
class ProjectProgress;
class NearestRequest;
class NearestProgress;
}  // namespace ganstudio::v1

namespace gan {

class SharedConnection;

/// Client for pictures of one run, beside its RunClient, whose connection several of these may share. An engine takes a
/// connection (over a network: an address) for one client, which may explore in one call and have one other call for
/// pictures open beside it. Message types are in "protocol/studio.pb.h".
///
/// Threads: every function may be called from any thread at any time, except from a callback where it says so.
class PictureClient {
 public:
  /// Connects when something is asked. Throws Error(kInvalidArgument, "target_invalid").
  explicit PictureClient(const Target& target, std::chrono::milliseconds timeout = std::chrono::seconds(10));
  explicit PictureClient(std::shared_ptr<SharedConnection> connection,
                         std::chrono::milliseconds timeout = std::chrono::seconds(10));
  /// Ends whatever is under way.
  ~PictureClient();
  PictureClient(const PictureClient&) = delete;
  PictureClient& operator=(const PictureClient&) = delete;

  /// Calls take with each picture, in their order, on the calling thread; false ends the call. Blocks until the last
  /// one, however long that takes; where another call of the client has not ended yet, it is waited for, for a second.
  /// Throws as RunClient's calls do, and the errors of the engine: "sample_point_bad",
  /// "pictures_too_many", "pictures_too_large", "pictures_one_call", "pictures_too_many_clients",
  /// "pictures_steer_only", "sampler_off", "sampler_no_memory", "sampler_lost", "checkpoint_not_found" and the like.
  using Take = std::function<bool(const ganstudio::v1::Picture&)>;
  void generate(const ganstudio::v1::GenerateRequest& request, const Take& take);
  void interpolate(const ganstudio::v1::InterpolateRequest& request, const Take& take);

  /// What can be done with the generator's latents. Blocks and throws likewise.
  ganstudio::v1::LatentDescription describeLatents(const ganstudio::v1::DescribeLatentsRequest& request);
  /// As generate(), with how a search goes: each message when it comes, the last one with what was found. Throws
  /// besides "photo_missing", "photo_too_large", "project_too_many_steps" and those of files that are no pictures.
  using TakeProjection = std::function<bool(const ganstudio::v1::ProjectProgress&)>;
  void project(const ganstudio::v1::ProjectRequest& request, const TakeProjection& take);
  /// Throws besides "nearest_too_many", "trained_no_data".
  using TakeNearest = std::function<bool(const ganstudio::v1::NearestProgress&)>;
  void findNearest(const ganstudio::v1::NearestRequest& request, const TakeNearest& take);

  struct ExploreCallbacks {
    /// The picture of the wish with its stamp, or why there is none. Wishes that newer ones overtook have no answer.
    std::function<void(const ganstudio::v1::ExploreReply&)> on_reply;
    std::function<void(ConnectionState, const Message& why)> on_state;
  };
  /// Begins to explore, until stopExploring() or destruction; callbacks come from a thread of the client, one at a
  /// time. They must return soon, and must not call explore() or stopExploring(). A lost connection is made again, as a
  /// RunClient's watch does, and asks for the newest wish once more. What cannot get better by waiting ends it: kClosed
  /// with the reason. A second call ends the first.
  void explore(ExploreCallbacks callbacks);
  void stopExploring();
  /// The picture to show from now on: replaces what was wished for before. Returns its stamp, at once; they grow.
  std::uint64_t wish(const std::string& point, const ganstudio::v1::PictureWish& wish);

  /// Whether the engine is reached over a network, which may be slow; false until it was connected to.
  bool isOverNetwork() const;

  /// Ends whatever is under way, on all threads: Error(kCancelled, "client_closed"), also of later calls. What the
  /// destructor does first. Not to be called from a callback.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
