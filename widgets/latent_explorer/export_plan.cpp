#include "latent_explorer/export_plan.h"

#include <utility>

namespace gan {

void ExportPlan::open(const ExportWish& wish, const ExplorerFacts& facts) {
  open_ = true;
  wish_ = wish;
  facts_ = facts;
  forecast_.reset();
  problem_.clear();
  setPreviewLines({});
  emit wishChanged();
  emit answerChanged();
}

void ExportPlan::close() {
  if (std::exchange(open_, false)) emit wishChanged();
}

void ExportPlan::setWish(const ExportWish& wish) {
  if (wish == wish_) return;
  wish_ = wish;
  forecast_.reset();
  problem_.clear();
  emit wishChanged();
  emit answerChanged();
}

void ExportPlan::setForecast(const ExportForecast& forecast) {
  forecast_ = forecast;
  problem_.clear();
  emit answerChanged();
}

void ExportPlan::setProblem(const QString& problem) {
  forecast_.reset();
  problem_ = problem;
  emit answerChanged();
}

void ExportPlan::setPreviewLines(const QStringList& lines) {
  for (int row = preview_.rowCount() - 1; row >= 0; --row) {
    if (!lines.contains(preview_.line(row))) preview_.removeRow(row);
  }
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) preview_.keep(*line);
}

}  // namespace gan
