#pragma once

#include <QWidget>

class QLabel;
class QToolButton;
class QTreeView;

namespace gan {

class ExportsModel;
struct ExportRow;

/// The exports of a run: which there are, how far they are, and what can be done with them. It only wishes.
class ExportsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ExportsPanel(ExportsModel& model, QWidget* parent = nullptr);
  ~ExportsPanel() override;

 signals:
  void samplesWished();
  void filmWished();
  void sheetWished();
  void cancelWished(const QString& id);
  /// One that is over is to go, with its files.
  void removeWished(const QString& id);
  /// One that was broken off is to go on.
  void continueWished(const QString& id);
  /// Its files lie on this machine.
  void openWished(const QString& folder);
  /// They do not.
  void fetchWished(const QString& id);
  /// That is being done.
  void fetchStopWished(const QString& id);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QWidget* makeList();
  void connectParts();
  /// Of the selected one; null: none is.
  const ExportRow* chosen() const;
  void openOrFetch();
  /// What the last button does with an export.
  enum class Ending { kCancel, kStopFetching, kRemove };
  Ending endingOf(const ExportRow& row) const;
  void endChosen();
  void refresh();
  QString sentence() const;

  ExportsModel& model_;
  QLabel* sentence_;
  QTreeView* list_;
  QToolButton* samples_;
  QToolButton* film_;
  QToolButton* sheet_;
  QToolButton* open_;
  QToolButton* continue_;
  QToolButton* cancel_;
};

}  // namespace gan
