#include "main/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace gan {

Languages::Languages() = default;

Languages::~Languages() {
  for (const auto& translator : translators_) QCoreApplication::removeTranslator(translator.get());
}

void Languages::use(const QString& language) {
  for (const auto& translator : translators_) QCoreApplication::removeTranslator(translator.get());
  translators_.clear();
  const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
  QLocale::setDefault(locale);
  const auto load = [&](const QString& name, const QString& folder) {
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), folder)) return;
    QCoreApplication::installTranslator(translator.get());
    translators_.push_back(std::move(translator));
  };
  load(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  load(QStringLiteral("gan-studio"), QStringLiteral(":/translations"));
}

}  // namespace gan
