#include "latent_explorer/make_button.h"

namespace gan {

QToolButton* makeButton(const char* name, const QString& title, const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setText(title);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace gan
