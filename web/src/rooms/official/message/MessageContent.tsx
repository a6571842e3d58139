// A message's content as users see it, in each of its languages.
import { type Language, languageNameOf, languages } from '@greenroom/contract/languages'
import { Image, Tabs, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fileUrl } from '../../../session/cookies.ts'
import { Bubble } from '../../../ui/values/Bubble.tsx'
import type { Message } from './messageValues.ts'

export function Content({ of }: { of: Pick<Message, 'texts' | 'link' | 'picture'> }) {
  const { t } = useTranslation('official')
  const written = languages.filter((language) => of.texts[language])
  const card = (language: Language) => {
    const { title, text } = of.texts[language]!
    return (
      <Bubble>
        {of.picture && <Image src={fileUrl(of.picture.url)} alt="" mah={140} fit="cover" radius="sm" mb="xs" />}
        {title && <Text fw={600}>{title}</Text>}
        <Text>{text}</Text>
        {of.link && (
          <Text size="sm" c="dimmed" mt={4}>
            <bdi dir="ltr">{of.link}</bdi>
          </Text>
        )}
      </Bubble>
    )
  }
  if (written.length === 1) return card(written[0]!)
  return (
    <Tabs defaultValue={written[0]!} keepMounted={false} variant="outline">
      <Tabs.List mb="xs" aria-label={t('fields.languages')}>
        {written.map((language) => (
          <Tabs.Tab key={language} value={language} px={8} py={6} fz="xs">
            {languageNameOf(language)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {written.map((language) => (
        <Tabs.Panel key={language} value={language}>
          {card(language)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
