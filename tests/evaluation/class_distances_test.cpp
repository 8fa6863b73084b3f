#include "evaluation/class_distances.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace gan {
namespace {

using Names = std::vector<std::string>;

TEST(ClassDistances, OfShiftedClassesAreTheSquaresOfTheirShifts) {
  const at::Tensor rows = at::randn({60, 6}, at::kDouble);
  LabelledRows real{.rows = rows, .labels = {}, .class_names = {"cat", "dog", "eel"}};
  for (int i = 0; i < 60; ++i) real.labels.push_back(i % 3);
  // The other side names them in another order, and its rows lie by class.
  LabelledRows generated{.rows = {}, .labels = {}, .class_names = {"eel", "cat", "dog"}};
  std::vector<at::Tensor> moved;
  for (const auto& [label, real_label, shift] : {std::tuple(0, 2, 3.0), std::tuple(1, 0, 1.0), std::tuple(2, 1, 0.0)}) {
    for (int i = real_label; i < 60; i += 3) {
      moved.push_back(rows[i] + shift);
      generated.labels.push_back(label);
    }
  }
  generated.rows = at::stack(moved);
  const std::vector<ClassDistance> found = classDistances(real, generated);
  ASSERT_EQ(found.size(), 3U);
  const double features = 6;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].name, real.class_names[i]);
    EXPECT_EQ(found[i].real, 20);
    EXPECT_EQ(found[i].generated, 20);
  }
  EXPECT_NEAR(found[0].fid, features * 1, 1e-9);
  EXPECT_NEAR(found[1].fid, 0, 1e-9);
  EXPECT_NEAR(found[2].fid, features * 9, 1e-9);
}

TEST(ClassDistances, LeaveOutClassesOfFewerThanTwoAndImagesOfNone) {
  const LabelledRows real{.rows = at::randn({7, 3}), .labels = {0, 0, 1, 1, 2, 2, -1}, .class_names = {"a", "b", "c"}};
  const LabelledRows generated{.rows = at::randn({5, 3}), .labels = {0, 0, 1, 7, -1}, .class_names = {"b", "c"}};
  const std::vector<ClassDistance> found = classDistances(real, generated);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "b");
}

TEST(ClassDistances, MatchClassesByNameAndByNumberWhereASideHasNoOtherNames) {
  EXPECT_EQ(sameClasses(Names{"cats"}, Names{"ants", "cats"}), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(sameClasses(Names{"0", "1", "2"}, Names{"ants", "cats"}), (std::vector<std::int64_t>{0, 1, -1}));
  EXPECT_EQ(sameClasses(Names{"cats", "emus"}, Names{"0", "1"}), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(sameClasses(Names{"emus"}, Names{"cats"}), (std::vector<std::int64_t>{-1}));
  EXPECT_EQ(sameClasses(Names{"1", "2"}, Names{"0", "1", "2"}), (std::vector<std::int64_t>{1, 2})) << "folders";
  EXPECT_EQ(sameClasses(Names{"0", "1", "10", "2"}, Names{"0", "1", "2"}), (std::vector<std::int64_t>{0, 1, -1, 2}));
  EXPECT_EQ(sameClasses(Names{"", "", ""}, Names{"0", "1", "10", "2"}), (std::vector<std::int64_t>{0, 1, 2}))
      << "drawn";
  EXPECT_EQ(sameClasses(Names{"0", "1", "10", "2"}, Names{"", "", ""}), (std::vector<std::int64_t>{0, 1, 2, -1}));
  EXPECT_EQ(sameClasses(Names{"", ""}, Names{"", ""}), (std::vector<std::int64_t>{0, 1})) << "both drawn";
}

}  // namespace
}  // namespace gan
