#include "dialogs/engine_field.h"

namespace gan {
namespace {

constexpr int kLongestEngine = 4096;

}  // namespace

EngineField::EngineField(const char* name, QWidget* parent) : QLineEdit(parent) {
  setObjectName(QLatin1String(name));
  setPlaceholderText(QStringLiteral("gan-engine"));
  setMaxLength(kLongestEngine);
  setToolTip(tr("Where gan-engine is on that computer, if a login there does not find it by its name"));
}

QString EngineField::title() { return tr("&Engine there"); }

QString EngineField::engine() const { return text().trimmed(); }

}  // namespace gan
