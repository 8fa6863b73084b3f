#include "comparison/series_choice.h"

#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "style/plain_text.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr int kWidthLetters = 32;

bool isPart(const QString& name, const QStringList& names) {
  const qsizetype end = name.lastIndexOf(QLatin1Char('_'));
  return end > 0 && names.contains(name.left(end));
}

}  // namespace

QStringList shownAtFirst(const QStringList& names) {
  QStringList shown;
  for (const QString& name : names) {
    if (isShownAtFirst(name) && !isPart(name, names)) shown << name;
  }
  if (!shown.isEmpty()) return shown;
  for (const QString& name : names) {
    if (name.startsWith(QLatin1String("evaluation/"))) return {name};
  }
  return names.mid(0, 1);
}

SeriesChoice::SeriesChoice(QWidget* parent) : QWidget(parent), search_(new QLineEdit), list_(new QListWidget) {
  search_->setObjectName(QStringLiteral("comparison_search"));
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search the series"));
  search_->setClearButtonEnabled(true);
  list_->setObjectName(QStringLiteral("comparison_series"));
  list_->setAccessibleName(tr("Series to compare"));
  list_->setUniformItemSizes(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(search_);
  layout->addWidget(list_, 1);
  setMinimumWidth(fontMetrics().averageCharWidth() * kWidthLetters / 2);
  connect(search_, &QLineEdit::textChanged, this, &SeriesChoice::search);
  connect(list_, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
    switched_.insert(item->data(kNameRole).toString(), item->checkState() == Qt::Checked);
    emit shownChanged();
  });
}

bool SeriesChoice::isShown(const QString& name) const {
  const auto switched = switched_.constFind(name);
  return switched != switched_.constEnd() ? *switched : first_.contains(name);
}

void SeriesChoice::setNames(const QStringList& names) {
  if (names == names_) return;
  const QStringList before = shown();
  names_ = names;
  first_ = shownAtFirst(names_);
  fill();
  if (shown() != before) emit shownChanged();
}

QStringList SeriesChoice::shown() const {
  QStringList result;
  std::ranges::copy_if(names_, std::back_inserter(result), [this](const QString& name) { return isShown(name); });
  return result;
}

void SeriesChoice::setShown(const QStringList& names) {
  for (const QString& name : names_) switched_.insert(name, names.contains(name));
  fill();
  emit shownChanged();
}

void SeriesChoice::fill() {
  const QSignalBlocker blocker(list_);
  list_->clear();
  for (const QString& name : names_) {
    auto* item = new QListWidgetItem(seriesTitle(name), list_);
    item->setData(kNameRole, name);
    item->setToolTip(plainToolTip(name));
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(isShown(name) ? Qt::Checked : Qt::Unchecked);
  }
  search(search_->text());
}

void SeriesChoice::search(const QString& words) {
  const QStringList all = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    const QString text = item->text() + QLatin1Char(' ') + item->data(kNameRole).toString();
    item->setHidden(
        !std::ranges::all_of(all, [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }));
  }
}

}  // namespace gan
