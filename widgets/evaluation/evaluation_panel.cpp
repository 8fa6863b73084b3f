#include "evaluation/evaluation_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <optional>

#include "evaluation/class_strip.h"
#include "evaluation/classes_model.h"
#include "evaluation/evaluation_model.h"
#include "evaluation/evaluation_texts.h"
#include "evaluation/pending_view.h"
#include "evaluation/score_plot.h"
#include "style/divided_parts.h"
#include "style/icons.h"
#include "style/named.h"
#include "style/plain_text.h"
#include "style/scale.h"
#include "style/series_style.h"
#include "style/tab_order.h"
#include "style/text_table.h"

namespace gan {
namespace {

constexpr int kChipColumns = 5;

}  // namespace

struct EvaluationPanel::Impl {
  EvaluationPanel& panel;
  EvaluationModel& model;
  ClassesModel class_rows;

  QComboBox* kinds = named(new QComboBox, "evaluation_kinds", tr("Features that judge"));
  QVector<std::pair<QString, QString>> other_runs;
  QComboBox* others = named(new QComboBox, "evaluation_others", tr("Run beside this one"));
  QPushButton* evaluate = makeButton<QPushButton>("evaluation_start", tr("E&valuate …"),
                                                  tr("Judge a checkpoint, in a process beside the run"));
  QLabel* facts = makeLabel("evaluation_facts");
  QLabel* refusal = makeLabel("evaluation_refusal");
  PendingEvaluationsView* pending = new PendingEvaluationsView;
  QWidget* chips = named(new QWidget, "evaluation_scores", tr("Scores that are drawn"));
  QGridLayout* chip_grid = new QGridLayout(chips);
  QStackedWidget* pages = new QStackedWidget;
  QLabel* empty = makeLabel("evaluation_empty");
  QTabWidget* tabs = named(new QTabWidget, "evaluation_tabs", tr("Views of the scores"));
  ScorePlot* steps =
      named(new ScorePlot(ScorePlot::Axis::kSteps, tr("Step")), "evaluation_over_steps", tr("Scores over steps"));
  ScorePlot* truncations = named(new ScorePlot(ScorePlot::Axis::kNumbers, tr("Truncation")),
                                 "evaluation_over_truncations", tr("Scores over truncations"));
  ScorePlot* precision = named(new ScorePlot(ScorePlot::Axis::kNumbers, tr("Recall")), "evaluation_precision_recall",
                               tr("Precision over recall"));
  QStackedWidget* class_pages = new QStackedWidget;
  QLabel* no_classes = makeLabel("evaluation_no_classes");
  ClassStrip* worst = new ClassStrip;
  ClassStrip* best = new ClassStrip;
  TextTable* classes = named(new TextTable(class_rows), "evaluation_classes", tr("Classes, worst first"));
  TextTable* table = named(new TextTable(model), "evaluation_table", tr("Evaluations"));
  QLabel* sentence = makeLabel("evaluation_sentence");
  QPushButton* explore = makeButton<QPushButton>("evaluation_explore", tr("E&xplore"),
                                                 tr("Look about in the latent space of this checkpoint"));
  QPushButton* resume = makeButton<QPushButton>("evaluation_resume", tr("&Go on from here …"),
                                                tr("Let the training go on from this checkpoint"));
  QPushButton* branch = makeButton<QPushButton>("evaluation_branch", tr("B&ranch …"),
                                                tr("Make a new run that goes on from this checkpoint"));
  QString why_not;
  bool anew = true;                               ///< Rows are, and the table begins at its first again.
  std::optional<std::pair<qint64, double>> kept;  ///< Step and truncation that somebody chose; nothing: the newest.

  Impl(EvaluationPanel& owner, EvaluationModel& shown);

