#pragma once

#include <string>
#include <vector>

namespace gan {

class Collective;

/// Something that must be the same on all ranks.
struct StartFact {
  std::string what;   ///< For people: "the configuration's training.seed".
  std::string value;  ///< Short: a hash where the thing itself is long.
};

/// Compares the facts of all ranks with rank 0's before training begins. Every rank throws the same
/// Error(kFailedPrecondition, "ranks_differ"), naming the first rank that differs, its host, and the first difference.
void checkSameStart(Collective& collective, const std::vector<StartFact>& facts);

/// SHA-256 of the program that this process runs.
std::string programFingerprint();

}  // namespace gan
