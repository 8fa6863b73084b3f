#include "data/data_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <algorithm>

#include "data/data_model.h"
#include "data/data_views.h"
#include "data/speed_plot.h"
#include "style/divided_parts.h"
#include "style/icons.h"
#include "style/named.h"
#include "style/plain_text.h"
#include "style/scale.h"

namespace gan {
namespace {

using Work = DataModel::Work;

QString colourText(double mean, double deviation) {
  return DataPanel::tr("%1 ± %2", "mean, standard deviation")
      .arg(QLocale().toString(mean, 'f', 1), QLocale().toString(deviation, 'f', 1));
}

QString coloursText(const DataFacts& facts) {
  if (facts.sizes.isEmpty()) return DataPanel::tr("Colours: none could be read");
  return DataPanel::tr("Colours, 0 to 255: red %1, green %2, blue %3")
      .arg(colourText(facts.mean[0], facts.deviation[0]), colourText(facts.mean[1], facts.deviation[1]),
           colourText(facts.mean[2], facts.deviation[2]));
}

QString passedOverText(const QVector<OtherFiles>& passed) {
  QStringList kinds;
  for (const OtherFiles& other : passed) {
    QString names = other.names.join(QStringLiteral(", "));
    if (other.files > other.names.size()) names += QStringLiteral(", …");
    kinds << DataPanel::tr("%1: %2 (%3)", "kind of files, how many, names")
                 .arg(other.kind, QLocale().toString(other.files), names);
  }
  return DataPanel::tr("Passed over, because they are no pictures that can be read: %1")
      .arg(kinds.join(QStringLiteral("; ")));
}

qint64 area(const SizeCount& size) { return size.width * size.height; }

QString sizesText(const DataFacts& facts) {
  const QVector<SizeCount>& sizes = facts.sizes;
  const auto text = [](const SizeCount& size) {
    return DataPanel::tr("%1 × %2 px").arg(QLocale().toString(size.width), QLocale().toString(size.height));
  };
  if (sizes.isEmpty()) return DataPanel::tr("none could be read");
  if (sizes.size() == 1) return text(sizes.first());
  const auto [least, most] = std::ranges::minmax_element(sizes, {}, area);
  const SizesInAll all = facts.sizes_in_all.value_or(SizesInAll{sizes.size(), *least, *most});
  return DataPanel::tr("%1 to %2, %3 different")
      .arg(text(all.smallest), text(all.largest), QLocale().toString(all.count));
}

}  // namespace

struct DataPanel::Impl {
  DataPanel& panel;
  DataModel& model;

  QLabel* source = makeLabel("data_source");
  QPushButton* folder = new QPushButton;
  QPushButton* file = new QPushButton;
  QPushButton* of_run = new QPushButton;
  QPushButton* inspect = new QPushButton;
  QPushButton* tune = new QPushButton;
  QPushButton* cancel = new QPushButton;
  QProgressBar* progress = new QProgressBar;
  NoticeList* failure = new NoticeList(Severity::kError);
  NoticeList* warnings = new NoticeList(Severity::kWarning);
  QWidget* offer_row = new QWidget;
  QLabel* offer = makeLabel("data_offer");
  QPushButton* new_run = new QPushButton;
  QStackedWidget* pages = new QStackedWidget;
  QLabel* empty = makeLabel("data_empty");
  QLabel* facts = makeLabel("data_facts");
  QTabWidget* tabs = new QTabWidget;
  FactsTable* classes = nullptr;
  SheetPicture* sheet = new SheetPicture;
  QWidget* sheet_side = new QWidget;
  QLabel* advice = makeLabel("data_advice");
  QPushButton* use_workers = new QPushButton;
  QWidget* speeds = nullptr;

  Impl(DataPanel& owner, DataModel& shown);