  QLayout* makeTop();
  QWidget* makeBody();
  QWidget* makeClasses();
  QWidget* makeTableSide();
  void connectAll();
  void connectPlot(ScorePlot* plot);
  int row() const;
  void choose(int row);
  void showAll();
  void showKinds();
  void showChips();
  void showRow();
  void keepChoice();
  void restoreChoice();
  void showClasses();
  void takeChips();
};

EvaluationPanel::Impl::Impl(EvaluationPanel& owner, EvaluationModel& shown) : panel(owner), model(shown) {
  auto* column = new QVBoxLayout(&panel);
  column->addLayout(makeTop());
  column->addWidget(refusal);
  column->addWidget(pending);
  empty->setAlignment(Qt::AlignCenter);
  empty->setForegroundRole(QPalette::PlaceholderText);
  empty->setMargin(space(panel, Space::kLarge));
  pages->addWidget(empty);
  pages->addWidget(makeBody());
  column->addWidget(pages, 1);
  connectAll();
  showAll();
}

QLayout* EvaluationPanel::Impl::makeTop() {
  kinds->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  others->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  evaluate->setIcon(icon(QStringLiteral("state-running")));
  auto* judged = new QLabel(tr("&Judged by"));
  judged->setBuddy(kinds);
  auto* beside = new QLabel(tr("&Beside"));
  beside->setBuddy(others);
  auto* line = new QHBoxLayout;
  line->addWidget(judged);
  line->addWidget(kinds);
  line->addSpacing(space(panel, Space::kMedium));
  line->addWidget(beside);
  line->addWidget(others);
  line->addStretch(1);
  line->addWidget(evaluate);
  facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* column = new QVBoxLayout;
  column->addLayout(line);
  column->addWidget(facts);
  return column;
}

QWidget* EvaluationPanel::Impl::makeClasses() {
  no_classes->setAlignment(Qt::AlignCenter);
  no_classes->setForegroundRole(QPalette::PlaceholderText);
  no_classes->setMargin(space(panel, Space::kLarge));
  no_classes->setText(tr(
      "Nothing is known of single classes here: evaluate this checkpoint with FID within classes among its scores."));
  classes->horizontalHeader()->setStretchLastSection(false);
  classes->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  classes->horizontalHeader()->setSectionResizeMode(ClassesModel::kClass, QHeaderView::Stretch);
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins({});
  column->addWidget(worst);
  column->addWidget(best);
  column->addWidget(classes, 1);
  class_pages->addWidget(no_classes);
  class_pages->addWidget(page);
  return class_pages;
}

QWidget* EvaluationPanel::Impl::makeTableSide() {
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(explore);
  buttons->addWidget(resume);
  buttons->addWidget(branch);
  buttons->addStretch(1);
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins({});
  column->addWidget(table, 1);
  column->addWidget(sentence);
  column->addLayout(buttons);
  return side;
}

QWidget* EvaluationPanel::Impl::makeBody() {
  truncations->setEmptyText(tr(
      "One truncation is known of this step: evaluate it with several, such as 0.2, 0.4, 0.7, 1, to see the curve."));
  precision->setEmptyText(tr("No precision and recall are known: evaluate with prdc among the metrics."));
  tabs->addTab(steps, tr("Over steps"));
  tabs->addTab(truncations, tr("Over truncations"));
  tabs->addTab(precision, tr("Precision, recall"));
  tabs->addTab(makeClasses(), tr("Classes"));
  chip_grid->setContentsMargins({});
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins({});
  auto* chip_row = new QHBoxLayout;
  chip_row->addWidget(chips);
  chip_row->addStretch(1);
  column->addLayout(chip_row);
  column->addWidget(tabs, 1);
  auto* splitter = new DividedParts;
  splitter->setObjectName(QStringLiteral("evaluation_splitter"));
  splitter->setChildrenCollapsible(false);
  splitter->addPart(left, tr("Curves"));
  splitter->addPart(makeTableSide(), tr("Table of scores"));
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  return splitter;
}

void EvaluationPanel::Impl::connectPlot(ScorePlot* plot) {
  connect(plot, &ScorePlot::chosen, &panel, [this](int row) { choose(row); });
  connect(plot, &ScorePlot::activated, &panel, [this](int row) {
    choose(row);
    if (explore->isEnabled()) explore->click();
  });
}

void EvaluationPanel::Impl::connectAll() {
  for (ScorePlot* plot : {steps, truncations, precision}) connectPlot(plot);
  connect(&model, &QAbstractItemModel::modelAboutToBeReset, &panel, [this] { anew = true; });
  connect(&model, &EvaluationModel::changed, &panel, [this] { showAll(); });
  connect(&model, &EvaluationModel::pendingChanged, &panel, [this] { pending->setPending(model.pending()); });
  connect(pending, &PendingEvaluationsView::cancelWished, &panel, &EvaluationPanel::cancelWished);
  connect(pending, &PendingEvaluationsView::continueWished, &panel, &EvaluationPanel::continueWished);
  connect(kinds, &QComboBox::activated, &panel, [this] { model.chooseKind(kinds->currentData().toString()); });
  connect(others, &QComboBox::activated, &panel,
          [this] { emit panel.otherRunChosen(others->currentData().toString()); });
  connect(table->selectionModel(), &QItemSelectionModel::currentChanged, &panel, [this] {
    keepChoice();
    showRow();
  });
  connect(table, &QTableView::activated, explore, &QPushButton::click);
  connect(tabs, &QTabWidget::currentChanged, &panel, [this] { showClasses(); });
  connect(&model, &EvaluationModel::classPicturesChanged, &panel, [this] { showClasses(); });
  connect(evaluate, &QPushButton::clicked, &panel, [this] { emit panel.evaluationWished(panel.currentStep()); });
  connect(explore, &QPushButton::clicked, &panel, [this] { emit panel.exploreWished(panel.currentStep()); });
  connect(resume, &QPushButton::clicked, &panel, [this] { emit panel.resumeWished(panel.currentStep()); });
  connect(branch, &QPushButton::clicked, &panel, [this] { emit panel.branchWished(panel.currentStep()); });
}

int EvaluationPanel::Impl::row() const { return table->currentIndex().isValid() ? table->currentIndex().row() : -1; }

void EvaluationPanel::Impl::choose(int row) {
  table->setCurrentIndex(model.index(row, EvaluationModel::kStep));
  table->scrollTo(table->currentIndex());
}

void EvaluationPanel::Impl::keepChoice() {
  const int chosen = row();
  if (chosen < 0 || anew) return;
  const EvaluationEntry& entry = model.entry(chosen);
  kept = chosen == 0 ? std::nullopt : std::optional(std::pair(entry.step, entry.evaluated.truncation));
}

/// After new scores have come.
void EvaluationPanel::Impl::restoreChoice() {
  if (!std::exchange(anew, false) || model.rowCount() == 0) return;
  const auto wanted = kept;
  int found = 0;
  for (int each = 0; wanted && each < model.rowCount(); ++each) {
    const EvaluationEntry& entry = model.entry(each);
    if (std::pair(entry.step, entry.evaluated.truncation) == *wanted) found = each;
  }
  choose(found);
}

void EvaluationPanel::Impl::showKinds() {
  const QSignalBlocker quiet(kinds);
  kinds->clear();
  for (const EvaluationModel::Kind& kind : model.kinds()) kinds->addItem(kind.title, kind.key);
  for (int i = 0; i < kinds->count(); ++i) {
    kinds->setItemData(i, plainToolTip(model.kinds()[i].facts), Qt::ToolTipRole);
  }
  const EvaluationModel::Kind* shown = model.kind();
  if (shown != nullptr) kinds->setCurrentIndex(kinds->findData(shown->key));
  facts->setText(shown == nullptr ? QString() : shown->facts);
  facts->setVisible(shown != nullptr);
}

void EvaluationPanel::Impl::showChips() {
  QStringList present;
  for (const QCheckBox* chip : chips->findChildren<QCheckBox*>(QString(), Qt::FindDirectChildrenOnly)) {
    present << chip->objectName();
  }
  QStringList wanted;
  for (const QString& score : model.scores()) wanted << QStringLiteral("score_") + score;
  if (present != wanted) {
    qDeleteAll(chips->findChildren<QCheckBox*>(QString(), Qt::FindDirectChildrenOnly));
    int place = 0;
    for (const QString& score : model.scores()) {
      auto* chip = new QCheckBox(scoreTitle(printable(score)));
      chip->setObjectName(QStringLiteral("score_") + score);
      chip->setProperty("score", score);
      chip_grid->addWidget(chip, place / kChipColumns, place % kChipColumns);
      ++place;
      connect(chip, &QCheckBox::clicked, &panel, [this] { takeChips(); });
    }
    takeTabPlace(*chips);
  }
  for (QCheckBox* chip : chips->findChildren<QCheckBox*>(QString(), Qt::FindDirectChildrenOnly)) {
    chip->setChecked(model.chosen().contains(chip->property("score").toString()));
  }
}

/// One at least stays drawn.
void EvaluationPanel::Impl::takeChips() {
  QStringList chosen;
  for (const QCheckBox* chip : chips->findChildren<QCheckBox*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (chip->isChecked()) chosen << chip->property("score").toString();
  }
  chosen.isEmpty() ? showChips() : model.choose(chosen);
}

void EvaluationPanel::Impl::showRow() {
  const int shown = row();
  steps->setCurrent(shown);
  precision->setCurrent(shown);
  truncations->setLanes(model.overTruncations(shown));
  truncations->setCurrent(shown);
  class_rows.setClasses(model.classes(shown));
  showClasses();
  class_pages->setCurrentIndex(class_rows.classes().isEmpty() ? 0 : 1);
  sentence->setText(model.sentence(shown));
  sentence->setVisible(shown >= 0);
  const bool stands = shown >= 0 && model.stands(model.entry(shown).step);
  for (QPushButton* button : {resume, branch}) button->setEnabled(stands);
  const QString other = model.whyNotDrawnAlike(shown);
  explore->setEnabled(stands && other.isEmpty());
  explore->setToolTip(other.isEmpty() ? tr("Look about in the latent space of this checkpoint") : plainToolTip(other));
  evaluate->setEnabled(why_not.isEmpty());
  evaluate->setToolTip(why_not.isEmpty() ? tr("Judge a checkpoint, in a process beside the run")
                                         : plainToolTip(why_not));
}

/// Pictures are drawn while somebody looks at them.
void EvaluationPanel::Impl::showClasses() {
  model.wantClassPictures(tabs->currentWidget() == class_pages && panel.isVisible() ? row() : -1);
  const QVector<EvaluatedClass>& shown = class_rows.classes();
  if (shown.isEmpty()) return;
  const QString other = model.whyNotDrawnAlike(row());
  const QString why = other.isEmpty() ? tr("No pictures of it: they are drawn while its checkpoint stands.") : other;
  const auto show = [this, &why](ClassStrip* strip, const QString& title, const EvaluatedClass& of_class) {
    const QString name = QString::fromStdString(of_class.name);
    strip->setTitle(title.arg(printable(name), evaluation_text::number(of_class.fid)));
    strip->setPictures(model.classPictures(name));
    strip->setEmptyText(why);
  };
  show(worst, tr("Worst class: %1, FID %2"), shown.first());
  show(best, tr("Best class: %1, FID %2"), shown.last());
  best->setVisible(shown.size() > 1);
}

void EvaluationPanel::Impl::showAll() {
  showKinds();
  showChips();
  steps->setLanes(model.overSteps());
  precision->setLanes(model.precisionOverRecall());
  restoreChoice();
  showRow();
  refusal->setText(model.otherRefusal());
  refusal->setVisible(!refusal->text().isEmpty());
  empty->setText(
      why_not.isEmpty()
          ? tr("No scores yet: “Evaluate” judges a checkpoint now, and with “Evaluate every” in Steer the training has "
               "its pictures judged every so many steps.")
          : why_not);
  pages->setCurrentIndex(model.rowCount() > 0 ? 1 : 0);
}

EvaluationPanel::EvaluationPanel(EvaluationModel& model, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("evaluation_panel"));
  impl_ = std::make_unique<Impl>(*this, model);
  setOtherRuns({});
}

