#include "sample_gallery/sample_gallery.h"

#include <QApplication>
#include <QDataStream>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "sample_gallery/filmstrip.h"
#include "sample_gallery/gallery_tools.h"
#include "sample_gallery/sample_model.h"
#include "sample_gallery/sheet_pane.h"
#include "style/scale.h"

namespace gan {
namespace {

constexpr quint32 kStateVersion = 1;
constexpr int kPage = 10;

/// The same picture, whatever became of its segment since.
bool isSamePicture(const SampleSheet& a, const SampleSheet& b) {
  return a.name == b.name && a.step == b.step && a.segment == b.segment && a.truncation == b.truncation;
}

}  // namespace

struct SampleGallery::Impl {
  Impl(SampleGallery& self, SampleModel& sheets);
  ~Impl() { qDeleteAll(std::initializer_list<QWidget*>{strip, steps, second, main, tools}); }  // they signal to this

  void layOut();
  void connectModel();
  void connectTools();
  void connectView(SheetPane& pane, SheetPane& other);
  void setTexts();
  void nameMain();

  void refresh();
  void refreshPane(SheetPane& pane, int wanted);
  void refreshBeside();
  void chooseRow(int chosen);
  void follow(bool on);
  void applyZoom(int factor);
  void zoomBy(int steps, SheetPane& pane, std::optional<QPointF> anchor);
  void updateTools();
  bool handleKey(int key);
  void holdReal(bool on);

  SampleGallery& gallery;
  SampleModel& model;
  FetchPacer pacer;  // hears the model before refresh() does
  GalleryTools* tools;
  SheetPane* main;
  SheetPane* second;
  StepBar* steps;
  Filmstrip* strip;

