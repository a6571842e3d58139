import { useTranslation } from 'react-i18next'
import { languageName } from './language.ts'

/** An app user's language in the reader's; a dash if it is not known. */
export function LanguageName({ code }: { code: string }) {
  const { i18n } = useTranslation()
  return code === '' ? '–' : languageName(code, i18n.language)
}