EvaluationPanel::~EvaluationPanel() = default;

void EvaluationPanel::setOtherRuns(const QVector<std::pair<QString, QString>>& runs) {
  QComboBox& box = *impl_->others;
  if (box.count() > 0 && runs == impl_->other_runs) return;  // a list that is open stays so
  impl_->other_runs = runs;
  const QSignalBlocker quiet(box);
  const QString chosen = box.currentData().toString();
  box.clear();
  box.addItem(tr("no other run"), QString());
  for (const auto& [name, path] : runs) {
    box.addItem(printable(name), path);
    box.setItemData(box.count() - 1, plainToolTip(path), Qt::ToolTipRole);
  }
  const int place = box.findData(chosen);
  box.setCurrentIndex(std::max(0, place));
  if (place < 0 && !chosen.isEmpty()) emit otherRunChosen({});  // it is no run any more
}

int EvaluationPanel::current() const { return impl_->row(); }

qint64 EvaluationPanel::currentStep() const {
  const int row = impl_->row();
  return row < 0 ? -1 : impl_->model.entry(row).step;
}

void EvaluationPanel::setRefusal(const QString& why) {
  if (impl_->why_not == why) return;
  impl_->why_not = why;
  impl_->showAll();
}

void EvaluationPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  impl_->showClasses();
  emit watchedChanged(true);
}

void EvaluationPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  impl_->showClasses();
  emit watchedChanged(false);
}

}  // namespace gan
