#include "evaluation/confusion_panel.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "evaluation/confusion_model.h"
#include "evaluation/pending_view.h"
#include "style/divided_parts.h"
#include "style/icons.h"
#include "style/named.h"
#include "style/picture_carrier.h"
#include "style/plain_text.h"
#include "style/scale.h"
#include "style/theme.h"

namespace gan {
namespace {

/// Blue where the name is right, orange where it is not: they stay apart for people who see no red or no green.
class ShareDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const double share = std::clamp(index.data(ConfusionModel::kShareRole).toDouble(), 0.0, 1.0);
    const bool dark = isDark(option->palette);
    QColor colour(QLatin1String(index.data(ConfusionModel::kRightRole).toBool() ? (dark ? "#56b4e9" : "#0072b2")
                                                                                : (dark ? "#fb923c" : "#c2570c")));
    constexpr double kStrongest = 0.55;  // text on it stays readable in either theme
    colour.setAlphaF(static_cast<float>(share > 0 ? 0.06 + (kStrongest - 0.06) * share : 0));
    option->backgroundBrush = colour;
  }
};

/// A sheet as large as there is room; small pixels are enlarged hard, by whole factors. It is dragged out and copied as
/// it is.
class Sheet : public QWidget {
 public:
  Sheet() { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding); }
  void setImage(const QImage& image) {
    image_ = image;
    setFocusPolicy(image.isNull() ? Qt::NoFocus : Qt::ClickFocus);
    update();
  }
  void setText(const QString& text) {
    text_ = text;
    update();
  }
  QSize minimumSizeHint() const override { return QSize(12, 8) * fontMetrics().height(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    if (image_.isNull()) {
      painter.setPen(palette().color(QPalette::PlaceholderText));
      painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, text_);
      return;
    }
    const int factor = std::min(width() / image_.width(), height() / image_.height());
    QSize size = factor >= 1 ? image_.size() * factor : image_.size().scaled(this->size(), Qt::KeepAspectRatio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, factor < 1);
    painter.drawImage(QRect(QPoint((width() - size.width()) / 2, 0), size), image_);
  }
  void mousePressEvent(QMouseEvent* event) override { carrier_.onPress(*event); }
  void mouseMoveEvent(QMouseEvent* event) override { carrier_.onMove(*this, *event, image_, accessibleName()); }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->matches(QKeySequence::Copy)) return carrier_.copy(image_, accessibleName());
    QWidget::keyPressEvent(event);
  }

 private:
  QImage image_;
  QString text_;
  PictureCarrier carrier_;
};

}  // namespace

struct ConfusionPanel::Impl {
  ConfusionPanel& panel;
  ConfusionModel& model;
  QComboBox* tests = named(new QComboBox, "confusion_tests", tr("Tests"));
  QComboBox* checkpoints = named(new QComboBox, "confusion_checkpoints", tr("Checkpoint to be tested"));
  QComboBox* splits = named(new QComboBox, "confusion_splits", tr("Images that it is tested by"));
  QPushButton* start = makeButton<QPushButton>("confusion_start", tr("&Test this checkpoint"), {});
  PendingEvaluationsView* pending = new PendingEvaluationsView;
  QLabel* facts = makeLabel("confusion_facts");
  QStackedWidget* pages = new QStackedWidget;
  QLabel* empty = makeLabel("confusion_empty");
  QTableView* table = new QTableView;
  QLabel* sentence = makeLabel("confusion_sentence");
  Sheet* sheet = new Sheet;

  Impl(ConfusionPanel& owner, ConfusionModel& shown);
  QLayout* makeTop();
  QWidget* makeBody();
  void setRefusal(const QString& why);
  void showCheckpoints();
  void showAll();
  void showCell();
};

QLayout* ConfusionPanel::Impl::makeTop() {
  for (QComboBox* box : {tests, checkpoints, splits}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  for (const char* split : {"test", "val", "train"}) {
    splits->addItem(splitText(QLatin1String(split)), QLatin1String(split));
  }
  start->setIcon(icon(QStringLiteral("state-running")));
  auto* line = new QHBoxLayout;
  line->addWidget(tests);
  line->addStretch(1);
  line->addWidget(checkpoints);
  line->addWidget(splits);
  line->addWidget(start);
  facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* column = new QVBoxLayout;
  column->addLayout(line);
  column->addWidget(facts);
  return column;
}

void ConfusionPanel::Impl::setRefusal(const QString& why) {
  for (QWidget* part : std::initializer_list<QWidget*>{checkpoints, splits, start}) part->setEnabled(why.isEmpty());
  start->setToolTip(why.isEmpty() ? tr("Judge it by images that it was not trained on, in a process beside the run")
                                  : plainToolTip(why));
  empty->setText(why.isEmpty() ? tr("No test yet: “Test this checkpoint” judges one by images that it was not trained "
                                    "on; what it takes for what appears here.")
                               : why);
}

/// That which was chosen stays while it stands.
void ConfusionPanel::Impl::showCheckpoints() {
  const QVariant chosen = checkpoints->currentData();
  const QLocale locale;
  checkpoints->clear();
  checkpoints->addItem(tr("Newest checkpoint"), qint64{-1});
  const QVector<qint64>& steps = model.checkpoints();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    checkpoints->addItem(tr("Step %1").arg(locale.toString(*step)), *step);
  }
  checkpoints->setCurrentIndex(std::max(0, checkpoints->findData(chosen)));
}

