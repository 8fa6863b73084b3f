#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/export_wish.h"

namespace gan {

/// What an export can be made of.
struct ExportChoices {
  ExplorerFacts generator = {};
  QStringList kept = {};  ///< Points of the shelf, without their steps.
  QString explored = {};  ///< Likewise, the one that is explored.
};

/// An export before it is begun: what is wished for, what that would take, and the first of it. GUI thread.
class ExportPlan : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Begins to plan: forecasts are asked for until close().
  void open(const ExportWish& wish, const ExportChoices& choices);
  void close();
  bool isOpen() const { return open_; }

  const ExportWish& wish() const { return wish_; }
  const ExportChoices& choices() const { return choices_; }
  void setWish(const ExportWish& wish);

  /// Of the wish; nothing: not known yet.
  const std::optional<ExportForecast>& forecast() const { return forecast_; }
  void setForecast(const ExportForecast& forecast);
  /// Why the wish cannot be had; empty: it can, or that is not known yet.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);
  /// The first of it, of the newest wish that could be had; null: nothing yet.
  const QImage& preview() const { return preview_; }

 signals:
  /// Another wish, or none any more.
  void wishChanged();
  /// Forecast, problem or preview.
  void answerChanged();

 private:
  bool open_ = false;
  ExportWish wish_;
  ExportChoices choices_;
  std::optional<ExportForecast> forecast_;
  QString problem_;
  QImage preview_;
};

}  // namespace gan
