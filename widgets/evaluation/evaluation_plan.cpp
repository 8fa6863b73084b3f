#include "evaluation/evaluation_plan.h"

#include <utility>

namespace gan {

void EvaluationPlan::open(const Wish& wish, const Facts& facts) {
  open_ = true;
  wish_ = wish;
  facts_ = facts;
  fault_.clear();
  forecast_.reset();
  problem_.clear();
  emit wishChanged();
  emit answerChanged();
}

void EvaluationPlan::close() {
  if (std::exchange(open_, false)) emit wishChanged();
}

void EvaluationPlan::setWish(const Wish& wish) {
  if (wish == wish_) return;
  wish_ = wish;
  forecast_.reset();
  problem_.clear();
  emit wishChanged();
  emit answerChanged();
}

void EvaluationPlan::setFault(const QString& fault) {
  if (fault == fault_) return;
  fault_ = fault;
  emit answerChanged();
}

void EvaluationPlan::setForecast(const Forecast& forecast) {
  forecast_ = forecast;
  problem_.clear();
  emit answerChanged();
}

void EvaluationPlan::setProblem(const QString& problem) {
  forecast_.reset();
  problem_ = problem;
  emit answerChanged();
}

}  // namespace gan
