#include "distributed/collective.h"

#include <ATen/ATen.h>
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "distributed/ranks.h"
#include "distributed/store_server.h"
#include "launch/network_address.h"

namespace gan {
namespace {

using test::runRanks;

TEST(Collective, SumsOverAllRanksAndCountsTheBytes) {
  for (const std::string& said : runRanks(3, [](Collective& collective) {
         at::Tensor tensor = at::full({5}, collective.rank() + 1, at::kDouble);
         collective.sum(tensor);
         return std::to_string(tensor.sum().item<double>()) + " " + std::to_string(collective.bytesHandedOver());
       })) {
    EXPECT_EQ(said, "30.000000 40");  // 5 * (1 + 2 + 3); five doubles handed over
  }
}

TEST(Collective, CopiesRankZerosTensorsWhateverTheirLayout) {
  for (const std::string& said : runRanks(2, [](Collective& collective) {
         at::Tensor last = at::arange(24, at::kFloat).view({1, 2, 3, 4}).contiguous(at::MemoryFormat::ChannelsLast);
         at::Tensor scalar = at::full({}, 7, at::kLong);
         const at::Tensor expected = last.clone();
         if (collective.rank() != 0) {
           last.zero_();
           scalar.zero_();
         }
         collective.broadcast({last, scalar});
         const bool kept = last.is_contiguous(at::MemoryFormat::ChannelsLast);
         return std::string(kept && last.equal(expected) && scalar.item<std::int64_t>() == 7 ? "same" : "different");
       })) {
    EXPECT_EQ(said, "same");
  }
}

TEST(Collective, SharesTextsOfAnyLength) {
  const auto said = runRanks(3, [](Collective& collective) {
    const auto all = collective.gatherTexts(std::string(static_cast<std::size_t>(collective.rank()), 'x'));
    return all.at(0) + "," + all.at(1) + "," + all.at(2) + "," +
           collective.broadcastText(collective.rank() == 0 ? "from zero" : "not this");
  });
  for (const std::string& text : said) EXPECT_EQ(text, ",x,xx,from zero");
}

TEST(Collective, ARankThatDiesIsSaidToHaveGoneAway) {
  const auto said = runRanks(2, [](Collective& collective) -> std::string {
    if (collective.rank() == 1) kill(getpid(), SIGKILL);
    at::Tensor tensor = at::ones({4});
    collective.sum(tensor);
    return "went on";
  });
  EXPECT_TRUE(said.at(0).starts_with("error: peer_went_away: Rank 0 of 2")) << said.at(0);
}

TEST(Collective, ARankThatHangsIsSaidToBeSilentOnceTheTimeIsOver) {
  RendezvousOptions options = test::quick();
  options.collective_timeout = std::chrono::milliseconds(700);
  const auto said = runRanks(
      2,
      [](Collective& collective) -> std::string {
        if (collective.rank() == 1) {
          std::this_thread::sleep_for(std::chrono::seconds(3));
          _exit(0);
        }
        at::Tensor tensor = at::ones({4});
        collective.sum(tensor);
        return "went on";
      },
      options);
  EXPECT_TRUE(said.at(0).starts_with("error: peer_silent: Rank 0 of 2")) << said.at(0);
}

/// Connects rank 0 with a rank that has gone away, and counts how it is ended itself.
class WithoutPeer : public c10d::Backend {
 public:
  explicit WithoutPeer(bool& destroyed) : Backend(0, 2), destroyed_(destroyed) {}
  ~WithoutPeer() override { destroyed_ = true; }
  const std::string getBackendName() const override { return "without a peer"; }
  c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>&, const c10d::AllreduceOptions&) override {
    throw std::runtime_error("Connection closed by peer");
  }
  void abort() override { ++ends_; }
  void shutdown() override { ++ends_; }
  int ends() const { return ends_; }

 private:
  bool& destroyed_;
  int ends_ = 0;
};

class GpuConnections : public testing::Test {
 protected:
  std::unique_ptr<Collective> connect() {
    return std::make_unique<Collective>(c10::make_intrusive<c10d::HashStore>(), Backends{cpu_, cuda_},
                                        std::chrono::seconds(1));
  }

