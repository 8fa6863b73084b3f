#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <fstream>

#include "config/sample_point.h"
#include "latent_explorer/explored_picture.h"
#include "latent_explorer/exports_model.h"
#include "latent_explorer/picture_view.h"
#include "run/checkpoint_store.h"
#include "studio/window/journey.h"

namespace gan::test {
namespace {

std::size_t filesIn(const fs::path& folder, const char* ending) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    count += entry.path().extension() == ending ? 1 : 0;
  return count;
}

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class ExportsJourney : public Journey {
 protected:
  const ExportsModel& exports() {
    return *qobject_cast<const ExportsModel*>(find<QAbstractItemView>("exports")->model());
  }
  QDialog& dialog() {
    auto* found = window_->findChild<QDialog*>(QStringLiteral("export_dialog"));
    if (found == nullptr) throw std::runtime_error("the dialog does not come up");
    return *found;
  }
  template <typename T>
  T& field(const char* name) {
    return *dialog().findChild<T*>(QLatin1String(name));
  }
  void choose(const char* box, const char* what) {
    auto& found = field<QComboBox>(box);
    found.setCurrentIndex(found.findData(QLatin1String(what)));
  }
  /// Once it is known what it takes and the first of it is seen.
  void startExport(const char* stage) {
    require(until([&] { return field<QPushButton>("export_start").isEnabled(); }),
            field<QLabel>("export_forecast").text().toStdString());
    require(!field<PictureView>("export_preview").image().isNull(), "no preview");
    picture(QLatin1String(stage));
    field<QPushButton>("export_start").click();
  }
  bool isDone(const ExportRow& row) const { return row.phase == ExportRow::Phase::kDone; }
};

TEST_F(ExportsJourney, MakesAFilmAndSamplesThatAreFoundAfterTheWindowWasClosed) {
  startRun(QStringLiteral("exported"), QStringLiteral("shapes-cgan"));
  ASSERT_TRUE(until([&] { return summary().step > 5; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  trigger("show_explorer");
  const auto* view = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return !view->image().isNull(); }));

  // Three points are kept, and become a film.
  auto* plane = find("latent_plane");
  auto* shelf = find<QAbstractItemView>("shelf");
  for (int point = 1; point <= 3; ++point) {
    QTest::keyClick(plane, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(plane, Qt::Key_Down, Qt::ShiftModifier);
    trigger("explore_keep");
    ASSERT_EQ(shelf->model()->rowCount(), point);
    shelf->setCurrentIndex(shelf->model()->index(0, 0));
    find<QToolButton>("explorer_to_timeline")->click();
  }
  trigger("export_film");
  choose("export_format", "gif");
  field<QSpinBox>("export_zoom").setValue(2);
  startExport("export-film");

  // And samples, a folder for each class.
  trigger("export_samples");
  field<QSpinBox>("export_count").setValue(1000);
  ASSERT_TRUE(field<QCheckBox>("export_class_folders").isChecked());
  startExport("export-samples");

  // The three points themselves, and what became of them through training.
  trigger("explore_keep");  // back to the shelf
  QStringList lines;        // as the clipboard gets them, the oldest first
  const auto last = [&] {
    lines.clear();
    for (int row = shelf->model()->rowCount() - 1; row >= 0; --row) {
      lines << shelf->model()->index(row, 0).data(kLeavingRole).toString();
    }
    const auto checkpoints = CheckpointStore(runFolder() / "checkpoints").list();
    return std::ranges::all_of(lines, [&](const QString& line) {  // a step that goes on its own is not yet the line's
      const auto of = samplePointFromText(line.toStdString()).step;
      return std::ranges::any_of(
          checkpoints, [of](const auto& checkpoint) { return of == checkpoint.state.step && checkpoint.state.pinned; });
    });
  };
  ASSERT_TRUE(until(last)) << "a checkpoint for each";
  const auto kept = static_cast<std::size_t>(lines.size());
  ASSERT_GE(kept, 3U);
  trigger("export_points");
  startExport("export-points");
  trigger("export_sheet");
  choose("export_kind", "steps");
  field<QCheckBox>("export_of_points").setChecked(true);
  startExport("export-sheet");
  ASSERT_TRUE(until([&] { return exports().rowCount() == 4; }));
  picture(QStringLiteral("exports-running"));

  // The window is closed meanwhile.
  const QString run = window_->runPlace().target;
  window_->close();
  makeWindow();
  window_->open(run);
  ASSERT_TRUE(until([&] { return window_->runGoesOn(); }));
  trigger("show_exports");
  ASSERT_TRUE(until([&] { return exports().rowCount() == 4; }));
  ASSERT_TRUE(until(
      [&] { return std::ranges::all_of(exports().exports(), [&](const auto& row) { return isDone(row); }); }, 300'000));
  picture(QStringLiteral("exports-found"));
  const auto folderOf = [&](int row) { return fs::path(exports().exports()[row].folder.toStdString()); };
  const fs::path samples = folderOf(2);
  const fs::path film = folderOf(3);
  EXPECT_EQ(filesIn(folderOf(0), ".png"), 1U) << "a sheet";
  EXPECT_EQ(filesIn(folderOf(1), ".png"), kept) << "the kept points";
  for (int i = 0; i < lines.size(); ++i) {  // the shell makes the same bytes of the same line
    const fs::path drawn = folder_.path() / ("drawn-" + std::to_string(i) + ".png");
    const Finished shell = gan::test::run(
        {program("gan-engine"), "sample", runFolder(), "--point", lines[i].toStdString(), "--out", drawn});
    ASSERT_EQ(shell.code, 0) << shell.errors;
    const fs::path made = folderOf(1) / QStringLiteral("%1.png").arg(i, 6, 10, QLatin1Char('0')).toStdString();
    EXPECT_TRUE(contentOf(made) == contentOf(drawn)) << lines[i].toStdString();
  }
  EXPECT_EQ(filesIn(film, ".gif"), 1U);
  EXPECT_EQ(filesIn(samples, ".png"), 1000U);
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(samples)) {
    if (!entry.is_directory()) continue;
    ++folders;
    EXPECT_EQ(filesIn(entry.path(), ".png"), 100U) << entry.path();
  }
  EXPECT_EQ(folders, 10U);

  // One that takes too long is cancelled, and nothing of it is left.
  trigger("export_samples");
  field<QSpinBox>("export_count").setValue(1'000'000);
  startExport("export-many");
  ASSERT_TRUE(until([&] { return exports().rowCount() == 5; }));
  auto* list = find<QAbstractItemView>("exports");
  list->setFocus();
  list->setCurrentIndex(list->model()->index(0, 0));
  const std::string begun = exports().exports()[0].id.toStdString();
  ASSERT_TRUE(until([&] { return find<QToolButton>("export_cancel")->isEnabled(); }));
  find<QToolButton>("export_cancel")->click();
  ASSERT_TRUE(until([&] { return exports().exports()[0].phase == ExportRow::Phase::kCancelled; }, 120'000));
  const fs::path out = runFolder() / "exports" / begun / "out";
  EXPECT_TRUE(!fs::exists(out) || fs::is_empty(out));
  picture(QStringLiteral("export-cancelled"));
}

}  // namespace
}  // namespace gan::test
