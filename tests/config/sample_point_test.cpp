#include "config/sample_point.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

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

SamplePoint moved() {
  return {.latent = {},
          .z = {0.5F, -1.25F, 3e-8F},
          .moves = {{.kind = DirectionKind::kSefa, .number = 0, .distance = 2.5},
                    {.kind = DirectionKind::kPca, .number = 17, .distance = -1}},
          .mix = StyleMix{.first = 2,
                          .last = 4,
                          .latent = {{.seed = 9, .weight = 0.5}, {.seed = 3, .sample = 1}},
                          .moves = {{.kind = DirectionKind::kPca, .number = 1}}}};
}

TEST(SamplePoint, MovedAndMixedIsStillOneLine) {
  EXPECT_EQ(toText(moved()), "z=0.5,-1.25,3e-08 move=sefa/0*2.5+pca/17*-1 mix=2-4 mix_seed=9*0.5+3/1 mix_move=pca/1");
  EXPECT_EQ(samplePointFromText(toText(moved())), moved());
  const SamplePoint one = samplePointFromText("mix_z=1,2 mix=3 move=sefa/1*0.1 class=2 seed=7");
  EXPECT_EQ(toText(one), "seed=7 move=sefa/1*0.1 mix=3 mix_z=1,2 class=2");
  EXPECT_EQ(one.mix->last, 3);
  EXPECT_TRUE(one.mix->latent.empty());
}

TEST(SamplePoint, KeepsEveryBitOfAllComponentsOfALatent) {
  SamplePoint point{.latent = {}};
  std::uint32_t bits = 1;
  while (point.z.size() < 4096) {
    bits = bits * 1664525U + 1013904223U;
    const auto component = std::bit_cast<float>(bits);
    if (std::abs(component) <= 1e6F) point.z.push_back(component);  // no NaN
  }
  const std::string line = toText(point);
  EXPECT_LE(line.size(), 65536U);
  EXPECT_EQ(samplePointFromText(line), point);
}

TEST(SamplePoint, IsNamedInMessagesByItsBeginning) {
  SamplePoint point{.latent = {}, .z = std::vector<float>(100, 0.25F)};
  EXPECT_EQ(shortText(point).size(), 200U);
  EXPECT_EQ(shortText(SamplePoint{}), "seed=0");
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
                           "seed=1 z=0.5",
                           "z=",
                           "z=0.5,,1",
                           "z=0.5,nan",
                           "z=inf",
                           "z=2e6",
                           "z=1e-60",
                           "z=0x1p3",
                           "move=sefa/0",
                           "seed=1 move=",
                           "seed=1 move=sefa",
                           "seed=1 move=sefa/-1",
                           "seed=1 move=sefa/4096",
                           "seed=1 move=sefa/0*1e7",
                           "seed=1 mix=1",
                           "seed=1 mix=1 mix_seed=2 mix_z=0.5",
                           "seed=1 mix=3-2 mix_seed=2",
                           "seed=1 mix=-1 mix_seed=2",
                           "seed=1 mix=1-4096 mix_seed=2",
                           "seed=1 mix_seed=2",
                           "seed=1 mix_move=sefa/0",
                           "seed=1 mix=1 mix_move=sefa/0",
                           "seed=1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"}) {
    EXPECT_EQ(errorOf([&] { samplePointFromText(text); }).id(), "sample_point_bad") << text;
  }
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1" + std::string(70000, ' ')); }).id(), "sample_point_bad");
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 truncation=1 truncation_kind=other"); }).id(),
            "truncation_kind_unknown");
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 statistics=moving"); }).id(), "statistics_mode_unknown");
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 move=ica/0"); }).id(), "direction_kind_unknown");
  std::string components = "z=0";
  for (int i = 0; i < 4096; ++i) components += ",0";
  EXPECT_EQ(errorOf([&] { samplePointFromText(components); }).id(), "sample_point_bad");
  std::string moves = "seed=1 move=sefa/0";
  for (int i = 0; i < 64; ++i) moves += "+sefa/0";
  EXPECT_EQ(errorOf([&] { samplePointFromText(moves); }).id(), "sample_point_bad");
}

TEST(SamplePoint, ErrorsNameTheTextAndWhatWasMeant) {
  EXPECT_EQ(errorOf([] { samplePointFromText("seed=1 clas=3"); }).message(),
            "\"seed=1 clas=3\" describes no picture: \"clas=3\" is not understood; did you mean class=?. Write for "
            "example seed=7 class=3 truncation=0.8 step=12000.");
}

}  // namespace
}  // namespace gan
