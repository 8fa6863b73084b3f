#include "config/sample_point.h"

#include <gtest/gtest.h>

#include "config/error_of.h"

namespace gan {
namespace {

SamplePoint everything() {
  return {.latent = {{.seed = 7, .sample = 2, .weight = 0.1}, {.seed = 9007199254740992, .sample = 0, .weight = -3}},
          .classes = {{.label = 3, .weight = 0.25}, {.label = 5, .weight = 0.75}},
          .truncation = {.threshold = 0.5, .kind = TruncationKind::kScaledRedraw},
          .step = 12000,
          .statistics = StatisticsMode::kStanding};
}

TEST(SamplePoint, IsOneLineThatReadsBackAsItself) {
  EXPECT_EQ(toText(SamplePoint{}), "seed=0");
  EXPECT_EQ(toText(everything()),
            "seed=7/2*0.1+9007199254740992*-3 class=3*0.25+5*0.75 truncation=0.5 truncation_kind=scaled_redraw "
            "step=12000 statistics=standing");
  for (const SamplePoint& point : {SamplePoint{}, everything()}) {
    EXPECT_EQ(samplePointFromText(toText(point)), point) << toText(point);
  }
}

TEST(SamplePoint, KeepsEveryBitOfItsNumbers) {
  SamplePoint point;
  for (const double number : {0.1, 1.0 / 3, 0.7000000000000001, 5e-324, 999999.9999999999}) {
    point.latent[0].weight = number;
    point.classes = {{.label = 1, .weight = number}};
    point.truncation.threshold = number / 1000;
    EXPECT_EQ(samplePointFromText(toText(point)), point) << toText(point);
  }
}

TEST(SamplePoint, PartsStandInAnyOrder) {
  EXPECT_EQ(samplePointFromText("  statistics=batch  class=4 seed=1 "),
            (SamplePoint{.latent = {{.seed = 1}}, .classes = {{.label = 4}}, .statistics = StatisticsMode::kBatch}));
}

TEST(SamplePoint, RefusesWhatItCannotMean) {
  for (const char* text : {"",
                           "class=3",
                           "seed",
                           "seed=",
                           "seed=-1",
                           "seed=1.5",
                           "seed=9007199254740993",
                           "seed=1 seed=2",
                           "seed=1/",
                           "seed=1/17592186044416",
                           "seed=1*",
                           "seed=1*nan",
                           "seed=1*1e7",
                           "seed=1*0",
                           "seed=1+",
                           "seed=1 class=",
                           "seed=1 class=3*0",
                           "seed=1 class=-3",
                           "seed=1 class=1*-1",
                           "seed=1 truncation=-1",
                           "seed=1 truncation=inf",
                           "seed=1 truncation_kind=scale",
                           "seed=1 step=-5",
                           "seed=1 step=newest",
                           "seed=1 colour=3",
                           "seed=1\tclass=3",
                           "seed=1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"}) {
    EXPECT_EQ(errorOf([&] { samplePointFromText(text); }).id(), "sample_point_bad") << text;
  }
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1" + std::string(5000, ' ')); }).id(), "sample_point_bad");
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 truncation=1 truncation_kind=other"); }).id(),
            "truncation_kind_unknown");
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 statistics=moving"); }).id(), "statistics_mode_unknown");
}

TEST(SamplePoint, ErrorsNameTheTextAndWhatWasMeant) {
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 clas=3"); }).message(),
            "\"seed=1 clas=3\" describes no picture: \"clas=3\" is not understood; did you mean class=?. Write for "
            "example seed=7 class=3 truncation=0.8 step=12000.");
}

}  // namespace
}  // namespace gan