  /// Neither ended nor taken apart.
  bool left() {
    const bool untouched = cuda_->ends() == 0;
    cuda_.reset();
    return untouched && !cuda_destroyed_;
  }

  bool cpu_destroyed_ = false;
  bool cuda_destroyed_ = false;
  c10::intrusive_ptr<WithoutPeer> cpu_ = c10::make_intrusive<WithoutPeer>(cpu_destroyed_);
  c10::intrusive_ptr<WithoutPeer> cuda_ = c10::make_intrusive<WithoutPeer>(cuda_destroyed_);
};

TEST_F(GpuConnections, EndWithTheCollective) {
  connect().reset();
  EXPECT_EQ(cuda_->ends(), 1);
  EXPECT_EQ(cpu_->ends(), 1);
  EXPECT_FALSE(left());
}

TEST_F(GpuConnections, AreLeftWhereAnotherRankWasLost) {
  auto collective = connect();
  at::Tensor tensor = at::ones({4});
  EXPECT_THROW(collective->sum(tensor), Error);
  collective.reset();
  EXPECT_EQ(cpu_->ends(), 1);
  EXPECT_TRUE(left());
}

TEST_F(GpuConnections, AreLeftWhereABackwardPassMetALoss) {
  auto collective = connect();
  EXPECT_EQ(collective->lost(std::runtime_error("Connection closed by peer")).id(), "peer_went_away");
  collective.reset();
  EXPECT_TRUE(left());
}

TEST_F(GpuConnections, AreLeftWhileAnErrorOfThisRankUnwinds) {
  try {
    const auto collective = connect();
    throw std::runtime_error("the disk is full");
  } catch (const std::runtime_error&) {
  }
  EXPECT_TRUE(left());
}

TEST_F(GpuConnections, EndInPeaceAlsoWhereAnotherErrorIsBeingDealtWith) {
  struct AtTheEnd {
    std::function<void()> run;
    ~AtTheEnd() { run(); }
  };
  try {
    const AtTheEnd at_the_end{[this] { connect().reset(); }};
    throw std::runtime_error("something else");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(cuda_->ends(), 1);
}

/// A GPU that only is talked about.
RankDevice gpu(const std::string& uuid, GpuSharing sharing = GpuSharing::kRefused) {
  return {.name = "cuda:0", .index = 0, .model = "H200", .uuid = uuid, .sharing = sharing};
}

/// What two ranks say, of which rank 0 serves the place where they meet.
std::vector<std::string> meetOn(const std::vector<RankDevice>& devices, const BackendFactory& direct) {
  const std::uint16_t port = test::StoreProcess().port();
  std::vector<test::Child> children;
  for (int rank = 0; rank < static_cast<int>(devices.size()); ++rank) {
    children.emplace_back([&, rank]() -> std::string {
      World world = test::worldAt(port, rank, static_cast<int>(devices.size()));
      world.store_at = World::StoreHost::kRankZero;
      RendezvousOptions options = test::quick();
      options.cuda = direct;
      options.device = devices[static_cast<std::size_t>(rank)];
      Meeting meeting;
      const auto collective = meet(world, options, glooBackend(), &meeting);
      collective->barrier();
      std::string said;
      for (const RankPlace& place : meeting.places) said += place.device.uuid + (place.device.onGpu() ? " " : "cpu ");
      return said;
    });
  }
  std::vector<std::string> said;
  for (test::Child& child : children) said.push_back(child.hear());
  return said;
}

const BackendFactory kDirectBackend = [](const auto&, const World&, const std::string&,
                                         std::chrono::milliseconds) -> c10::intrusive_ptr<c10d::Backend> {
  throw Error(ErrorCode::kUnsupported, "direct", "from GPU to GPU");
};

TEST(Rendezvous, ConnectsGpusDirectlyWhereEachRankHasItsOwn) {
  const auto said = meetOn({gpu("GPU-a"), gpu("GPU-b")}, kDirectBackend);
  // Whoever comes there first ends the other, too.
  EXPECT_TRUE(said[0] == "error: direct: from GPU to GPU" || said[1] == "error: direct: from GPU to GPU")
      << said[0] << "\n"
      << said[1];
}

TEST(Rendezvous, LeavesSharedGpusAndCpusToTheHosts) {
  const RankDevice shared = gpu("GPU-a", GpuSharing::kWanted);
  for (const std::string& said : meetOn({shared, shared}, kDirectBackend)) EXPECT_EQ(said, "GPU-a GPU-a ");
  for (const std::string& said : meetOn({{}, {}}, kDirectBackend)) EXPECT_EQ(said, "cpu cpu ");
}

TEST(Rendezvous, EveryRankHearsTheSameRefusalOfWhereTheyCompute) {
  const auto mixed = meetOn({gpu("GPU-a"), {}, gpu("GPU-b")}, kDirectBackend);
  const auto one = meetOn({gpu("GPU-a"), gpu("GPU-b"), gpu("GPU-a")}, kDirectBackend);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    EXPECT_TRUE(mixed[rank].starts_with("error: ranks_mix_devices: Rank 0 ")) << mixed[rank];
    EXPECT_TRUE(one[rank].starts_with("error: ranks_share_gpu: Rank 0 and rank 2 ")) << one[rank];
  }
}

TEST(Rendezvous, NamesTheRanksThatNeverArrived) {
  const StoreServer store;
  RendezvousOptions options = test::quick();
  options.arrival_timeout = std::chrono::milliseconds(600);
  try {
    meet(test::worldAt(store.port(), 1, 4), options, glooBackend());
    FAIL() << "three ranks are missing";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "ranks_never_arrived");
    EXPECT_NE(error.message().find("rank 0, 2, 3"), std::string::npos) << error.message();
  }
}

