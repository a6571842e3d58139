// Texts in nine languages: English comes first and is required, the others are optional.
import { type Language, languageNameOf, languages } from '@greenroom/contract/languages'
import { Stack, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  /** Languages that have a text, which are marked. */
  filled: (language: Language) => boolean
  children: (language: Language) => ReactNode
}

export function LanguageTexts({ filled, children }: Props) {
  return (
    <Tabs defaultValue="en" keepMounted={false} variant="outline">
      <Tabs.List mb="xs">
        {languages.map((language) => (
          <Tabs.Tab key={language} value={language} px={8} py={6} fz="xs">
            {languageNameOf(language)}
            {filled(language) ? ' ●' : ''}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((language) => (
        <Tabs.Panel key={language} value={language}>
          <Stack gap="sm">{children(language)}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
