#include "controls/settings_form.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSet>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "controls/quiet_widgets.h"
#include "controls/setting_editor.h"
#include "controls/setting_row.h"
#include "controls/settings_model.h"
#include "style/scale.h"
#include "style/tab_order.h"

namespace gan {
namespace {

constexpr int kWideFromCharacters = 70;

/// The section of what is shown without letting it be changed; no setting's path begins so.
const QString kFixed = QStringLiteral("fixed");

QString sectionOf(const Setting& setting) {
  return setting.fixed.isEmpty() ? setting.path.section(QLatin1Char('.'), 0, 0) : kFixed;
}

struct Group {
  QString part;
  QToolButton* heading;
  std::vector<SettingRow*> rows;
};

}  // namespace

struct SettingsForm::Impl {
  SettingsForm& form;
  SettingsModel& model;
  Show show;
  QStringList words;
  QSet<QString> left_out;
  QSet<QString> needed;  ///< On which it depends whether other settings are shown.
  QSet<QString> folded;
  QSet<QString> brought_in;  ///< Shown whatever show and words say, until one of them changes.
  NoteLabel* reason = new NoteLabel;
  QLabel* nothing = new QLabel;
  QScrollArea* scroll = new QScrollArea;
  QWidget* content = nullptr;
  std::vector<Group> groups;
  bool read_only = false;
  bool wide = false;
  bool had_fixed = false;

  Impl(SettingsForm& owner, SettingsModel& settings, Show what) : form(owner), model(settings), show(what) { build(); }

