// Texts of the company in nine languages: English, which is required, beside Chinese; the others behind one disclosure, each in its own
// direction. A language without a text shows the English one.
import {
  directionOf,
  type Language,
  languageNameOf,
  languages,
  staffLanguages,
  tagOf,
} from '@greenroom/contract/languages'
import { Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

const others = languages.filter((language) => !staffLanguages.some((staffs) => staffs === language))

type Props = {
  /** The disclosure's words, by how many of how many other languages have a text. */
  says: (written: number, all: number) => string
  filled: (language: Language) => boolean
  /** A text of the language has an error: its fields are shown. */
  failed: (language: Language) => boolean
  /** The fields of a language; they take `writtenIn` of it. */
  children: (language: Language) => ReactNode
}

/** For a field whose text is in this language: its spelling checker, its fonts, and its direction. */
export const writtenIn = (language: Language) => ({ lang: tagOf(language), dir: directionOf(language) })

const InLanguage = ({ language, children }: { language: Language; children: ReactNode }) => (
  <Stack component="fieldset" gap="sm" m={0} p={0} bd={0} flex="1 1 280px" miw={0}>
    <Text component="legend" fw={600} {...writtenIn(language)}>
      {languageNameOf(language)}
    </Text>
    {children}
  </Stack>
)

export function LanguageTexts({ says, filled, failed, children }: Props) {
  const [open, setOpen] = useState(false)
  const isOpen = open || others.some(failed)
  return (
    <>
      <Group gap="lg" align="flex-start">
        {staffLanguages.map((language) => (
          <InLanguage key={language} language={language}>
            {children(language)}
          </InLanguage>
        ))}
      </Group>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <Text component="summary" py={6} style={{ cursor: 'pointer' }}>
          {says(others.filter(filled).length, others.length)}
        </Text>
        {isOpen && (
          <Group gap="lg" align="flex-start" pt="xs">
            {others.map((language) => (
              <InLanguage key={language} language={language}>
                {children(language)}
              </InLanguage>
            ))}
          </Group>
        )}
      </details>
    </>
  )
}