TEST(Rendezvous, SaysThatNobodyServesTheMeetingPlace) {
  std::uint16_t port = 0;
  { port = StoreServer().port(); }
  RendezvousOptions options = test::quick();
  options.arrival_timeout = std::chrono::milliseconds(600);
  try {
    meet(test::worldAt(port, 1, 2), options, glooBackend());
    FAIL() << "nobody listens there";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "store_unreachable");
    EXPECT_EQ(error.code(), ErrorCode::kPeerLost);
    EXPECT_NE(error.message().find("within 0.6 s"), std::string::npos) << error.message();
  }
}

TEST(Rendezvous, TellsAHostThatIsUnknownFromOneWhereNobodyServes) {
  World world = test::worldAt(29500, 1, 2);
  world.store_host = std::string(70, 'a');  // too long for a name, so no server of names is asked
  RendezvousOptions options = test::quick();
  options.arrival_timeout = std::chrono::milliseconds(600);
  try {
    meet(world, options, glooBackend());
    FAIL() << "there is no such host";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "host_unreachable");
    EXPECT_EQ(error.code(), ErrorCode::kUnavailable);
  }
}

/// Asked a second time, so that others have begun to wait.
RendezvousOptions givingUpSoon() {
  RendezvousOptions options = test::quick();
  options.given_up = [asked = false]() mutable { return std::exchange(asked, true); };
  return options;
}

TEST(Rendezvous, ARankThatGivesUpDoesNotGoOnWaitingForTheMeetingPlace) {
  std::uint16_t port = 0;
  { port = StoreServer().port(); }
  try {
    meet(test::worldAt(port, 1, 2), givingUpSoon(), glooBackend());
    FAIL() << "nobody listens there";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "stopped_before_meeting");
    EXPECT_EQ(error.code(), ErrorCode::kCancelled);
  }
}

std::string waitForArrivalOfRankOne(std::uint16_t port) {
  c10d::TCPStoreOptions options;
  options.port = port;
  options.waitWorkers = false;
  c10d::TCPStore("127.0.0.1", options).wait({"gan-studio//arrived/1"}, std::chrono::seconds(60));
  return "it waits";
}

