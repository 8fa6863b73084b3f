#include "run/sample_info.h"

#include <gtest/gtest.h>

#include <string>

#include "support/expect_error.h"

namespace gan {
namespace {

SampleInfo twoImages() {
  SampleInfo info;
  info.step = 1200;
  info.segment = 2;
  info.truncation = {.threshold = 0.5, .kind = TruncationKind::kScale};
  info.latent_seed = 0xfedcba9876543210ULL;
  info.latent_first = 64;
  info.latent_size = 128;
  info.count = 2;
  info.columns = 1;
  info.padding = 2;
  info.weights = "ema";
  info.labels = {3, 999};
  info.class_names = {{3, "tiger, \"great\""}};
  info.unix_seconds = 1.7e9;
  return info;
}

SampleInfo read(const std::string& text) { return sampleInfoFromJson(text, "sample.json"); }

TEST(SampleInfo, ComesBackFromItsJson) {
  const SampleInfo info = twoImages();
  const SampleInfo back = read(toJson(info));
  EXPECT_EQ(back.step, 1200);
  EXPECT_EQ(back.segment, 2);
  EXPECT_EQ(back.truncation, info.truncation);
  EXPECT_EQ(back.latent_seed, info.latent_seed);
  EXPECT_EQ(back.latent_first, 64);
  EXPECT_EQ(back.latent_size, 128);
  EXPECT_EQ(back.count, 2);
  EXPECT_EQ(back.columns, 1);
  EXPECT_EQ(back.padding, 2);
  EXPECT_EQ(back.weights, "ema");
  EXPECT_EQ(back.labels, info.labels);
  EXPECT_EQ(back.class_names, info.class_names);
  EXPECT_EQ(back.unix_seconds, 1.7e9);
  SampleInfo without = info;
  without.labels.clear();
  without.class_names.clear();
  EXPECT_TRUE(read(toJson(without)).labels.empty());
}

TEST(SampleInfo, WhatIsNoneIsRefusedByName) {
  const std::string good = toJson(twoImages());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::string huge = "{\"step\": \"" + std::string((1U << 20U) + 1, 'x') + "\"}";
  for (const std::string& text :
       {std::string(), std::string("[]"), good.substr(0, good.size() / 2), huge,
        with("\"columns\": 1", "\"columns\": 0"), with("\"count\": 2", "\"count\": 3"),
        with("\"count\": 2", "\"count\": -2"), with("\"padding\": 2", "\"padding\": 1e300"), with("999", "\"cat\""),
        with("999", "18446744073709551615"), with("\"3\":", "\"three\":"),
        with("\"step\": 1200", "\"step\": 99999999999999999999")}) {
    expectError(ErrorCode::kDataLoss, "sample_bad_info", [&] { read(text); });
  }
}

}  // namespace
}  // namespace gan
