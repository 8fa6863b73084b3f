#include "dialogs/command_field.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTimer>

namespace gan {
namespace {

QString quoted(QString word) {
  static const QRegularExpression plain(QStringLiteral("\\A[\\w@%+=:,./-]+\\z"),
                                        QRegularExpression::UseUnicodePropertiesOption);
  if (plain.match(word).hasMatch()) return word;
  word.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
  return QLatin1Char('\'') + word + QLatin1Char('\'');
}

}  // namespace

QString shellText(const QStringList& words) {
  QStringList result;
  for (const QString& word : words) result << quoted(word);
  return result.join(QLatin1Char(' '));
}

QStringList overSsh(const RunPlace& place, const QStringList& words) {
  QStringList there;
  for (const QString& word : words) {
    // A login begins in the home folder; a quoted ~ would be a name like any other.
    const bool in_home = word.startsWith(QLatin1String("/~/")) || word.startsWith(QLatin1String("~/"));
    there << (in_home ? word.mid(word.indexOf(QLatin1Char('~')) + 2) : word);
  }
  return {QStringLiteral("ssh"), place.target.chopped(place.path().size()), shellText(there)};
}

namespace {

constexpr int kCopiedShownMs = 2000;
constexpr int kLines = 3;

}  // namespace

CommandField::CommandField(QWidget* parent)
    : QWidget(parent), text_(new QPlainTextEdit), copy_(new QPushButton(tr("&Copy"))) {
  text_->setObjectName(QStringLiteral("new_run_command"));
  text_->setAccessibleName(tr("The same as a shell command"));
  text_->setToolTip(tr("What the button below does, as a command for a shell"));
  text_->setReadOnly(true);
  text_->setTabChangesFocus(true);
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  text_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  const int frame = 2 * (text_->frameWidth() + static_cast<int>(text_->document()->documentMargin()));
  text_->setFixedHeight(QFontMetrics(text_->font()).lineSpacing() * kLines + frame);
  copy_->setObjectName(QStringLiteral("new_run_copy"));
  copy_->setToolTip(tr("Copies the command, to be run in a shell here or on another machine"));
  copy_->setAutoDefault(false);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins({});
  line->addWidget(text_, 1);
  line->addWidget(copy_, 0, Qt::AlignTop);
  connect(copy_, &QPushButton::clicked, this, &CommandField::copy);
}

void CommandField::setCommand(const QStringList& words) { text_->setPlainText(shellText(words)); }

void CommandField::copy() {
  QGuiApplication::clipboard()->setText(text_->toPlainText());
  copy_->setText(tr("Copied"));
  QTimer::singleShot(kCopiedShownMs, copy_, [this] { copy_->setText(tr("&Copy")); });
}

}  // namespace gan
