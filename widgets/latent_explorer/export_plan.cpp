#include "latent_explorer/export_plan.h"

#include <utility>

namespace gan {

void ExportPlan::open(const ExportWish& wish, const ExportChoices& choices) {
  open_ = true;
  wish_ = wish;
  choices_ = choices;
  forecast_.reset();
  problem_.clear();
  preview_ = {};
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
  preview_ = forecast.preview;
  problem_.clear();
  emit answerChanged();
}

void ExportPlan::setProblem(const QString& problem) {
  forecast_.reset();
  preview_ = {};
  problem_ = problem;
  emit answerChanged();
}

}  // namespace gan