QWidget* ConfusionPanel::Impl::makeBody() {
  table->setObjectName(QStringLiteral("confusion_table"));
  table->setAccessibleName(tr("Classes, and what their images were called"));
  table->setModel(&model);
  table->setItemDelegate(new ShareDelegate(table));
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setTabKeyNavigation(false);
  table->setCornerButtonEnabled(false);
  const int letter = table->fontMetrics().averageCharWidth();
  table->horizontalHeader()->setMinimumSectionSize(letter * 5);
  table->horizontalHeader()->setMaximumSectionSize(letter * 16);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins({});
  column->addWidget(sentence);
  column->addWidget(sheet, 1);
  sheet->setObjectName(QStringLiteral("confusion_sheet"));
  auto* splitter = new DividedParts;
  splitter->setChildrenCollapsible(false);
  splitter->addPart(table, tr("Classes"));
  splitter->addPart(right, tr("Images"));
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  return splitter;
}

ConfusionPanel::Impl::Impl(ConfusionPanel& owner, ConfusionModel& shown) : panel(owner), model(shown) {
  pending->setObjectName(QStringLiteral("pending_tests"));
  pending->setAccessibleName(tr("Tests under way"));
  empty->setAlignment(Qt::AlignCenter);
  empty->setForegroundRole(QPalette::PlaceholderText);
  empty->setMargin(space(panel, Space::kLarge));
  pages->addWidget(empty);
  pages->addWidget(makeBody());
  auto* column = new QVBoxLayout(&panel);
  column->addLayout(makeTop());
  column->addWidget(pending);
  column->addWidget(pages, 1);
  connect(&model, &ConfusionModel::checkpointsChanged, &panel, [this] { showCheckpoints(); });
  connect(&model, &ConfusionModel::pendingChanged, &panel, [this] { pending->setPending(model.pending()); });
  connect(pending, &PendingEvaluationsView::cancelWished, &panel, &ConfusionPanel::cancelWished);
  connect(pending, &PendingEvaluationsView::continueWished, &panel, &ConfusionPanel::continueWished);
  connect(&model, &QAbstractItemModel::modelReset, &panel, [this] { showAll(); });
  connect(start, &QPushButton::clicked, &panel,
          [this] { emit panel.testWished(checkpoints->currentData().toLongLong(), splits->currentData().toString()); });
  connect(tests, &QComboBox::activated, &panel, [this] { model.choose(tests->currentData().toString()); });
  connect(table->selectionModel(), &QItemSelectionModel::currentChanged, &panel, [this] { showCell(); });
  setRefusal({});
  showCheckpoints();
  showAll();
}

void ConfusionPanel::Impl::showAll() {
  const QSignalBlocker quiet(tests);
  tests->clear();
  const QLocale locale;
  for (const KeptTest& test : model.tests()) {
    const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(test.unix_seconds * 1000));
    tests->addItem(tr("Step %1, %2", "step, time")
                       .arg(locale.toString(qint64{test.step}), locale.toString(time, QLocale::ShortFormat)),
                   QString::fromStdString(test.id));
  }
  const KeptTest* shown = model.test();
  if (shown != nullptr) tests->setCurrentIndex(tests->findData(QString::fromStdString(shown->id)));
  tests->setVisible(shown != nullptr);
  facts->setText(model.facts());
  facts->setVisible(shown != nullptr);
  pages->setCurrentIndex(shown == nullptr ? 0 : 1);
  showCell();
}

void ConfusionPanel::Impl::showCell() {
  const QModelIndex cell = table->currentIndex();
  const QString name = model.sheet(cell);
  sentence->setText(
      cell.isValid() ? model.sentence(cell)
                     : tr("A row is a class, a column what its images were called. Choose a cell to see its images."));
  sheet->setImage({});
  sheet->setText(!cell.isValid() ? QString() : name.isEmpty() ? tr("No images of this cell were kept.") : QString());
  if (!name.isEmpty()) emit panel.sheetWished(QString::fromStdString(model.test()->id), name);
}

ConfusionPanel::ConfusionPanel(ConfusionModel& model, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("confusion_panel"));
  impl_ = std::make_unique<Impl>(*this, model);
}

ConfusionPanel::~ConfusionPanel() = default;

void ConfusionPanel::setSheet(const QImage& sheet) {
  if (impl_->model.sheet(impl_->table->currentIndex()).isEmpty()) return;  // that of a cell which was left meanwhile
  impl_->sheet->setImage(sheet);
  impl_->sheet->setAccessibleName(impl_->sentence->text());
  if (sheet.isNull()) impl_->sheet->setText(tr("The picture of its images cannot be read; test the run again."));
}

void ConfusionPanel::setRefusal(const QString& why) { impl_->setRefusal(why); }

void ConfusionPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  emit watchedChanged(true);
}

void ConfusionPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  emit watchedChanged(false);
}

}  // namespace gan
