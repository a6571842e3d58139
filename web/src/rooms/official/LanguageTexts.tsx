// Texts in nine languages: English comes first and is required, the others are optional.
import { textLanguages } from '@greenroom/contract/statesAndKinds'
import { Stack, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

/** Languages by their own names. */
export const languageNames = {
  en: 'English',
  cn: '简体中文',
  ar: 'العربية',
  es: 'Español',
  ja: '日本語',
  ms: 'Bahasa Melayu',
  pt: 'Português',
  ru: 'Русский',
  zh_tw: '繁體中文',
} as const

export type TextLanguage = (typeof textLanguages)[number]

type Props = {
  /** Languages that have a text, which are marked. */
  filled: (language: TextLanguage) => boolean
  children: (language: TextLanguage) => ReactNode
}

export function LanguageTexts({ filled, children }: Props) {
  return (
    <Tabs defaultValue="en" keepMounted={false} variant="outline">
      <Tabs.List mb="xs">
        {textLanguages.map((language) => (
          <Tabs.Tab key={language} value={language} px={8} py={6} fz="xs">
            {languageNames[language]}
            {filled(language) ? ' ●' : ''}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {textLanguages.map((language) => (
        <Tabs.Panel key={language} value={language}>
          <Stack gap="sm">{children(language)}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
