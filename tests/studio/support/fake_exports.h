#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "link/export_supplier.h"

namespace gan::test {

/// Exports without an engine: each is done at once unless a test says otherwise. Any thread.
class FakeExports {
 public:
  /// What is answered to every estimate, where `refusal` is empty.
  ExportForecast forecast{.pictures = 10, .bytes = 1000, .seconds = 2, .step = 100};
  Message refusal;
  /// What is answered to every wish to do something; empty: it is done.
  Message not_done;

  std::vector<ExportWish> estimated() const { return copyOf(estimated_); }
  std::vector<ExportWish> started() const { return copyOf(started_); }
  std::vector<QString> cancelled() const { return copyOf(cancelled_); }
  std::vector<QString> continued() const { return copyOf(continued_); }
  std::vector<QString> removed() const { return copyOf(removed_); }
  std::vector<QString> stopped() const { return copyOf(stopped_); }
  /// Of an export whose fetching goes on until it is stopped.
  QString slow_to_fetch;
  /// How often it was asked for.
  int lists() const { return copyOf(lists_); }
  void setListed(const QVector<ListedExport>& listed) {
    const std::lock_guard lock(mutex_);
    listed_ = listed;
  }

 private:
  friend class FakeExportSupplier;
  template <class Value>
  Value copyOf(const Value& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }

  mutable std::mutex mutex_;
  std::vector<ExportWish> estimated_;
  std::vector<ExportWish> started_;
  std::vector<QString> cancelled_;
  std::vector<QString> continued_;
  std::vector<QString> removed_;
  std::vector<QString> stopped_;
  QVector<ListedExport> listed_;
  int lists_ = 0;
};

class FakeExportSupplier final : public ExportSupplier {
 public:
  explicit FakeExportSupplier(std::shared_ptr<FakeExports> exports) : exports_(std::move(exports)) {}

  void estimate(const ExportWish& wish, Answers<ExportForecast> answers) override {
    note(exports_->estimated_, wish);
    exports_->refusal.empty() ? answers.done(exports_->forecast) : answers.failed(exports_->refusal);
  }
  void start(const ExportWish& wish, Answers<ListedExport> answers) override {
    note(exports_->started_, wish);
    answer(answers, {.row = {.id = QStringLiteral("new")}});
  }
  void goOn(const QString& id, Answers<ListedExport> answers) override {
    note(exports_->continued_, id);
    answer(answers);
  }
  void list(Answers<QVector<ListedExport>> answers) override {
    answers.done(exports_->copyOf(exports_->listed_));
    const std::lock_guard lock(exports_->mutex_);
    ++exports_->lists_;
  }
  void cancel(const QString& id, Answers<ListedExport> answers) override {
    note(exports_->cancelled_, id);
    answer(answers);
  }
  void remove(const QString& id, Answers<ListedExport> answers) override {
    note(exports_->removed_, id);
    answer(answers);
  }
  void fetch(const QString& id, const QString&, std::function<void(const ExportFetch&)> progress,
             Answers<ExportFetch> answers) override {
    const ExportFetch half{.files = 1, .total_files = 2, .bytes = 50, .total_bytes = 100};
    progress(half);
    if (id == exports_->slow_to_fetch) {
      end_ = [answers, half] { answers.done(half); };
    } else {
      answers.done({.files = 2, .total_files = 2, .bytes = 100, .total_bytes = 100});
    }
  }
  void stopFetching(const QString& id) override {
    note(exports_->stopped_, id);
    if (end_) std::exchange(end_, nullptr)();
  }

 private:
  template <class Value>
  void note(std::vector<Value>& values, const Value& value) {
    const std::lock_guard lock(exports_->mutex_);
    values.push_back(value);
  }
  void answer(const Answers<ListedExport>& answers, const ListedExport& done = {}) const {
    exports_->not_done.empty() ? answers.done(done) : answers.failed(exports_->not_done);
  }

  std::shared_ptr<FakeExports> exports_;
  std::function<void()> end_;
};

/// For ExportLink's constructor.
inline auto opening(const std::shared_ptr<FakeExports>& exports) {
  return [exports]() -> std::unique_ptr<ExportSupplier> { return std::make_unique<FakeExportSupplier>(exports); };
}

}  // namespace gan::test
