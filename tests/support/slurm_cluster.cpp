#include "support/slurm_cluster.h"

#include <unistd.h>

#include <string>

namespace gan::test {
namespace {

constexpr int kMissing = 77;

std::string script() { return std::string(GAN_SOURCE_DIR) + "/tests/system/slurm-up.sh"; }

}  // namespace

std::unique_ptr<SlurmCluster> SlurmCluster::start(std::string& why) {
  // Under /tmp and short: names of unix sockets have their limit.
  const std::string folder = "/tmp/gan-slurm-" + std::to_string(::getpid());
  const Finished up = run({script(), folder}, {{"SLURM_UP_SLURMDTIMEOUT", "10"}});
  if (up.code == 0) return std::unique_ptr<SlurmCluster>(new SlurmCluster(folder));
  why = (up.code == kMissing ? "Slurm cannot be started here: " : "slurm-up.sh failed: ") + up.errors;
  return nullptr;
}

SlurmCluster::~SlurmCluster() { run({script(), "--down", folder_}); }

Process::Environment SlurmCluster::environment() const { return {{"SLURM_CONF", folder_ + "/slurm.conf"}}; }

std::string SlurmCluster::ask(const std::string& job, const std::string& format) const {
  return run({"squeue", "--noheader", "--states=all", "--jobs=" + job, "--format=" + format}, environment()).lastLine();
}

bool SlurmCluster::waitForState(const std::string& job, const std::string& state, std::chrono::seconds timeout) const {
  return waitUntil([&] { return ask(job, "%T") == state; }, timeout, std::chrono::milliseconds(200));
}

void SlurmCluster::killNode(const std::string& node) const { run({script(), "--kill-node", folder_, node}); }

}  // namespace gan::test
