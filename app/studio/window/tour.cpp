#include "window/tour.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>

namespace gan {
namespace {

constexpr int kFrame = 3;
constexpr int kLetters = 48;

/// Beside the part where there is room, else over its middle; wholly in the window.
QPoint placeBeside(const QRect& part, QSize card, const QRect& window, int gap) {
  const QPoint middle = part.center() - QPoint(card.width() / 2, card.height() / 2);
  const QVector<QPoint> places = {{part.right() + gap, part.top()},
                                  {part.left() - gap - card.width(), part.top()},
                                  {part.left(), part.bottom() + gap},
                                  {part.left(), part.top() - gap - card.height()},
                                  middle};
  const auto fits = [&](const QPoint& place) { return window.contains(QRect(place, card)); };
  const auto found = std::ranges::find_if(places, fits);
  const QPoint wished = found == places.end() ? middle : *found;
  return {std::clamp(wished.x(), window.left(), std::max(window.left(), window.right() - card.width())),
          std::clamp(wished.y(), window.top(), std::max(window.top(), window.bottom() - card.height()))};
}

}  // namespace

QVector<Tour::Step> Tour::ofTheWindow() {
  return {{{QStringLiteral("start_try_shapes"), QStringLiteral("run_list")},
           tr("Begin"),
           tr("Try the shapes starts a first training on pictures that the program draws itself. Train on my images "
              "begins with a folder of yours. Both are in the menu Run, too.")},
          {{QStringLiteral("run_list"), QStringLiteral("runs_dock")},
           tr("Runs"),
           tr("Every training is a run, in a folder of its own. Open one with Enter or a click; it goes on training "
              "when the window is closed. The right button has what can be done with it.")},
          {{QStringLiteral("losses_and_samples"), QStringLiteral("run_page"), QStringLiteral("home")},
           tr("Watch"),
           tr("Here an open run has its curves and its pictures, and tabs for everything else: explore, evaluate, "
              "data, log, processes. A click on a curve shows the pictures of that step.")},
          {{QStringLiteral("steer_dock"), QStringLiteral("main_menu")},
           tr("Steer"),
           tr("Learning rates and other settings change while a run trains, and can be undone. Pause, checkpoint, roll "
              "back and branch are in the menu Steer and beside the tabs.")},
          {{QStringLiteral("palette_button"), QStringLiteral("main_menu")},
           tr("Find"),
           tr("This button finds anything that can be done, and its keys. F1 opens the page of the manual about the "
              "panel that you are in. The tour is in the menu Help.")}};
}

Tour::Tour(const QVector<Step>& steps, QWidget* window)
    : QFrame(window),
      steps_(steps),
      title_(new QLabel),
      text_(new QLabel),
      back_(new QPushButton(tr("Back"))),
      next_(new QPushButton),
      frame_(new QFrame(window)),
      focus_before_(QApplication::focusWidget()) {
  setObjectName(QStringLiteral("tour"));
  setAttribute(Qt::WA_DeleteOnClose);
  setAutoFillBackground(true);
  setFrameShape(QFrame::Box);
  frame_->setObjectName(QStringLiteral("tour_frame"));
  frame_->setAttribute(Qt::WA_TransparentForMouseEvents);
  frame_->setFrameShape(QFrame::Box);
  frame_->setLineWidth(kFrame);
  QPalette marked = frame_->palette();
  marked.setColor(QPalette::WindowText, marked.color(QPalette::Highlight));
  frame_->setPalette(marked);
  QFont large = title_->font();
  large.setBold(true);
  title_->setFont(large);
  title_->setTextFormat(Qt::PlainText);
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setFixedWidth(fontMetrics().averageCharWidth() * kLetters);
  back_->setObjectName(QStringLiteral("tour_back"));
  next_->setObjectName(QStringLiteral("tour_next"));
  auto* close = new QPushButton(tr("End the tour"));
  close->setObjectName(QStringLiteral("tour_end"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(close);
  buttons->addStretch();
  buttons->addWidget(back_);
  buttons->addWidget(next_);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(title_);
  layout->addWidget(text_);
  layout->addLayout(buttons);

  connect(close, &QPushButton::clicked, this, &Tour::end);
  connect(back_, &QPushButton::clicked, this, [this] { go(step_ - 1); });
  connect(next_, &QPushButton::clicked, this, [this] { step_ + 1 < steps_.size() ? go(step_ + 1) : end(); });
  for (QPushButton* button : {close, back_, next_}) button->setAutoDefault(true);  // Enter presses it
  // Wherever in the window the focus is meanwhile.
  connect(new QShortcut(Qt::Key_Escape, this, nullptr, nullptr, Qt::WindowShortcut), &QShortcut::activated, this,
          &Tour::end);
  window->installEventFilter(this);
  show();
  go(0);
}

Tour::~Tour() { delete frame_.data(); }

QWidget* Tour::part() const {
  for (const QString& name : steps_[step_].parts) {
    auto* found = parentWidget()->findChild<QWidget*>(name);
    if (found != nullptr && found->isVisible() && found->window() == window()) return found;
  }
  return nullptr;
}

void Tour::go(int step) {
  step_ = std::clamp(step, 0, static_cast<int>(steps_.size()) - 1);
  const QLocale locale;
  title_->setText(tr("%1 of %2: %3", "step of the tour")
                      .arg(locale.toString(step_ + 1), locale.toString(steps_.size()), steps_[step_].title));
  text_->setText(steps_[step_].text);
  back_->setEnabled(step_ > 0);
  next_->setText(step_ + 1 < steps_.size() ? tr("Next") : tr("Done"));
  setAccessibleName(title_->text());
  setAccessibleDescription(text_->text());
  next_->setAccessibleDescription(title_->text() + QLatin1Char('\n') + text_->text());
  place();
  next_->setFocus();
}

void Tour::place() {
  const QWidget* about = part();
  layout()->activate();
  const int width = layout()->totalSizeHint().width();
  resize(width, layout()->totalHeightForWidth(width));
  const QRect room = parentWidget()->rect();
  QRect around = room;
  if (about != nullptr) around = QRect(about->mapTo(parentWidget(), QPoint()), about->size());
  frame_->setVisible(about != nullptr);
  frame_->setGeometry(around.adjusted(-kFrame, -kFrame, kFrame, kFrame) & room);
  move(placeBeside(around, size(), room, 2 * kFrame));
  frame_->raise();
  raise();
}

void Tour::end() {
  if (focus_before_ && focus_before_->isVisible()) focus_before_->setFocus();
  close();
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize) place();
  return QFrame::eventFilter(watched, event);
}

}  // namespace gan
