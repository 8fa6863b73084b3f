#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"

namespace gan {

struct EvaluatedScore {
  std::string name;  ///< "fid", "precision"; see scoreFacts().
  double value = 0;
  std::optional<double> deviation = {};  ///< None where it was measured once.

  friend bool operator==(const EvaluatedScore& a, const EvaluatedScore& b) = default;
};

/// What features are, see FeatureKind: scores of different ones mean different things.
struct EvaluatedFeatures {
  std::string network;
  std::string sha256;  ///< Of its file.
  std::string resize;
  std::int64_t size = 0;  ///< Height and width of what it takes, in pixels.

  friend bool operator==(const EvaluatedFeatures& a, const EvaluatedFeatures& b) = default;
};

/// How good the pictures of a step's generator were found to be.
struct Evaluated {
  std::string weights;     ///< "average", or "newest" where there is none.
  std::string statistics;  ///< Of batch normalisations: "running", "batch", "standing".
  double truncation = 0;   ///< Threshold in standard deviations; 0 is none.
  EvaluatedFeatures features;
  std::int64_t real = 0;               ///< Training images that were compared with; 0 where nobody says it.
  std::int64_t generated = 0;          ///< Pictures that were scored.
  std::vector<EvaluatedScore> scores;  ///< By name.
  double seconds = 0;                  ///< That it took.

  /// Null where it was not computed.
  const EvaluatedScore* find(std::string_view score) const;

  friend bool operator==(const Evaluated& a, const Evaluated& b) = default;
};

/// What scores compare: "in-domain-0123abcd-2048", network, the beginning of its digest, how pictures were resized
/// unless that is the network's own affair, how many there were and, where there was one, their truncation. Of letters,
/// digits and ". _ -".
std::string comparableAs(const Evaluated& evaluated);
/// The series of one of its scores: "evaluation/in-domain-0123abcd-2048/fid".
std::string seriesName(const Evaluated& evaluated, std::string_view score);

/// Reads what `gan-engine evaluate RUN --json` prints last: features, counts and scores, and of the others what it
/// says. Throws Error(kDataLoss, "evaluation_bad_report").
Evaluated evaluatedFromReport(std::string_view json);
/// What it prints instead when it fails; nothing where the text says nothing of that.
std::optional<Message> evaluationFailure(std::string_view json);

/// As people read scores: "12.35", "0.00123".
std::string formatScore(double value);

}  // namespace gan
