#include "latent_explorer/timeline_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/snapshot_box.h"
#include "latent_explorer/thumbnail_list.h"
#include "latent_explorer/timeline_model.h"
#include "style/icons.h"
#include "style/named.h"

namespace gan {
namespace {

constexpr double kLongestFilm = 600;  // seconds
constexpr double kMostFramesPerSecond = 240;

}  // namespace

TimelineView::TimelineView(TimelineModel& model, ExplorerModel& explorer, QWidget* parent)
    : QWidget(parent),
      model_(model),
      explorer_(explorer),
      play_(makeButton<QToolButton>("timeline_play", tr("Play"), tr("Show the film in place of the picture"))),
      film_(makeButton<QToolButton>("timeline_film", tr("Make film …"), tr("Write the film into a file"))),
      frame_(reachable(new QSlider(Qt::Horizontal), "timeline_frame", tr("Picture of the film"))),
      sentence_(new QLabel),
      kind_(reachable(new QComboBox, "timeline_path", tr("Path"))),
      seconds_(reachable(new QDoubleSpinBox, "timeline_seconds", tr("Length of the film"))),
      rate_(reachable(new QDoubleSpinBox, "timeline_rate", tr("Pictures a second"))),
      loop_(reachable(new QCheckBox(tr("Loo&p")), "timeline_loop", tr("Loop"))),
      step_(reachable(new SnapshotBox, "timeline_step", tr("Snapshot of the film"))),
      keyframes_(reachable(new ThumbnailList(model), "keyframes", tr("Keyframes"))),
      earlier_(makeButton<QToolButton>("timeline_earlier", tr("Earlier"),
                                       tr("Move the chosen keyframe to the left (Alt+Left)"))),
      later_(makeButton<QToolButton>("timeline_later", tr("Later"),
                                     tr("Move the chosen keyframe to the right (Alt+Right)"))),
      remove_(makeButton<QToolButton>("timeline_remove", tr("Remove"),
                                      tr("Take the chosen keyframe out of the film (Delete)"))) {
  setObjectName(QStringLiteral("timeline_page"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(makePlayRow());
  layout->addLayout(makeSettingsRow());
  layout->addLayout(makeKeyframesRow());
  layout->addStretch(1);
  connectParts();
  fillSteps();
  refresh();
}

TimelineView::~TimelineView() { model_.stopShowing(); }

QHBoxLayout* TimelineView::makePlayRow() {
  sentence_->setObjectName(QStringLiteral("timeline_sentence"));
  sentence_->setTextFormat(Qt::PlainText);
  play_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  auto* row = new QHBoxLayout;
  row->addWidget(play_);
  row->addWidget(frame_, 1);
  row->addWidget(sentence_);
  row->addWidget(film_);
  return row;
}

QHBoxLayout* TimelineView::makeSettingsRow() {
  kind_->addItem(tr("Linear"), static_cast<int>(PathKind::kLinear));
  kind_->addItem(tr("Spherical"), static_cast<int>(PathKind::kSpherical));
  kind_->addItem(tr("Cubic"), static_cast<int>(PathKind::kCubic));
  kind_->setToolTip(tr("How the film goes from one keyframe to the next"));
  seconds_->setRange(0.1, kLongestFilm);
  seconds_->setDecimals(1);
  seconds_->setSuffix(tr(" s"));
  rate_->setRange(1, kMostFramesPerSecond);
  rate_->setDecimals(0);
  rate_->setSuffix(tr(" /s", "pictures a second"));
  rate_->setToolTip(tr("Pictures a second"));
  for (QDoubleSpinBox* box : {seconds_, rate_}) box->setKeyboardTracking(false);
  step_->setToolTip(tr("Whose weights make all of the film, whatever steps its keyframes name"));
  auto* row = new QHBoxLayout;
  for (QWidget* part : std::initializer_list<QWidget*>{kind_, seconds_, rate_, loop_, step_}) row->addWidget(part);
  row->addStretch(1);
  return row;
}

QHBoxLayout* TimelineView::makeKeyframesRow() {
  auto* buttons = new QVBoxLayout;
  buttons->setSpacing(0);
  QToolButton* add =
      makeButton<QToolButton>("timeline_add", tr("Add"), tr("Make the explored point the next keyframe"));
  connect(add, &QToolButton::clicked, this, &TimelineView::pointWished);
  for (QToolButton* each : {add, earlier_, later_, remove_}) {
    each->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    buttons->addWidget(each);
  }
  buttons->addStretch(1);
  auto* row = new QHBoxLayout;
  row->addWidget(keyframes_, 1);
  row->addLayout(buttons);
  return row;
}

void TimelineView::connectParts() {
  for (const auto signal : {&TimelineModel::changed, &TimelineModel::problemChanged, &TimelineModel::pictureChanged}) {
    connect(&model_, signal, this, &TimelineView::refresh);
  }
  connect(&explorer_, &ExplorerModel::factsChanged, this, &TimelineView::fillSteps);
  connect(play_, &QToolButton::clicked, this, [this] { model_.isPlaying() ? model_.pause() : model_.play(); });
  connect(film_, &QToolButton::clicked, this, &TimelineView::filmWished);
  connect(frame_, &QSlider::valueChanged, &model_, &TimelineModel::showFrame);
  connect(kind_, &QComboBox::activated, this,
          [this] { model_.setKind(static_cast<PathKind>(kind_->currentData().toInt())); });
  connect(seconds_, &QDoubleSpinBox::valueChanged, &model_, &TimelineModel::setSeconds);
  connect(rate_, &QDoubleSpinBox::valueChanged, &model_, &TimelineModel::setFramesPerSecond);
  connect(loop_, &QCheckBox::toggled, this,
          [this](bool on) { model_.setEnds(on ? PathEnds::kLoop : PathEnds::kOpen); });
  connect(step_, &SnapshotBox::stepChosen, &model_, &TimelineModel::setStep);
  connect(keyframes_, &ThumbnailList::taken, this, [this](int row) {
    model_.stopShowing();
    emit lineChosen(model_.line(row));
  });
  connect(keyframes_, &ThumbnailList::choiceChanged, this, &TimelineView::refresh);
  connect(earlier_, &QToolButton::clicked, this, [this] { moveChosen(-1); });
  connect(later_, &QToolButton::clicked, this, [this] { moveChosen(1); });
  connect(remove_, &QToolButton::clicked, this, [this] { model_.removeRow(keyframes_->chosenRow()); });
  const auto onKeys = [this](const QKeySequence& keys, QToolButton* pressed) {
    connect(new QShortcut(keys, keyframes_, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, pressed,
            &QToolButton::click);
  };
  onKeys(Qt::Key_Delete, remove_);
  onKeys(Qt::ALT | Qt::Key_Left, earlier_);
  onKeys(Qt::ALT | Qt::Key_Right, later_);
}

void TimelineView::moveChosen(int by) {
  model_.move(keyframes_->chosenRow(), by);
  refresh();
}

void TimelineView::fillSteps() {
  step_->setSteps(explorer_.facts().steps);
  refresh();
}

QString TimelineView::sentence() const {
  if (model_.rowCount() < 2) return tr("A film needs at least two points.");
  if (!model_.problem().isEmpty()) return model_.problem();
  const QLocale locale;
  return tr("picture %1 of %2 · %3 s")
      .arg(locale.toString(model_.frame() + 1), locale.toString(model_.frames()),
           locale.toString(static_cast<double>(model_.frame()) / model_.walk().frames_per_second, 'f', 1));
}

void TimelineView::refresh() {
  const LatentWalk walk = model_.walk();
  const bool possible = model_.frames() > 0;
  play_->setEnabled(possible);
  film_->setEnabled(possible);
  play_->setText(model_.isPlaying() ? tr("Pause") : tr("Play"));
  play_->setIcon(icon(model_.isPlaying() ? QStringLiteral("pause") : QStringLiteral("continue")));
  frame_->setEnabled(possible);
  const QSignalBlocker quiet_frame(frame_);
  frame_->setRange(0, static_cast<int>(std::max<qint64>(1, model_.frames())) - 1);
  frame_->setValue(static_cast<int>(model_.frame()));
  sentence_->setText(sentence());
  kind_->setCurrentIndex(kind_->findData(static_cast<int>(walk.kind)));
  const QSignalBlocker quiet_seconds(seconds_);
  seconds_->setValue(walk.seconds);
  const QSignalBlocker quiet_rate(rate_);
  rate_->setValue(walk.frames_per_second);
  const QSignalBlocker quiet_loop(loop_);
  loop_->setChecked(walk.ends == PathEnds::kLoop);
  step_->choose(model_.step());
  const int chosen = keyframes_->chosenRow();
  earlier_->setEnabled(chosen > 0);
  later_->setEnabled(chosen >= 0 && chosen + 1 < model_.rowCount());
  remove_->setEnabled(chosen >= 0);
}

void TimelineView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  model_.stopShowing();
}

}  // namespace gan
