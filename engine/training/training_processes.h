#pragma once

namespace gan {

class Collective;
class StageGroup;

/// The processes that train one run together, as one of them sees them; null for a process on its own.
struct TrainingProcesses {
  TrainingProcesses() = default;
  /// Each holds the whole networks.
  TrainingProcesses(Collective* collective) : all(collective), replicas(collective) {}
  TrainingProcesses(Collective* everyone, Collective* of_stage, StageGroup* of_replica)
      : all(everyone), replicas(of_stage), stages(of_replica) {}

  Collective* all = nullptr;
  Collective* replicas = nullptr;  ///< Those that hold the same as this one, each with its slice of every batch.
  StageGroup* stages = nullptr;    ///< Those that hold the rest of the same networks.
};

}  // namespace gan
