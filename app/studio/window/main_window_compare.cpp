// Runs beside one another, in a window of their own.
#include "dialogs/compare_dialog.h"
#include "link/folder_run.h"
#include "window/comparison_window.h"
#include "window/main_window.h"
#include "window/open_run.h"

namespace gan {
namespace {

/// The folders of all runs of the list that can be read, as they stand there.
void addReadable(const RunListModel& model, const QModelIndex& parent, QStringList& paths) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const QModelIndex index = model.index(row, RunListModel::kName, parent);
    const QVariant state = index.data(RunListModel::kStateRole);
    const bool is_readable = state.isValid() && state.toInt() != static_cast<int>(RunRow::State::kUnreadable);
    if (is_readable) paths << index.data(RunListModel::kPathRole).toString();
    addReadable(model, index, paths);
  }
}

}  // namespace

void MainWindow::chooseToCompare() {
  QStringList known;
  addReadable(runs_.model(), {}, known);
  QStringList checked;
  if (open_ && !weights_) {
    checked << open_->path;
    if (!known.contains(open_->path)) known.prepend(open_->path);  // the list has not been looked through yet
  }
  auto* dialog = new CompareDialog(known, checked, ComparisonStore::kMostRuns, this);
  connect(dialog, &CompareDialog::chosen, this, [this](const QStringList& runs) {
    const auto opener = [](const QString& path) -> RunLink::Open {
      return [path] { return openFolderRun(path.toStdString()); };
    };
    (new ComparisonWindow(runs, opener, preferences_, this))->show();
  });
  dialog->open();
}

}  // namespace gan