  QLayout* makeSourceLine();
  QLayout* makeWorkLine();
  void makeOfferRow();
  QWidget* makeBody();
  QWidget* makeSpeeds();
  FactsTable* addTable(const QString& title, QAbstractItemModel& shown, int wide_column, const char* name);
  void connectAll();
  void showSource();
  void showWork();
  void showProgress();
  void showFacts();
  void showSpeeds();
  void showPage();
};

DataPanel::Impl::Impl(DataPanel& owner, DataModel& shown) : panel(owner), model(shown) {
  auto* column = new QVBoxLayout(&panel);
  column->addLayout(makeSourceLine());
  column->addLayout(makeWorkLine());
  makeOfferRow();
  for (QWidget* widget : {static_cast<QWidget*>(failure), static_cast<QWidget*>(warnings), offer_row}) {
    column->addWidget(widget);
  }
  empty->setAlignment(Qt::AlignCenter);
  empty->setForegroundRole(QPalette::PlaceholderText);
  empty->setMargin(space(panel, Space::kLarge));
  pages->addWidget(empty);
  pages->addWidget(makeBody());
  column->addWidget(pages, 1);
  connectAll();
  showSource();
  showWork();
  showFacts();
  showSpeeds();
}

QLayout* DataPanel::Impl::makeSourceLine() {
  folder->setText(tr("Folder …"));
  folder->setObjectName(QStringLiteral("data_folder"));
  folder->setToolTip(tr("Choose a folder of images to look at"));
  file->setText(tr("File …"));
  file->setObjectName(QStringLiteral("data_file"));
  file->setToolTip(tr("Choose a file of images to look at: IDX, .npz, HDF5 or tar"));
  of_run->setText(tr("The run's images"));
  of_run->setObjectName(QStringLiteral("data_of_run"));
  of_run->setToolTip(tr("Show what the open run trains on"));
  source->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* line = new QHBoxLayout;
  line->addWidget(source, 1);
  for (QPushButton* button : {of_run, folder, file}) line->addWidget(button, 0, Qt::AlignTop);
  return line;
}

QLayout* DataPanel::Impl::makeWorkLine() {
  inspect->setText(tr("Inspect"));
  inspect->setObjectName(QStringLiteral("data_inspect"));
  inspect->setToolTip(tr("Reads every image once, in a process of its own"));
  tune->setText(tr("Measure loading"));
  tune->setObjectName(QStringLiteral("data_tune"));
  tune->setToolTip(tr("Loads batches with 0, 1, 2, 4 … threads and says how many are enough"));
  cancel->setText(tr("Cancel"));
  cancel->setObjectName(QStringLiteral("data_cancel"));
  cancel->setToolTip(tr("Stops looking at these images"));
  progress->setObjectName(QStringLiteral("data_progress"));
  progress->setAccessibleName(tr("Progress"));
  auto* line = new QHBoxLayout;
  line->addWidget(inspect);
  line->addWidget(tune);
  line->addWidget(progress, 1);
  line->addWidget(cancel);
  line->addStretch(0);
  return line;
}

void DataPanel::Impl::makeOfferRow() {
  new_run->setText(tr("New run with this data …"));
  new_run->setObjectName(QStringLiteral("data_new_run"));
  new_run->setIcon(icon(QStringLiteral("new-run")));
  new_run->setToolTip(tr("Opens the form of a new run, filled in for these images"));
  auto* line = new QHBoxLayout(offer_row);
  line->setContentsMargins({});
  line->addWidget(offer, 1);
  line->addWidget(new_run, 0, Qt::AlignTop);
}

FactsTable* DataPanel::Impl::addTable(const QString& title, QAbstractItemModel& shown, int wide_column,
                                      const char* name) {
  auto* table = new FactsTable(shown, wide_column);
  table->setObjectName(QLatin1String(name));
  table->setAccessibleName(title);
  tabs->addTab(table, title);
  return table;
}

QWidget* DataPanel::Impl::makeBody() {
  classes = addTable(tr("Classes"), model.classes(), CountsModel::kName, "data_classes");
  classes->setEmptyText(tr(
      "These images have no labels. To have some, keep each class in a folder of its own, or add a file of labels."));
  addTable(tr("Sizes"), model.sizes(), CountsModel::kName, "data_sizes")
      ->setEmptyText(tr("Inspect counts the sizes of the images."));
  addTable(tr("Damaged"), model.damaged(), FaultsModel::kText, "data_damaged")
      ->setEmptyText(tr("Every image that was looked at could be read."));
  addTable(tr("Equal"), model.duplicates(), FaultsModel::kImages, "data_duplicates")
      ->setEmptyText(tr("No image that was looked at equals another one."));
  speeds = makeSpeeds();
  tabs->addTab(speeds, tr("Loading"));
  tabs->setObjectName(QStringLiteral("data_tabs"));
  tabs->setAccessibleName(tr("What was found"));

  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins({});
  facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(facts);
  column->addWidget(tabs, 1);
  auto* right = new QVBoxLayout(sheet_side);
  right->setContentsMargins({});
  auto* title = makeLabel("data_sheet_title");
  title->setText(tr("As the network sees them"));
  right->addWidget(title);
  right->addWidget(sheet, 1);
  sheet->setEmptyText(tr("Inspect draws some of them here, cropped and resized as for training."));
  auto* splitter = new DividedParts;
  splitter->setChildrenCollapsible(false);
  splitter->addPart(left, tr("What was found"));
  splitter->addPart(sheet_side, tr("As the network sees them"));
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  return splitter;
}

QWidget* DataPanel::Impl::makeSpeeds() {
  auto* page = new QWidget;
  auto* table = new FactsTable(model.speeds(), SpeedsModel::kSpeed);
  table->setObjectName(QStringLiteral("data_speeds"));
  table->setAccessibleName(tr("Speed of loading"));
  table->setEmptyText(tr("Measure loading finds out how many threads are enough."));
  use_workers->setObjectName(QStringLiteral("data_use_workers"));
  use_workers->setToolTip(tr("Opens the form of a new run with this number of loading threads"));
  auto* line = new QHBoxLayout;
  line->addWidget(advice, 1);
  line->addWidget(use_workers, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout(page);
  column->addLayout(line);
  column->addWidget(new SpeedPlot(model.speeds()), 3);
  column->addWidget(table, 2);
  return page;
}

void DataPanel::Impl::connectAll() {
  connect(folder, &QPushButton::clicked, &panel, &DataPanel::folderWished);
  connect(file, &QPushButton::clicked, &panel, &DataPanel::fileWished);
  connect(of_run, &QPushButton::clicked, &panel, &DataPanel::runImagesWished);
  connect(inspect, &QPushButton::clicked, &panel, &DataPanel::inspectionWished);
  connect(tune, &QPushButton::clicked, &panel, &DataPanel::tuningWished);
  connect(cancel, &QPushButton::clicked, &panel, &DataPanel::cancelWished);
  connect(new_run, &QPushButton::clicked, &panel, &DataPanel::newRunWished);
  connect(use_workers, &QPushButton::clicked, &panel, [this] {
    if (const auto best = model.speeds().best()) emit panel.newRunWithWorkersWished(*best);
  });
  connect(&model, &DataModel::sourceChanged, &panel, [this] { showSource(); });
  connect(&model, &DataModel::workChanged, &panel, [this] { showWork(); });
  connect(&model, &DataModel::progressChanged, &panel, [this] { showProgress(); });
  connect(&model, &DataModel::failureChanged, &panel,
          [this] { failure->setNotices(model.failure().isEmpty() ? QStringList() : QStringList{model.failure()}); });
  connect(&model, &DataModel::factsChanged, &panel, [this] { showFacts(); });
  connect(&model, &DataModel::sheetChanged, &panel, [this] { sheet->setImage(model.sheet()); });
  connect(&model, &DataModel::speedsChanged, &panel, [this] { showSpeeds(); });
}

void DataPanel::Impl::showSource() {
  const DataModel::Source& shown = model.source();
  const QString title = shown.title.isEmpty() ? tr("No images are chosen.") : shown.title;
  source->setText(shown.of_run ? tr("Images of the run: %1").arg(title) : title);
  of_run->setVisible(shown.has_run && !shown.of_run);
  showWork();
  showPage();
}

void DataPanel::Impl::showWork() {
  const bool works = model.work() != Work::kNone;
  const bool chosen = !model.source().title.isEmpty();
  // The focus must not fall off the panel with the button that has it.
  const bool had_focus = cancel->hasFocus() || inspect->hasFocus() || tune->hasFocus();
  inspect->setVisible(!works);
  tune->setVisible(!works);
  progress->setVisible(works);
  cancel->setVisible(works);
  if (had_focus) (works ? cancel : inspect)->setFocus();
  inspect->setEnabled(chosen);
  tune->setEnabled(chosen);
  new_run->setEnabled(chosen);
  showProgress();
  showPage();
}

void DataPanel::Impl::showProgress() {
  const DataModel::Progress& now = model.progress();
  constexpr int kParts = 1000;
  progress->setRange(0, now.total > 0 ? kParts : 0);
  if (now.total > 0) {
    progress->setValue(
        static_cast<int>(kParts * static_cast<double>(std::min(now.done, now.total)) / static_cast<double>(now.total)));
  }
  progress->setFormat(now.text);
  progress->setToolTip(plainToolTip(now.text));
  progress->setAccessibleDescription(now.text);
}

void DataPanel::Impl::showFacts() {
  warnings->setNotices(model.warnings());
  offer->setText(model.offer());
  offer_row->setVisible(!model.offer().isEmpty());
  const auto title = [this](const char* table, const QString& text, qsizetype count) {
    tabs->setTabText(tabs->indexOf(tabs->findChild<QWidget*>(QLatin1String(table))),
                     count > 0 ? tr("%1 (%2)").arg(text, QLocale().toString(static_cast<qlonglong>(count))) : text);
  };
  const DataFacts known = model.facts().value_or(DataFacts());
  title("data_classes", tr("Classes"), known.classes.size());
  title("data_sizes", tr("Sizes"), known.sizes_in_all ? known.sizes_in_all->count : known.sizes.size());
  title("data_damaged", tr("Damaged"), known.damaged.size());
  title("data_duplicates", tr("Equal"), std::max<qint64>(known.duplicates.size(), known.duplicates_in_all));
  if (model.facts()) {
    const QLocale locale;
    const QString count =
        known.grey > 0
            ? tr("Images: %1, of them grey: %2").arg(locale.toString(known.images), locale.toString(known.grey))
            : tr("Images: %1").arg(locale.toString(known.images));
    QStringList lines{count, tr("Sizes: %1").arg(sizesText(known)), coloursText(known)};
    if (!known.passed_over.isEmpty()) lines << passedOverText(known.passed_over);
    facts->setText(lines.join(QLatin1Char('\n')));
  }
  facts->setVisible(model.facts().has_value());
  if (model.facts()) tabs->setCurrentWidget(classes);
  showPage();
}

void DataPanel::Impl::showSpeeds() {
  const auto best = model.speeds().best();
  use_workers->setVisible(best.has_value());
  advice->setVisible(best.has_value());
  if (best) {
    const QString number = QLocale().toString(*best);
    advice->setText(model.speeds().stillRising()
                        ? tr("%1 loading threads were the most that were tried; more may be faster.").arg(number)
                        : tr("More loading threads than %1 gain little.").arg(number));
    use_workers->setText(tr("New run with %1 …").arg(number));
    tabs->setCurrentWidget(speeds);
  }
  showPage();
}

/// In place of empty tables a sentence says how to fill them.
void DataPanel::Impl::showPage() {
  const bool known = model.facts() || model.speeds().rowCount() > 0;
  pages->setCurrentIndex(known ? 1 : 0);
  if (model.source().title.isEmpty()) {
    empty->setText(
        tr("Drop a folder or a file of images on the window, or choose one with Folder or File, to see what is "
           "in it."));
  } else if (model.work() != Work::kNone) {
    empty->setText(tr("The images are being read; what they are appears here."));
  } else {
    empty->setText(
        tr("Inspect reads every image once and shows what they are: counts, classes, sizes, colours, damaged "
           "and equal ones, and what would spoil a run."));
  }
}

DataPanel::DataPanel(DataModel& model, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("data_panel"));
  impl_ = std::make_unique<Impl>(*this, model);
}

DataPanel::~DataPanel() = default;

}  // namespace gan