  void build();
  void fill();
  void addRow(const Setting& setting, QVBoxLayout& column);
  QToolButton* makeHeading(const QString& part);
  void filter();
  void arrange(bool anew);
  void keepWidth(int least);
  bool includes(const SettingRow& row) const;
  void update(int first, int last);
  bool isFolded(const SettingRow& row) const { return folded.contains(sectionOf(row.setting())); }
  void bringIn(const SettingRow& row);
  SettingRow* find(const QString& path) const;
  static QString headingOf(const QString& part);
};

void SettingsForm::Impl::build() {
  auto* column = new QVBoxLayout(&form);
  column->setContentsMargins({});
  reason->setObjectName(QStringLiteral("settings_reason"));
  nothing->setWordWrap(true);
  nothing->setTextFormat(Qt::PlainText);
  nothing->setObjectName(QStringLiteral("settings_nothing"));
  nothing->setForegroundRole(QPalette::PlaceholderText);
  nothing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  column->addWidget(reason);
  column->addWidget(nothing, 1);
  column->addWidget(scroll, 1);
}

QString SettingsForm::Impl::headingOf(const QString& part) {
  if (part == QLatin1String("run")) return tr("Run");
  if (part == QLatin1String("data")) return tr("Data");
  if (part == QLatin1String("model")) return tr("Networks");
  if (part == QLatin1String("objective")) return tr("Objective");
  if (part == QLatin1String("regulariser")) return tr("Regularisers");
  if (part == QLatin1String("training")) return tr("Training");
  if (part == QLatin1String("accumulation")) return tr("Accumulation");
  if (part == QLatin1String("distributed")) return tr("Several processes");
  if (part == QLatin1String("optimizer")) return tr("Optimizers");
  if (part == QLatin1String("ema")) return tr("Average of the weights");
  if (part == QLatin1String("sampling")) return tr("Samples");
  if (part == QLatin1String("sampler")) return tr("Pictures for clients");
  if (part == QLatin1String("recording")) return tr("Recording");
  if (part == QLatin1String("checkpoint")) return tr("Checkpoints");
  if (part == QLatin1String("guard")) return tr("Guards");
  if (part == QLatin1String("evaluation")) return tr("Evaluations");
  if (part == QLatin1String("health")) return tr("Health");
  if (part == kFixed) return tr("Stay as they are");
  return part.left(1).toUpper() + part.mid(1);  // of another build's engine
}

/// Builds all rows anew; a form of 45 takes some milliseconds, and settings change when another run is opened.
void SettingsForm::Impl::fill() {
  groups.clear();
  form.setAccessibleName(tr("Settings"));
  content = new QWidget;
  auto* column = new QVBoxLayout(content);
  const int hair = space(form, Space::kHair);
  column->setContentsMargins(0, 0, hair, hair);
  column->setSpacing(space(form, Space::kTight));
  needed.clear();
  bool has_fixed = false;
  for (const Setting& setting : model.settings()) {
    for (const Setting::Need& need : setting.needs) needed.insert(need.path);
    has_fixed = has_fixed || !setting.fixed.isEmpty();
    if (setting.fixed.isEmpty()) addRow(setting, *column);
  }
  for (const Setting& setting : model.settings()) {
    if (!setting.fixed.isEmpty()) addRow(setting, *column);
  }
  if (has_fixed && !std::exchange(had_fixed, true)) folded.insert(kFixed);  // who opens it finds it open from then on
  column->addStretch();
  content->setEnabled(!read_only);
  scroll->setWidget(content);  // deletes the one before
  takeTabPlace(form);
  arrange(true);
  filter();
}

void SettingsForm::Impl::addRow(const Setting& setting, QVBoxLayout& column) {
  const QString part = sectionOf(setting);
  if (groups.empty() || part != groups.back().part) {
    groups.push_back({part, makeHeading(part), {}});
    column.addWidget(groups.back().heading);
  }
  auto* row = new SettingRow(model, setting);
  connect(row, &SettingRow::problemChanged, &form, &SettingsForm::problemsChanged);
  column.addWidget(row);
  groups.back().rows.push_back(row);
}

QToolButton* SettingsForm::Impl::makeHeading(const QString& part) {
  auto* heading = new QToolButton;
  heading->setObjectName(QStringLiteral("section_") + part);
  heading->setText(headingOf(part).replace(QLatin1Char('&'), QLatin1String("&&")));
  heading->setAccessibleName(headingOf(part));
  heading->setToolTip(tr("Fold these settings, or open them"));
  heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  heading->setAutoRaise(true);
  heading->setFocusPolicy(Qt::TabFocus);
  heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  QFont font = heading->font();
  font.setBold(true);
  heading->setFont(font);
  QObject::connect(heading, &QToolButton::clicked, &form, [this, part] {
    if (!folded.remove(part)) folded.insert(part);
    filter();
    emit form.sectionsFolded();
  });
  return heading;
}

bool SettingsForm::Impl::includes(const SettingRow& row) const {
  const Setting& setting = row.setting();
  if (left_out.contains(setting.path) || !model.applies(setting)) return false;
  if (brought_in.contains(setting.path)) return true;
  if (!words.isEmpty()) return row.matches(words);
  return show == Show::kAll || (show == Show::kCommon ? setting.common : setting.live);
}

void SettingsForm::Impl::filter() {
  bool any = false;
  for (const Group& group : groups) {
    const bool open = !words.isEmpty() || !folded.contains(group.part);
    bool any_here = false;
    for (SettingRow* row : group.rows) {
      const bool shown = includes(*row);
      row->setVisible(shown && open);
      any_here = any_here || shown;
    }
    group.heading->setAccessibleDescription(open ? tr("open") : tr("folded"));
    group.heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    group.heading->setVisible(any_here);
    any = any || any_here;
  }
  nothing->setText(words.isEmpty() ? tr("There is nothing to set here. Open a run, or start one, to see its settings.")
                                   : tr("No setting has “%1” in its title, path or help. Search for other words.")
                                         .arg(words.join(QLatin1Char(' '))));
  nothing->setVisible(!any);
  scroll->setVisible(any);
}

void SettingsForm::Impl::arrange(bool anew) {
  const bool now_wide = form.width() >= form.fontMetrics().averageCharWidth() * kWideFromCharacters;
  if (now_wide == wide && !anew) return;
  wide = now_wide;
  int title_width = 0;
  for (const Group& group : groups) {
    for (const SettingRow* row : group.rows) title_width = std::max(title_width, row->titleWidth());
  }
  int least = 0;
  for (const Group& group : groups) {
    for (SettingRow* row : group.rows) {
      if (anew || !wide) row->arrangeNarrow();
      least = std::max(least, row->minimumSizeHint().width());
      if (wide) row->arrangeWide(title_width);
    }
  }
  if (anew) keepWidth(least);
}

/// Nothing scrolls sideways: a form that is less wide than its narrow rows would cut them.
void SettingsForm::Impl::keepWidth(int least) {
  const QMargins margins = content->layout()->contentsMargins();
  const int bar = scroll->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, scroll);
  scroll->setMinimumWidth(least + margins.left() + margins.right() + bar);
}

