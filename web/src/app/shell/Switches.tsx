import { languageChoose } from '@greenroom/contract/access'
import { ActionIcon, UnstyledButton, useComputedColorScheme, useDirection, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { readToken } from '../../api/token.ts'
import { changeLanguage, directionOf, type Language, type OfferedLanguage, offeredLanguages } from '../../i18n/index.ts'
import { showError } from '../../session/messages.ts'
import styles from './Switches.module.css'

/** The page's language and its setter, which also updates the account if signed in. */
function useLanguage(): { language: Language; choose: (language: OfferedLanguage) => void } {
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

const labels = { cn: 'CN', en: 'EN' } as const
const names = { cn: '中文', en: 'English' } as const
const tags = { cn: 'zh-CN', en: 'en' } as const

/** CN and EN, the two complete languages. */
export function LanguageSwitch() {
  const { t } = useTranslation('shell')
  const { language, choose } = useLanguage()
  return (
    <fieldset className={styles.languages} aria-label={t('language')}>
      {offeredLanguages.map((offered) => (
        <UnstyledButton
          key={offered}
          className={styles.language}
          aria-pressed={language === offered}
          title={names[offered]}
          lang={tags[offered]}
          onClick={() => choose(offered)}
        >
          {labels[offered]}
        </UnstyledButton>
      ))}
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
