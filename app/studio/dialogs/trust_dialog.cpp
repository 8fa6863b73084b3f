#include "dialogs/trust_dialog.h"

#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "style/named.h"
#include "style/scale.h"

namespace gan {

TrustDialog::TrustDialog(const AccessQuestion& question, QWidget* parent)
    : AccessDialog(QStringLiteral("trust_dialog"), tr("Is this %1?").arg(question.where), parent) {
  question.kind == AccessQuestion::Kind::kHostKey ? sayWhatSshSays(question) : showCertificate(question);
  giveFirstSize(*this, 100, 20);  // a fingerprint is seen whole
  addButtons(tr("&Trust"), tr("&Refuse"));
  auto* refuse = static_cast<QPushButton*>(no());
  static_cast<QPushButton*>(yes())->setAutoDefault(false);
  refuse->setDefault(true);
  refuse->setFocus();
}

void TrustDialog::sayWhatSshSays(const AccessQuestion& question) {
  auto* heading = makeLabel("trust_heading");
  heading->setText(tr("%1 has not been logged in to from here before. Compare the fingerprint with what those who run "
                      "it say; ssh remembers what you trust.")
                       .arg(question.where));
  auto* words = named(new QLabel(question.text.trimmed()), "trust_question");
  words->setTextFormat(Qt::PlainText);
  words->setWordWrap(true);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  words->setFocusPolicy(Qt::StrongFocus);
  body().addWidget(heading);
  body().addWidget(words);
}

void TrustDialog::showCertificate(const AccessQuestion& question) {
  auto* heading = makeLabel("trust_heading");
  const bool is_other = question.kind == AccessQuestion::Kind::kOtherCertificate;
  heading->setText(is_other ? tr("The engine at %1 shows another certificate than the one that you trusted: another "
                                 "run's engine listens there now, or somebody stands between. Ask the run's owner "
                                 "before you trust it. The token for the former one is not shown to it.")
                                  .arg(question.where)
                            : tr("The engine at %1 shows a certificate that is not known here yet. Trust it where "
                                 "“gan-engine token RUN” prints the same fingerprint on the machine of the run.")
                                  .arg(question.where));
  body().addWidget(heading);
  addFingerprint("trust_shown", tr("&Fingerprint"), question.shown);
  if (is_other) addFingerprint("trust_before", tr("Fingerprint &before"), question.before);
}

void TrustDialog::addFingerprint(const char* name, const QString& title, const QString& fingerprint) {
  auto* line = named(new QLineEdit(fingerprint), name);
  line->setReadOnly(true);
  line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  line->setCursorPosition(0);
  auto* label = new QLabel(title);
  label->setBuddy(line);
  body().addWidget(label);
  body().addWidget(line);
}

}  // namespace gan
