import { languageChoose } from '@greenroom/contract/access'
import { useDirection } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { readToken } from '../api/token.ts'
import { changeLanguage, directionOf, type Language, type OfferedLanguage } from '../i18n/index.ts'
import { showError } from '../session/messages.ts'

/** The page's language and its setter, which also updates the account if signed in. */
export function useLanguage(): { language: Language; choose: (language: OfferedLanguage) => void } {
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()

  const choose = useCallback(
    (language: OfferedLanguage) => {
      void changeLanguage(language).then(() => setDirection(directionOf(language)))
      if (readToken()) call(languageChoose, { language }).catch(showError)
    },
    [setDirection],
  )

  return { language: i18n.language as Language, choose }
}
