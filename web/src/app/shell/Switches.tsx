import { languageChoose } from '@greenroom/contract/access'
import {
  directionOf,
  type Language,
  languageNameOf,
  staffLanguageOf,
  staffLanguages,
  tagOf,
} from '@greenroom/contract/languages'
import { ActionIcon, UnstyledButton, useComputedColorScheme, useDirection, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { lazy, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { languageChosen } from '../../api/platformNews.ts'
import { readToken } from '../../api/token.ts'
import { changeLanguage } from '../../i18n/index.ts'
import { showError } from '../../session/messages.ts'
import styles from './Switches.module.css'

/** The page's language and its setter, which also updates the account if signed in: the server's own names are in staff's two. */
function useLanguage(): { language: Language; choose: (language: Language) => void } {
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()

  const choose = useCallback(
    (language: Language) => {
      void changeLanguage(language).then(() => setDirection(directionOf(language)))
      // What the server wrote in the language before is asked for again.
      if (readToken()) call(languageChoose, { language: staffLanguageOf(language) }).then(languageChosen, showError)
    },
    [setDirection],
  )

  return { language: i18n.language as Language, choose }
}

/** Chinese stands first (spec section 1). */
const offered = [...staffLanguages].reverse()
/** Loaded after the page. */
const MoreLanguages = lazy(() => import('./MoreLanguages.tsx'))

/** CN and EN; for outsiders and visitors `more`, a choice of the other seven. */
export function LanguageSwitch({ more = false }: { more?: boolean }) {
  const { t } = useTranslation('shell')
  const { language, choose } = useLanguage()
  return (
    <fieldset className={styles.languages} aria-label={t('language')}>
      {offered.map((one) => (
        <UnstyledButton
          key={one}
          className={styles.language}
          aria-pressed={language === one}
          title={languageNameOf(one)}
          lang={tagOf(one)}
          onClick={() => choose(one)}
        >
          {one.toUpperCase()}
        </UnstyledButton>
      ))}
      <Suspense>{more && <MoreLanguages language={language} choose={choose} />}</Suspense>
    </fieldset>
  )
}

/** Light or dark, kept in this browser; the system's choice until one is made. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const label = t(scheme === 'dark' ? 'theme.light' : 'theme.dark')
  return (
    // The browser's own tip: the kit's would bring its positioning to the log-in page.
    <ActionIcon aria-label={label} title={label} onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
      {scheme === 'dark' ? <IconSun size={17} stroke={1.6} /> : <IconMoon size={17} stroke={1.6} />}
    </ActionIcon>
  )
}
