#include "dialogs/attach_dialog.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "dialogs/engine_field.h"
#include "link/place_source.h"
#include "state/preferences.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr int kLongestAddress = 4096;
constexpr int kLongestPlaceName = 120;

}  // namespace

AttachDialog::AttachDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent),
      preferences_(preferences),
      address_(new QLineEdit),
      engine_(new EngineField("attach_engine")),
      name_(new QLineEdit),
      complaint_(new QLabel) {
  setObjectName(QStringLiteral("attach_dialog"));
  setWindowTitle(tr("Attach to a run"));
  setAttribute(Qt::WA_DeleteOnClose);
  address_->setObjectName(QStringLiteral("attach_address"));
  address_->setPlaceholderText(QStringLiteral("ssh://user@host/path/of/the/run"));
  address_->setMaxLength(kLongestAddress);
  QStringList targets;
  for (const RunPlace& place : preferences.connections()) targets << place.target;
  auto* completer = new QCompleter(targets, this);
  completer->setFilterMode(Qt::MatchContains);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  address_->setCompleter(completer);
  name_->setObjectName(QStringLiteral("attach_name"));
  name_->setMaxLength(kLongestPlaceName);
  complaint_->setObjectName(QStringLiteral("complaint"));
  complaint_->setTextFormat(Qt::PlainText);
  complaint_->setWordWrap(true);
  auto* hint = new QLabel(tr(
      "Over ssh it is reached as ssh is configured for you. Anywhere else an engine must answer for the run: the one "
      "that trains it, or gan-engine serve."));
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  go_ = buttons->addButton(tr("A&ttach"), QDialogButtonBox::AcceptRole);
  go_->setObjectName(QStringLiteral("go"));
  go_->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setIcon({});  // the other button has none
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  auto* form = new QFormLayout;
  form->addRow(tr("&Address"), address_);
  form->addRow(EngineField::title(), engine_);
  form->addRow(tr("&Name in the list"), name_);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(hint);
  layout->addWidget(complaint_);
  layout->addStretch();
  layout->addWidget(buttons);
  resize(fontMetrics().averageCharWidth() * 70, sizeHint().height());

  connect(address_, &QLineEdit::textChanged, this, &AttachDialog::refresh);
  connect(engine_, &QLineEdit::textEdited, this, [this] { is_engine_typed_ = true; });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(go_, &QPushButton::clicked, this, &AttachDialog::finish);
  refresh();
}

QString AttachDialog::address() const { return address_->text().trimmed(); }

/// While nothing is typed, nothing is wrong.
void AttachDialog::refresh() {
  const QString address = this->address();
  QString complaint;
  if (!address.isEmpty() && !isRemoteTarget(address)) {
    complaint =
        tr("Name where the engine answers: ssh://[user@]host/path, unix:/path, tcp:HOST:PORT or tls://HOST:PORT. "
           "Open run opens a folder of this computer.");
  } else if (!address.isEmpty()) {
    complaint = translated(wrongIn(RunPlace::ofTarget(address)));
  }
  const QString name = address.isEmpty() || !complaint.isEmpty() ? QString() : RunPlace::ofTarget(address).name;
  name_->setPlaceholderText(name);
  // No other way than ssh starts what is there.
  const RunPlace place = isRemoteTarget(address) ? RunPlace::ofTarget(address) : RunPlace();
  engine_->setEnabled(place.isEmpty() || !place.path().isEmpty());
  if (!is_engine_typed_) engine_->setText(preferences_.engineAt(place));
  complaint_->setText(complaint);
  go_->setEnabled(!address.isEmpty() && complaint.isEmpty());
}

void AttachDialog::finish() {
  emit chosen(RunPlace::ofTarget(address(), name_->text().trimmed()),
              engine_->isEnabled() ? engine_->engine() : QString());
  accept();
}

}  // namespace gan
