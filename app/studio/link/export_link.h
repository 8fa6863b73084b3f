#pragma once

#include <functional>
#include <memory>

#include "link/background.h"
#include "link/export_supplier.h"

namespace gan {

/// Exports of an open run, for the GUI thread: never blocks; answers come on the GUI thread, while this is there.
class ExportLink {
 public:
  /// Called on the link's thread when something is asked for the first time, and again while it throws.
  using Open = std::function<std::unique_ptr<ExportSupplier>()>;
  explicit ExportLink(Open open);
  /// Returns at once: what is under way ends in the background.
  ~ExportLink();
  ExportLink(const ExportLink&) = delete;
  ExportLink& operator=(const ExportLink&) = delete;

  void estimate(const ExportWish& wish, const Answers<ExportForecast>& answers);
  void start(const ExportWish& wish, const Answers<ListedExport>& answers);
  void goOn(const QString& id, const Answers<ListedExport>& answers);
  void list(const Answers<QVector<ListedExport>>& answers);
  void cancel(const QString& id, const Answers<ListedExport>& answers);
  void remove(const QString& id, const Answers<ListedExport>& answers);
  void fetch(const QString& id, const QString& folder, const std::function<void(const ExportFetch&)>& progress,
             const Answers<ExportFetch>& answers);
  void stopFetching(const QString& id);

 private:
  class Work;
  /// ask(supplier, answers) on the link's thread.
  template <class Reply, class Ask>
  void call(const Answers<Reply>& answers, Ask ask);

  const std::shared_ptr<Work> work_;
  Background exports_{QStringLiteral("exports")};
};

}  // namespace gan
