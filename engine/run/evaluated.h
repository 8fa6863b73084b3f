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

/// The Frechet distance within a class.
struct EvaluatedClass {
  std::string name;  ///< As the real images have it.
  double fid = 0;
  std::int64_t real = 0;  ///< Pictures of either side.
  std::int64_t generated = 0;

  friend bool operator==(const EvaluatedClass& a, const EvaluatedClass& b) = default;
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
  std::string weights;               ///< "average", or "newest" where there is none.
  std::string statistics;            ///< Of batch normalisations: "running", "batch", "standing".
  double truncation = 0;             ///< Threshold in standard deviations; 0 is none.
  std::string truncation_kind = {};  ///< "redraw", "scaled_redraw", "scale"; empty where there is none.
  EvaluatedFeatures features = {};
  std::int64_t real = 0;       ///< Training images that were compared with; 0 where nobody says it.
  std::int64_t generated = 0;  ///< Pictures that were scored, in each draw.
  std::int64_t draws = 1;      ///< Scores of more are means, and deviations are those between draws.
  /// What else was chosen otherwise than usual, "neighbours 3, classes 0 7": scores with and without it do not compare.
  std::string settings = {};
  std::vector<EvaluatedScore> scores = {};   ///< By name.
  std::vector<EvaluatedClass> classes = {};  ///< Where they were compared one by one.
  double seconds = 0;                        ///< That it took.
  /// The variance of features from one picture to the other, as a share of that of real images; none where nobody says
  /// it.
  std::optional<double> variety = {};

  /// Null where it was not computed.
  const EvaluatedScore* find(std::string_view score) const;

  friend bool operator==(const Evaluated& a, const Evaluated& b) = default;
};

/// What scores compare: "in-domain-0123abcd-2048", network, the beginning of its digest, how pictures were resized
/// unless that is the network's own affair, how many there were, statistics other than running ones, weights other than
/// averaged ones and, where there were any, their truncation and unusual settings. Of letters, digits and ". _ -".
std::string comparableAs(const Evaluated& evaluated);
/// The same for scores over truncations, which differ in that alone.
std::string comparableOverTruncations(const Evaluated& evaluated);
/// The series of one of its scores: "evaluation/in-domain-0123abcd-2048/fid".
std::string seriesName(const Evaluated& evaluated, std::string_view score);

/// Whether it has a FID, of all pictures or within a class, of fewer than kEnoughForFid, or by fewer images: too high.
bool hasFidOfFew(const Evaluated& evaluated);

/// Reads what `gan-engine evaluate RUN --json` prints last: features, counts, variety, scores, classes and how pictures
/// were drawn, as far as it says it. Throws Error(kDataLoss, "evaluation_bad_report").
Evaluated evaluatedFromReport(std::string_view json);
/// What it prints instead when it fails; nothing where the text says nothing of that.
std::optional<Message> evaluationFailure(std::string_view json);

/// As people read scores: "12.35", "0.00123".
std::string formatScore(double value);

}  // namespace gan
