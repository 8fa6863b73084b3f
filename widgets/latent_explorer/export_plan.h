#pragma once

#include <QObject>
#include <QString>
#include <QVector>
#include <optional>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/export_wish.h"
#include "latent_explorer/shelf_model.h"

namespace gan {

/// An export before it is begun: what is wished for, what that would take, and some of its pictures. GUI thread.
class ExportPlan : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// Begins to plan: forecast and pictures are asked for until close().
  void open(const ExportWish& wish, const ExplorerFacts& facts);
  void close();
  bool isOpen() const { return open_; }

  const ExportWish& wish() const { return wish_; }
  const ExplorerFacts& facts() const { return facts_; }
  void setWish(const ExportWish& wish);

  /// Of the wish; nothing: not known yet.
  const std::optional<ExportForecast>& forecast() const { return forecast_; }
  void setForecast(const ExportForecast& forecast);
  /// Why the wish cannot be had; empty: it can, or that is not known yet.
  const QString& problem() const { return problem_; }
  void setProblem(const QString& problem);
  /// Some of the pictures, each with the line that makes it.
  ShelfModel& preview() { return preview_; }
  /// Those that are the same keep their pictures.
  void setPreviewLines(const QStringList& lines);

 signals:
  /// Another wish, or none any more.
  void wishChanged();
  /// Forecast or problem.
  void answerChanged();

 private:
  bool open_ = false;
  ExportWish wish_;
  ExplorerFacts facts_;
  std::optional<ExportForecast> forecast_;
  QString problem_;
  ShelfModel preview_;
};

}  // namespace gan