void SettingsForm::Impl::update(int first, int last) {
  for (int i = first; i <= last; ++i) {
    const QString& path = model.settings()[i].path;
    SettingRow* row = find(path);
    if (row == nullptr) continue;
    row->sync();
    if (needed.contains(path)) filter();
    if (SettingsModel::failed(model.state(path)) && (!includes(*row) || isFolded(*row))) bringIn(*row);
  }
}

void SettingsForm::Impl::bringIn(const SettingRow& row) {
  brought_in.insert(row.setting().path);
  folded.remove(sectionOf(row.setting()));
  filter();
}

SettingRow* SettingsForm::Impl::find(const QString& path) const {
  for (const Group& group : groups) {
    for (SettingRow* row : group.rows) {
      if (row->setting().path == path) return row;
    }
  }
  return nullptr;
}

SettingsForm::SettingsForm(SettingsModel& model, Show show, QWidget* parent)
    : QWidget(parent), impl_(std::make_unique<Impl>(*this, model, show)) {
  connect(&model, &SettingsModel::modelReset, this, [this] { impl_->fill(); });
  connect(&model, &SettingsModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last) { impl_->update(first.row(), last.row()); });
  impl_->fill();
}

/// A line that loses the focus while its window goes still finishes its edit: there is nothing left to follow it.
SettingsForm::~SettingsForm() { disconnect(&impl_->model, nullptr, this, nullptr); }

void SettingsForm::setShow(Show show) {
  impl_->show = show;
  impl_->brought_in.clear();
  impl_->filter();
}

void SettingsForm::setSearch(const QString& words) {
  impl_->words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  impl_->brought_in.clear();
  impl_->filter();
}

void SettingsForm::setReadOnly(bool read_only, const QString& why) {
  impl_->read_only = read_only;
  impl_->content->setEnabled(!read_only);
  impl_->reason->setNote(QStringLiteral("info"), why);
}

void SettingsForm::focusOn(const QString& path) {
  SettingRow* row = impl_->find(path);
  if (row == nullptr || impl_->left_out.contains(path)) return;
  if (!impl_->includes(*row) || impl_->isFolded(*row)) impl_->bringIn(*row);
  if (QLayout* layout = impl_->content->layout()) layout->activate();
  impl_->scroll->ensureWidgetVisible(row);
  if (auto* editor = row->findChild<SettingEditor*>()) editor->mainWidget().setFocus(Qt::ShortcutFocusReason);
}

void SettingsForm::leaveOut(const QStringList& paths) {
  impl_->left_out = QSet<QString>(paths.begin(), paths.end());
  impl_->filter();
}

QStringList SettingsForm::foldedSections() const { return {impl_->folded.begin(), impl_->folded.end()}; }

void SettingsForm::setFoldedSections(const QStringList& sections) {
  impl_->folded = QSet<QString>(sections.begin(), sections.end());
  impl_->filter();
}

QString SettingsForm::firstProblem() const {
  for (const Group& group : impl_->groups) {
    for (const SettingRow* row : group.rows) {
      if (!row->problem().isEmpty()) return row->setting().path;
    }
  }
  return {};
}

void SettingsForm::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  impl_->arrange(false);
}

void SettingsForm::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) impl_->arrange(true);
}

}  // namespace gan
