// How good the pictures are: a checkpoint is judged beside the run, and its scores stand in the window.
#include <QAbstractItemView>
#include <QSpinBox>

#include "evaluation/evaluation_model.h"
#include "studio/window/journey.h"
#include "support/small_training.h"

namespace gan::test {
namespace {

constexpr int kLong = 600'000;  // ms: a classifier is trained first, of few small images

TEST_F(Journey, JudgesACheckpointBesideTheRunAndShowsItsScores) {
  const fs::path run = folder_.path() / "judged";
  std::vector<std::string> words = smallTraining(run, 0,
                                                 {"data.shapes_count=64", "data.resolution=32", "evaluation.count=48",
                                                  "evaluation.metrics=fid,prdc", "sampling.interval_steps=20"});
  words.insert(words.begin(), {program("gan-engine"), "train"});
  const Process engine(words, {{"XDG_CACHE_HOME", (folder_.path() / "cache").string()}});
  ASSERT_TRUE(until([&] { return fs::exists(run / "endpoint.json"); }, kLong)) << engine.errors();
  window_->open(QString::fromStdString(run.string()));
  ASSERT_TRUE(until([&] { return window_->runGoesOn(); }));
  ASSERT_TRUE(until([&] { return summary().step > 20; }));
  trigger("show_evaluation");
  picture(QStringLiteral("not-evaluated"));

  // What it takes is told before.
  trigger("evaluate");
  auto* dialog = find<QDialog>("evaluate_dialog");
  EXPECT_EQ(dialog->findChild<QSpinBox*>(QStringLiteral("evaluate_count"))->value(), 48) << "as the run has it";
  dialog->findChild<QSpinBox*>(QStringLiteral("evaluate_draws"))->setValue(2);
  auto* start = dialog->findChild<QPushButton*>(QStringLiteral("evaluate_start"));
  const auto* forecast = dialog->findChild<QLabel*>(QStringLiteral("evaluate_forecast"));
  ASSERT_TRUE(until([&] { return start->isEnabled() && forecast->text().contains(QChar(0xB7)); }))
      << forecast->text().toStdString();
  picture(QStringLiteral("evaluate"));
  start->click();

  // It is seen while it is made, and where it is found.
  const auto& model = *qobject_cast<const EvaluationModel*>(find<QAbstractItemView>("evaluation_table")->model());
  ASSERT_TRUE(until([&] { return !model.pending().isEmpty() || model.rowCount() > 0; }));
  picture(QStringLiteral("evaluating"));
  ASSERT_TRUE(until([&] { return model.rowCount() == 1; }, kLong));
  ASSERT_TRUE(until([&] { return model.pending().isEmpty(); }));
  const Evaluated& found = model.entry(0).evaluated;
  EXPECT_GE(model.entry(0).step, 10) << "of a checkpoint";
  EXPECT_EQ(found.generated, 48);
  EXPECT_EQ(found.real, 64);
  EXPECT_EQ(found.draws, 2);
  ASSERT_TRUE(found.find("fid"));
  EXPECT_TRUE(found.find("fid")->deviation) << "of two draws";
  EXPECT_TRUE(window_->runGoesOn()) << "the training went on";
  find("evaluation_table")->setFocus();
  picture(QStringLiteral("evaluated"));
}

}  // namespace
}  // namespace gan::test