TEST(Rendezvous, ARankThatGivesUpTakesThoseWithItThatWait) {
  std::uint16_t port = 0;
  { port = StoreServer().port(); }
  std::vector<test::Child> waiting;
  for (int rank = 0; rank < 2; ++rank) {
    waiting.emplace_back([&]() -> std::string {
      World world = test::worldAt(port, rank, 3);
      world.store_at = World::StoreHost::kRankZero;
      RendezvousOptions options = test::quick();
      // Rank 0, which serves the store, once it sees that the other one waits, too.
      if (rank == 0) options.given_up = [&] { return waitForArrivalOfRankOne(port) == "it waits"; };
      meet(world, options, glooBackend());
      return "met";
    });
  }
  for (test::Child& rank : waiting) {
    const std::string said = rank.hear();
    EXPECT_TRUE(said.starts_with("error: stopped_before_meeting: Rank ")) << said;
  }
}

TEST(Rendezvous, SaysSoonThatWhoServedTheMeetingPlaceHasGone) {
  auto store = std::make_unique<test::StoreProcess>();
  const World waiting = test::worldAt(store->port(), 1, 2);
  test::Child rank([&]() -> std::string {
    RendezvousOptions options = test::quick();
    options.arrival_timeout = std::chrono::hours(1);
    meet(waiting, options, glooBackend());
    return "met";
  });
  test::Child watcher([&]() -> std::string { return waitForArrivalOfRankOne(store->port()); });
  ASSERT_EQ(watcher.hear(), "it waits");
  store.reset();
  const std::string said = rank.hear();
  EXPECT_TRUE(said.starts_with("error: store_lost: Rank 1 of 2")) << said;
}

TEST(Rendezvous, GivesUpOnAMeetingPlaceThatHangs) {
  const test::StoreProcess store;
  test::Child rank([&]() -> std::string {
    RendezvousOptions options = test::quick();
    options.arrival_timeout = std::chrono::seconds(2);
    meet(test::worldAt(store.port(), 1, 2), options, glooBackend());
    return "met";
  });
  test::Child watcher([&]() -> std::string { return waitForArrivalOfRankOne(store.port()); });
  ASSERT_EQ(watcher.hear(), "it waits");
  kill(store.pid(), SIGSTOP);
  const std::string said = rank.hear();
  EXPECT_TRUE(said.starts_with("error: store_lost: Rank 1 of 2")) << said;
}

TEST(Rendezvous, GivesUpOnAProgramAtThatPortThatIsNoStore) {
  const int stranger = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(bind(stranger, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(stranger, 8), 0);
  ASSERT_EQ(getsockname(stranger, reinterpret_cast<sockaddr*>(&address), &size), 0);
  test::Child rank([&]() -> std::string {
    RendezvousOptions options = test::quick();
    options.arrival_timeout = std::chrono::milliseconds(600);
    meet(test::worldAt(ntohs(address.sin_port), 1, 2), options, glooBackend());
    return "met";
  });
  const std::string said = rank.hear();
  EXPECT_TRUE(said.starts_with("error: store_unreachable: Rank 1 of 2")) << said;
  close(stranger);
}

TEST(Rendezvous, SaysThatThePortIsTaken) {
  const StoreServer first;
  try {
    const StoreServer second(first.port());
    FAIL() << "two servers at one port";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "store_port_taken");
    EXPECT_NE(error.message().find(std::to_string(first.port())), std::string::npos) << error.message();
  }
}

TEST(NetworkAddress, KnowsTheLoopbackInterface) {
  const NetworkRoute route = routeTo("127.0.0.1", 80);
  EXPECT_EQ(route.local, "127.0.0.1");
  EXPECT_TRUE(isLoopback(route.local));
  EXPECT_EQ(interfaceOfAddress("127.0.0.1"), "lo");
  EXPECT_EQ(addressOfInterface("lo"), "127.0.0.1");
}

TEST(NetworkAddress, AnUnknownInterfaceIsAnsweredWithThoseThereAre) {
  try {
    addressOfInterface("no-such-interface");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "interface_not_found");
    EXPECT_NE(error.message().find("lo"), std::string::npos);
  }
}

}  // namespace
}  // namespace gan
