#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <optional>

#include "config/evaluation_order.h"

namespace gan {

/// An evaluation before it is begun: how a checkpoint is to be judged, and what that would take. GUI thread.
class EvaluationPlan : public QObject {
  Q_OBJECT

 public:
  struct Wish {
    std::optional<qint64> step = {};  ///< Nothing: the newest.
    EvaluationOrder order = {};

    friend bool operator==(const Wish&, const Wish&) = default;
  };
  /// What can be chosen.
  struct Facts {
    QVector<qint64> steps = {};  ///< Of checkpoints, ascending.
    bool has_average = false;    ///< There are averaged weights beside the newest.
    bool has_classes = false;
  };
  struct Forecast {
    qint64 pictures = 0;  ///< That pass through networks.
    double seconds = 0;
    qint64 step = -1;  ///< Of the checkpoint; -1: not said.

    friend bool operator==(const Forecast&, const Forecast&) = default;
  };

  using QObject::QObject;

  /// Begins to plan: forecasts are asked for until close().
  void open(const Wish& wish, const Facts& facts);
  void close();
  bool isOpen() const { return open_; }

  const Wish& wish() const { return wish_; }
  const Facts& facts() const { return facts_; }
  void setWish(const Wish& wish);
  /// What somebody has typed is nothing to ask for: why. Empty: it is.
  void setFault(const QString& fault);
  const QString& fault() const { return fault_; }

  /// Of the wish; nothing: not known yet.
  const std::optional<Forecast>& forecast() const { return forecast_; }
  void setForecast(const Forecast& forecast);
  /// Why the wish cannot be had; empty: it can, or that is not known yet.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);

 signals:
  /// Another wish, or none any more.
  void wishChanged();
  /// Forecast, problem or fault.
  void answerChanged();

 private:
  bool open_ = false;
  Wish wish_;
  Facts facts_;
  QString fault_;
  std::optional<Forecast> forecast_;
  QString problem_;
};

}  // namespace gan