  int row = -1;  ///< Wanted large; it may still be on its way.
  bool following = true;
  Beside beside = Beside::kNothing;
  QImage real_images;
  SheetGrid real_grid;
  struct Held {
    std::optional<SampleSheet> sheet;
    QImage image;
    SheetGrid grid;
  } held;                   ///< What stood where the real images are.
  bool holds_real = false;  ///< A key is held that shows them in place of the large picture.
  std::optional<QString> empty_text;
};

SampleGallery::Impl::Impl(SampleGallery& self, SampleModel& sheets)
    : gallery(self),
      model(sheets),
      pacer(sheets),
      tools(new GalleryTools(&self)),
      main(new SheetPane(&self)),
      second(new SheetPane(&self)),
      steps(new StepBar(sheets, &self)),
      strip(new Filmstrip(sheets, &self)) {
  main->setObjectName(QStringLiteral("main_pane"));
  main->view().setObjectName(QStringLiteral("main_view"));
  second->setObjectName(QStringLiteral("beside_pane"));
  second->view().setObjectName(QStringLiteral("beside_view"));
  second->hide();
  strip->hide();
  layOut();
  connectModel();
  connectTools();
  connectView(*main, *second);
  connectView(*second, *main);
  QObject::connect(&pacer, &FetchPacer::due, &gallery, [this] { refresh(); });
  QObject::connect(steps, &StepBar::rowChosen, &gallery, [this](int chosen) { chooseRow(chosen); });
  QObject::connect(steps, &StepBar::followWished, &gallery, [this](bool on) { follow(on); });
  QObject::connect(strip, &Filmstrip::rowChosen, &gallery, [this](int chosen) { chooseRow(chosen); });
}

void SampleGallery::Impl::layOut() {
  auto* panes = new QHBoxLayout;
  panes->setSpacing(space(gallery, Space::kSmall));
  panes->addWidget(main, 1);
  panes->addWidget(second, 1);
  auto* layout = new QVBoxLayout(&gallery);
  const int gap = space(gallery, Space::kTight);
  layout->setContentsMargins(gap, gap, gap, gap);
  layout->setSpacing(gap);
  layout->addWidget(tools);
  layout->addLayout(panes, 1);
  layout->addWidget(steps);
  layout->addWidget(strip);
  QWidget* before = nullptr;
  for (QWidget* next : tools->tabOrder() + QVector<QWidget*>{&main->view(), &second->view()}) {
    if (before) QWidget::setTabOrder(before, next);
    before = next;
  }
}

void SampleGallery::Impl::connectModel() {
  QObject::connect(&model, &QAbstractItemModel::rowsInserted, &gallery, [this] { refresh(); });
  QObject::connect(&model, &QAbstractItemModel::modelReset, &gallery, [this] {
    following = true;
    row = -1;
    holds_real = false;
    held = {};
    main->showMessage({});
    second->showMessage({});
    refresh();
  });
  QObject::connect(&model, &QAbstractItemModel::dataChanged, &gallery, [this] { refresh(); });
}

void SampleGallery::Impl::connectTools() {
  QObject::connect(tools, &GalleryTools::zoomChosen, &gallery, [this](int factor) { applyZoom(factor); });
  QObject::connect(tools, &GalleryTools::zoomStepped, &gallery, [this](int by) { zoomBy(by, *main, {}); });
  QObject::connect(tools, &GalleryTools::besideChosen, &gallery, [this](Beside what) { gallery.setBeside(what); });
  QObject::connect(tools, &GalleryTools::stripToggled, &gallery, [this](bool on) {
    strip->setVisible(on);
    refresh();
  });
  QObject::connect(tools, &GalleryTools::saveClicked, &gallery, &SampleGallery::saveRequested);
}

void SampleGallery::Impl::connectView(SheetPane& pane, SheetPane& other) {
  QObject::connect(&pane.view(), &SheetView::centreMoved, &gallery,
                   [&other](QPointF centre) { other.view().setCentre(centre); });
  QObject::connect(&pane.view(), &SheetView::zoomWished, &gallery,
                   [this, &pane](int by, QPointF anchor) { zoomBy(by, pane, anchor); });
  QObject::connect(&pane.view(), &SheetView::pointedChanged, &gallery, &SampleGallery::imagePointed);
  QObject::connect(&pane.view(), &SheetView::doubleClicked, &gallery, &SampleGallery::enlargeAsked);
  QObject::connect(&pane.view(), &SheetView::lineWished, &gallery, &SampleGallery::lineWished);
}

void SampleGallery::Impl::setTexts() {
  gallery.setAccessibleName(SampleGallery::tr("Samples"));
  second->view().setAccessibleName(SampleGallery::tr("Picture to compare with"));
  nameMain();
  second->setTitle(beside == Beside::kReal ? SampleGallery::tr("Real images") : SampleGallery::tr("Newest"));
}

/// In their place, so that the eye need not move; what stood there comes back from where it came.
void SampleGallery::Impl::holdReal(bool on) {
  if (on == holds_real || (on && real_images.isNull())) return;
  holds_real = on;
  if (on) {
    held = {main->sheet(), main->view().image(), main->view().grid()};
    main->showPicture(SampleGallery::tr("Data set"), real_images, real_grid);
  } else if (held.sheet) {
    main->showSheet(*held.sheet, held.image, held.grid);
  }
  if (!on) held = {};
  refresh();
}

/// Only what a person chose is called chosen.
void SampleGallery::Impl::nameMain() {
  const QString title = following ? SampleGallery::tr("Newest") : SampleGallery::tr("Chosen");
  main->setTitle(beside == Beside::kNothing ? QString() : title);
  const QString name =
      following ? SampleGallery::tr("Newest sheet of samples") : SampleGallery::tr("Chosen sheet of samples");
  if (main->view().accessibleName() != name) main->view().setAccessibleName(name);
}

void SampleGallery::Impl::refresh() {
  if (following) row = model.newestRow();
  nameMain();
  steps->show(row, following);
  if (gallery.isVisible()) {  // what nobody sees is not fetched
    if (row < 0) {
      main->showMessage(empty_text.value_or(
          SampleGallery::tr("No samples yet: the first sheet appears here as soon as the run has drawn it.")));
    } else if (!holds_real) {
      refreshPane(*main, row);
    }
    refreshBeside();
    strip->showRow(row);
  }
  updateTools();
}

void SampleGallery::Impl::refreshBeside() {
  const int newest = model.newestRow();
  if (beside == Beside::kReal && !real_images.isNull()) {
    second->showPicture(SampleGallery::tr("Data set"), real_images, real_grid);
  } else if (beside == Beside::kReal) {
    second->showMessage(SampleGallery::tr("No real images are known for this run."));
  } else if (beside == Beside::kNewest && newest >= 0) {
    refreshPane(*second, newest);
  } else {
    second->showMessage({});
  }
}

void SampleGallery::Impl::refreshPane(SheetPane& pane, int wanted) {
  const SampleSheet sheet = model.sheets()[wanted];
  const QImage image = model.imageInMemory(wanted);
  if (!image.isNull()) return pane.showSheet(sheet, image, model.grid(wanted));
  if (pane.sheet() && isSamePicture(*pane.sheet(), sheet)) {
    // Out of the model's memory, but not out of ours.
    return pane.showSheet(sheet, pane.view().image(), pane.view().grid());
  }
  if (model.failed(wanted)) return pane.showFailed(sheet);
  if (pane.sheet()) {
    const int shown = model.rowOf(pane.sheet()->name);
    if (shown >= 0 && isSamePicture(*pane.sheet(), model.sheets()[shown])) pane.updateSheet(model.sheets()[shown]);
  }
  const QImage preview = model.previewInMemory(wanted);
  if (preview.isNull()) {
    pane.showFetching(sheet);
  } else {
    pane.showPreview(sheet, preview, model.usualSize());
  }
  pacer.request(wanted);
}

void SampleGallery::Impl::chooseRow(int chosen) {
  if (chosen < 0 || chosen >= model.rowCount()) return;
  model.retry(chosen);
  if (chosen == model.newestRow()) return follow(true);
  if (!following && chosen == row) return refresh();
  following = false;
  row = chosen;
  refresh();
  emit gallery.cursorMoved(model.sheets()[chosen].step);
}

void SampleGallery::Impl::follow(bool on) {
  if (on == following || model.rowCount() == 0) return refresh();
  following = on;
  refresh();
  emit gallery.cursorMoved(on ? std::nullopt : std::optional<qint64>(model.sheets()[row].step));
}

void SampleGallery::Impl::applyZoom(int factor) {
  main->view().setZoom(factor);
  second->view().setZoom(factor);
  second->view().setCentre(main->view().centre());
  updateTools();
}

void SampleGallery::Impl::zoomBy(int by, SheetPane& pane, std::optional<QPointF> anchor) {
  const int factor = pane.view().zoomAfter(by);
  SheetPane& other = &pane == main ? *second : *main;
  other.view().setZoom(factor);
  pane.view().setZoom(factor, anchor);
  other.view().setCentre(pane.view().centre());
  updateTools();
}

void SampleGallery::Impl::updateTools() {
  const SheetView& view = main->view();
  tools->show({.zoom = view.zoom(),
               .can_zoom_in = view.zoomAfter(+1) != view.zoom(),
               .can_zoom_out = view.zoomAfter(-1) != view.zoom(),
               .has_sheets = model.rowCount() > 0,
               .has_picture = !view.image().isNull() && !main->showsPreview(),
               .has_real_images = !real_images.isNull(),
               .beside = beside,
               .strip = !strip->isHidden()});
}

bool SampleGallery::Impl::handleKey(int key) {
  const int last = model.rowCount() - 1;
  switch (key) {
    case Qt::Key_Left:
      chooseRow(std::max(0, row - 1));
      return true;
    case Qt::Key_Right:
      chooseRow(std::min(last, row + 1));
      return true;
    case Qt::Key_PageUp:
      chooseRow(std::max(0, row - kPage));
      return true;
    case Qt::Key_PageDown:
      chooseRow(std::min(last, row + kPage));
      return true;
    case Qt::Key_Home:
      chooseRow(0);
      return true;
    case Qt::Key_End:
      chooseRow(model.newestRow());
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoomBy(+1, *main, {});
      return true;
    case Qt::Key_Minus:
      zoomBy(-1, *main, {});
      return true;
    case Qt::Key_R:
      holdReal(true);
      return true;
    case Qt::Key_F:
      strip->setVisible(strip->isHidden());
      refresh();
      return true;
    default:
      if (key < Qt::Key_0 || key > Qt::Key_9) return false;
      applyZoom(key - Qt::Key_0);
      return true;
  }
}

SampleGallery::SampleGallery(SampleModel& model, QWidget* parent)
    : QWidget(parent), impl_(std::make_unique<Impl>(*this, model)) {
  connect(qApp, &QApplication::focusChanged, this, [this] { impl_->holdReal(false); });  // nobody tells of its release
  impl_->setTexts();
  impl_->refresh();
}

SampleGallery::~SampleGallery() { disconnect(qApp, nullptr, this, nullptr); }  // the focus leaves what goes

void SampleGallery::setRealImages(const QImage& sheet, const SheetGrid& grid) {
  impl_->real_images = sheet;
  impl_->real_grid = grid;
  impl_->refresh();
}

void SampleGallery::setCursorStep(std::optional<qint64> step) {
  Impl& my = *impl_;
  my.following = !step;
  // A superseded sheet that the person chose stays when its own step comes back as everybody's.
  const bool is_there = step && my.row >= 0 && my.row < my.model.rowCount() && my.model.sheets()[my.row].step == *step;
  const int nearest = step && !is_there ? my.model.nearestRow(*step) : -1;
  if (nearest >= 0) my.row = nearest;
  my.refresh();
}

void SampleGallery::setEmptyText(const QString& text) {
  impl_->empty_text = text;
  impl_->refresh();
}

SampleGallery::Beside SampleGallery::beside() const { return impl_->beside; }

void SampleGallery::setBeside(Beside what) {
  Impl& my = *impl_;
  if (what == my.beside) return;
  my.beside = what;
  my.second->showMessage({});
  my.second->setVisible(what != Beside::kNothing);
  my.setTexts();
  my.refresh();
  my.second->view().setCentre(my.main->view().centre());
}

int SampleGallery::zoom() const { return impl_->main->view().zoom(); }

void SampleGallery::setZoom(int factor) { impl_->applyZoom(factor); }

std::optional<qint64> SampleGallery::shownStep() const {
  const auto& sheet = impl_->holds_real ? impl_->held.sheet : impl_->main->sheet();
  return sheet ? std::optional<qint64>(sheet->step) : std::nullopt;
}

QImage SampleGallery::picture() const {
  QImage image = impl_->main->showsPreview() ? QImage() : impl_->main->view().image();
  // It says from which step it is, wherever it goes.
  if (!image.isNull()) image.setText(QStringLiteral("Description"), impl_->main->caption());
  return image;
}

void SampleGallery::toggleSingle() {
  SheetView& view = impl_->main->view();
  view.setSingle(!view.showsSingle());
}

void SampleGallery::copyPicture() {
  if (!impl_->main->showsPreview()) impl_->main->view().copy();
}

int SampleGallery::heightBesidePicture() const { return sizeHint().height() - impl_->main->view().sizeHint().height(); }

QByteArray SampleGallery::saveState() const {
  QByteArray state;
  QDataStream out(&state, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_4);
  out << kStateVersion << qint32{zoom()} << static_cast<qint32>(beside()) << !impl_->strip->isHidden();
  return state;
}

void SampleGallery::restoreState(const QByteArray& state) {
  QDataStream in(state);
  in.setVersion(QDataStream::Qt_6_4);
  quint32 version = 0;
  qint32 factor = 0;
  qint32 what = 0;
  bool strip = false;
  in >> version >> factor >> what >> strip;
  if (in.status() != QDataStream::Ok || version != kStateVersion) return;
  if (factor < 0 || factor > SheetView::kMaxZoom || what < 0 || what > static_cast<qint32>(Beside::kReal)) return;
  setZoom(factor);
  setBeside(static_cast<Beside>(what));
  impl_->strip->setVisible(strip);
  impl_->refresh();
}

void SampleGallery::keyPressEvent(QKeyEvent* event) {
  constexpr auto kOthers = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
  if ((event->modifiers() & kOthers) || !impl_->handleKey(event->key())) QWidget::keyPressEvent(event);
}

void SampleGallery::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_R || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
  impl_->holdReal(false);
}

void SampleGallery::focusInEvent(QFocusEvent* event) {
  impl_->main->view().setFocus(event->reason());  // a focus proxy would make Tab leave out what stands before
}

void SampleGallery::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  impl_->refresh();
}

}  // namespace gan
