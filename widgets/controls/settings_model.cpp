#include "controls/settings_model.h"

#include <algorithm>
#include <utility>

#include "style/plain_text.h"

namespace gan {
namespace {

/// As the setting's type, so that equal values compare as equal; what does not fit stays as it is.
QVariant typed(const Setting& setting, const QVariant& value) {
  QMetaType type(QMetaType::QString);
  if (setting.type == Setting::Type::kBool) type = QMetaType(QMetaType::Bool);
  if (setting.type == Setting::Type::kInteger) type = QMetaType(QMetaType::LongLong);
  if (setting.type == Setting::Type::kReal) type = QMetaType(QMetaType::Double);
  QVariant result = value;
  return result.convert(type) ? result : value;
}

}  // namespace

void SettingsModel::setSettings(QVector<Setting> settings) {
  QVector<Row> rows(settings.size());
  for (qsizetype i = 0; i < settings.size(); ++i) {
    const int before = rowOf(settings[i].path);
    if (before >= 0 && settings_[before].type == settings[i].type) rows[i] = rows_[before];
    settings[i].default_value = typed(settings[i], settings[i].default_value);
  }
  beginResetModel();
  settings_ = std::move(settings);
  rows_ = std::move(rows);
  endResetModel();
}

int SettingsModel::rowOf(const QString& path) const {
  for (qsizetype i = 0; i < settings_.size(); ++i) {
    if (settings_[i].path == path) return static_cast<int>(i);
  }
  return -1;
}

const QVariant& SettingsModel::inForce(int row) const {
  return rows_[row].value.isValid() ? rows_[row].value : settings_[row].default_value;
}

void SettingsModel::change(int row, const Row& next) {
  rows_[row] = next;
  const QModelIndex changed = index(row);
  emit dataChanged(changed, changed);
}

void SettingsModel::setValues(const QVariantMap& values) {
  for (auto value = values.begin(); value != values.end(); ++value) {
    const int row = rowOf(value.key());
    if (row < 0) continue;
    const QVariant now = typed(settings_[row], value.value());
    Row next = rows_[row];
    if (next.state == State::kApplied && now != inForce(row)) {  // somebody else changed it since
      next.state = State::kUnchanged;
      next.note.clear();
    }
    next.value = now;
    if (next.wish.isValid() && next.wish == now && (!next.sent.isValid() || next.sent == next.wish)) {
      next.state = next.sent.isValid() ? State::kApplied : State::kUnchanged;
      next.wish = next.sent = QVariant();
      next.note.clear();
    }
    const Row& before = rows_[row];
    if (next.value != before.value || next.state != before.state || next.wish != before.wish) change(row, next);
  }
}

QVariant SettingsModel::value(const QString& path) const {
  const int row = rowOf(path);
  return row < 0 ? QVariant() : rows_[row].value;
}

void SettingsModel::setBaseline(const QVariantMap& values) {
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row) {
    Row next = rows_[row];
    const auto found = values.find(settings_[row].path);
    next.baseline = found == values.end() ? QVariant() : typed(settings_[row], *found);
    if (next.baseline != rows_[row].baseline) change(row, next);
  }
}

QVariant SettingsModel::baseline(const QString& path) const {
  const int row = rowOf(path);
  return row < 0 ? QVariant() : rows_[row].baseline;
}

QVariant SettingsModel::shown(const QString& path) const {
  const int row = rowOf(path);
  if (row < 0) return {};
  return rows_[row].wish.isValid() ? rows_[row].wish : inForce(row);
}

bool SettingsModel::applies(const Setting& setting) const {
  return std::ranges::all_of(setting.needs, [this](const Setting::Need& need) {
    return need.values.contains(shown(need.path).toString()) != need.none_of;
  });
}

SettingsModel::State SettingsModel::state(const QString& path) const {
  const int row = rowOf(path);
  return row < 0 ? State::kUnchanged : rows_[row].state;
}

QString SettingsModel::note(const QString& path) const {
  const int row = rowOf(path);
  return row < 0 ? QString() : rows_[row].note;
}

void SettingsModel::wish(const QString& path, const QVariant& value) {
  const int row = rowOf(path);
  if (row < 0) return;
  const QVariant wanted = typed(settings_[row], value);
  if (wanted == shown(path) && !failed(rows_[row].state)) return;
  Row next = rows_[row];
  next.note.clear();
  if (next.sent.isValid() && wanted == next.sent) {
    next.wish = wanted;
    next.state = State::kPending;
  } else if (!next.sent.isValid() && wanted == inForce(row)) {
    next.wish = QVariant();
    next.state = State::kUnchanged;
  } else {
    next.wish = wanted;
    next.state = State::kEdited;
  }
  change(row, next);
  emit wished(path);
}

void SettingsModel::dropWish(const QString& path) {
  const int row = rowOf(path);
  if (row < 0 || !rows_[row].wish.isValid() || rows_[row].state == State::kPending) return;
  Row next = rows_[row];
  next.wish = next.sent;
  next.state = next.sent.isValid() ? State::kPending : State::kUnchanged;
  next.note.clear();
  change(row, next);
  emit wished(path);
}

QVariantMap SettingsModel::edited() const {
  QVariantMap result;
  for (qsizetype i = 0; i < rows_.size(); ++i) {
    if (rows_[i].state == State::kEdited) result.insert(settings_[i].path, rows_[i].wish);
  }
  return result;
}

void SettingsModel::setState(const QString& path, State state, const QString& note) {
  const int row = rowOf(path);
  if (row < 0) return;
  Row next = rows_[row];
  const bool edited_since = next.sent.isValid() && next.wish.isValid() && next.wish != next.sent;
  if (state == State::kPending) next.sent = next.wish;
  if (state == State::kApplied) {
    const QVariant applied = next.sent.isValid() ? next.sent : next.wish;
    if (applied.isValid()) next.value = applied;
  }
  if (state != State::kPending) next.sent = QVariant();
  const bool answered = state == State::kApplied || failed(state);
  if (answered && edited_since) {
    const bool same = next.wish == (next.value.isValid() ? next.value : settings_[row].default_value);
    if (same) next.wish = QVariant();
    next.state = same ? State::kUnchanged : State::kEdited;
    next.note.clear();
  } else {
    if (state == State::kApplied || state == State::kUnchanged) next.wish = QVariant();
    next.state = state;
    next.note = note;
  }
  change(row, next);
}

int SettingsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(settings_.size());
}

QVariant SettingsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const Setting& setting = settings_[index.row()];
  const Row& row = rows_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return setting.title;
    case Qt::ToolTipRole:
      return plainToolTip(setting.help);
    case kPathRole:
      return setting.path;
    case kValueRole:
      return row.value;
    case kWishRole:
      return row.wish;
    case kStateRole:
      return static_cast<int>(row.state);
    case kNoteRole:
      return row.note;
    default:
      return {};
  }
}

}  // namespace gan
