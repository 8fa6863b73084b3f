#include "link/export_link.h"

#include <utility>

#include "core/error.h"

namespace gan {
namespace {

/// Answers that are given on the GUI thread.
template <class Reply>
Answers<Reply> told(const Background::Tell& tell, const Answers<Reply>& answers) {
  return {.done = [tell, answers](const Reply& reply) { tell([answers, reply] { answers.done(reply); }); },
          .failed = [tell, answers](const Message& why) { tell([answers, why] { answers.failed(why); }); }};
}

}  // namespace

/// What lives on the link's thread.
class ExportLink::Work {
 public:
  explicit Work(Open open) : open_(std::move(open)) {}

  ExportSupplier& supplier() {
    if (!supplier_) supplier_ = open_();
    return *supplier_;
  }
  void stopFetching(const QString& id) {
    if (supplier_) supplier_->stopFetching(id);
  }
  void close() { supplier_.reset(); }

 private:
  const Open open_;
  std::unique_ptr<ExportSupplier> supplier_;
};

ExportLink::ExportLink(Open open) : work_(std::make_shared<Work>(std::move(open))) {}

ExportLink::~ExportLink() {
  exports_.post([work = work_] { work->close(); });
}

template <class Reply, class Ask>
void ExportLink::call(const Answers<Reply>& answers, Ask ask) {
  exports_.post([work = work_, answers = told(exports_.teller(), answers), ask = std::move(ask)] {
    try {
      ask(work->supplier(), answers);
    } catch (const std::exception& error) {
      answers.failed(messageOf(error));
    }
  });
}

void ExportLink::estimate(const ExportWish& wish, const Answers<ExportForecast>& answers) {
  call(answers, [wish](ExportSupplier& supplier, const auto& answering) { supplier.estimate(wish, answering); });
}

void ExportLink::start(const ExportWish& wish, const Answers<ListedExport>& answers) {
  call(answers, [wish](ExportSupplier& supplier, const auto& answering) { supplier.start(wish, answering); });
}

void ExportLink::goOn(const QString& id, const Answers<ListedExport>& answers) {
  call(answers, [id](ExportSupplier& supplier, const auto& answering) { supplier.goOn(id, answering); });
}

void ExportLink::list(const Answers<QVector<ListedExport>>& answers) {
  call(answers, [](ExportSupplier& supplier, const auto& answering) { supplier.list(answering); });
}

void ExportLink::cancel(const QString& id, const Answers<ListedExport>& answers) {
  call(answers, [id](ExportSupplier& supplier, const auto& answering) { supplier.cancel(id, answering); });
}

void ExportLink::remove(const QString& id, const Answers<ListedExport>& answers) {
  call(answers, [id](ExportSupplier& supplier, const auto& answering) { supplier.remove(id, answering); });
}

void ExportLink::fetch(const QString& id, const QString& folder,
                       const std::function<void(const ExportFetch&)>& progress, const Answers<ExportFetch>& answers) {
  const auto on_progress = [tell = exports_.teller(), progress](const ExportFetch& fetch) {
    tell([progress, fetch] { progress(fetch); });
  };
  call(answers, [id, folder, on_progress](ExportSupplier& supplier, const auto& answering) {
    supplier.fetch(id, folder, on_progress, answering);
  });
}

void ExportLink::stopFetching(const QString& id) {
  exports_.post([work = work_, id] { work->stopFetching(id); });
}

}  // namespace gan
