#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <utility>

namespace gan {

/// What every Plan tells: a template has no signals of its own.
class PlanSignals : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

 signals:
  /// Another wish, or none any more.
  void wishChanged();
  /// What is known of the wish.
  void answerChanged();
};

/// Something before it is begun: what is wished for, and what that would take. GUI thread.
template <typename WishOf, typename ChoicesOf, typename ForecastOf>
class Plan : public PlanSignals {
 public:
  using Wish = WishOf;
  using Choices = ChoicesOf;
  using Forecast = ForecastOf;
  using PlanSignals::PlanSignals;

  /// Begins to plan: forecasts are asked for until close().
  void open(const Wish& wish, const Choices& choices) {
    open_ = true;
    wish_ = wish;
    choices_ = choices;
    forget();
    emit wishChanged();
    emit answerChanged();
  }
  void close() {
    if (std::exchange(open_, false)) emit wishChanged();
  }
  bool isOpen() const { return open_; }

  const Wish& wish() const { return wish_; }
  /// What can be wished for.
  const Choices& choices() const { return choices_; }
  void setWish(const Wish& wish) {
    if (wish == wish_) return;
    wish_ = wish;
    forget();
    emit wishChanged();
    emit answerChanged();
  }

  /// Of the wish; nothing: not known yet.
  const std::optional<Forecast>& forecast() const { return forecast_; }
  void setForecast(const Forecast& forecast) {
    forget();
    forecast_ = forecast;
    emit answerChanged();
  }
  /// Why the wish cannot be had; empty: it can, or that is not known yet.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem) {
    forget();
    problem_ = problem;
    emit answerChanged();
  }

 private:
  void forget() {
    forecast_.reset();
    problem_.clear();
  }

  bool open_ = false;
  Wish wish_;
  Choices choices_;
  std::optional<Forecast> forecast_;
  QString problem_;
};

}  // namespace gan
