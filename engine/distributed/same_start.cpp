#include "distributed/same_start.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/error.h"
#include "core/host_name.h"
#include "core/sha256.h"
#include "distributed/collective.h"
#include "launch/network_address.h"

namespace gan {
namespace {

/// Each text with its length before it, so that any text can be carried.
void append(std::string& packed, const std::string& text) { packed += std::to_string(text.size()) + ":" + text; }

std::vector<std::string> unpack(const std::string& packed) {
  std::vector<std::string> texts;
  std::size_t place = 0;
  while (place < packed.size()) {
    const std::size_t colon = packed.find(':', place);
    const std::size_t size = std::stoull(packed.substr(place, colon - place));
    texts.push_back(packed.substr(colon + 1, size));
    place = colon + 1 + size;
  }
  return texts;
}

[[noreturn]] void throwDifferent(std::size_t rank, const std::vector<std::string>& its,
                                 const std::vector<std::string>& first, std::size_t index) {
  const auto at = [index](const std::vector<std::string>& texts, std::size_t offset) {
    return index + offset < texts.size() ? texts[index + offset] : std::string("nothing");
  };
  const std::string what = index < first.size() ? first[index] : at(its, 0);
  throw Error(ErrorCode::kFailedPrecondition, "ranks_differ",
              "The processes of the run do not agree on {what}: rank {rank} on {host} has {found}, rank 0 on "
              "{first_host} has {expected}. Start all of them from the same program, settings and images.",
              {{"what", what},
               {"rank", std::to_string(rank)},
               {"host", its.front()},
               {"found", at(its, 1)},
               {"first_host", first.front()},
               {"expected", at(first, 1)}});
}

}  // namespace

void checkSameStart(Collective& collective, const std::vector<StartFact>& facts) {
  std::string packed;
  append(packed, hostName());
  for (const StartFact& fact : facts) {
    append(packed, fact.what);
    append(packed, fact.value);
  }
  const std::vector<std::string> all = collective.gatherTexts(packed);
  const std::vector<std::string> first = unpack(all.front());
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    const std::vector<std::string> its = unpack(all[rank]);
    for (std::size_t i = 1; i < std::max(first.size(), its.size()); i += 2) {
      const bool same = i + 1 < first.size() && i + 1 < its.size() && first[i] == its[i] && first[i + 1] == its[i + 1];
      if (!same) throwDifferent(rank, its, first, i);
    }
  }
}

std::string programFingerprint() { return sha256OfFile("/proc/self/exe"); }

}  // namespace gan
