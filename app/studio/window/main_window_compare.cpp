// Runs beside one another, in a window of their own.
#include "dialogs/compare_dialog.h"
#include "link/place_source.h"
#include "window/comparison_window.h"
#include "window/main_window.h"
#include "window/manual_window.h"
#include "window/open_run.h"

namespace gan {

void MainWindow::chooseToCompare(const RunPlace& run) {
  QVector<RunPlace> known;
  for (const RunRow& row : runs_.model().runs()) {
    if (row.state != RunRow::State::kUnreadable) known << RunPlace{row.place.target, displayName(row)};
  }
  QVector<RunPlace> checked;
  if (!run.isEmpty()) checked << run;
  if (open_ && !weights_) {
    checked << open_->place;
    // The list may not have been looked through yet.
    if (!known.contains(open_->place)) known.prepend({open_->place.target, runs_.nameOf(open_->place)});
  }
  auto* dialog = new CompareDialog(known, checked, ComparisonStore::kMostRuns, this);
  offerManual(*dialog, QStringLiteral("comparing"));
  connect(dialog, &CompareDialog::chosen, this, &MainWindow::compare);
  dialog->open();
}

void MainWindow::compare(const QVector<RunPlace>& runs) {
  const auto opener = [access = questions_.access()](const RunPlace& place) -> RunLink::Open {
    return [place, access](const std::stop_token& stop) { return openPlace(place, *access, stop); };
  };
  (new ComparisonWindow(runs, opener, preferences_, this))->show();
}

}  // namespace gan
