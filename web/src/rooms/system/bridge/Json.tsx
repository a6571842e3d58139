import { Group, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './bridge.module.css'

/** Formatted JSON; other text unchanged. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A labelled raw text, to read and copy. */
export function Json({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('common')
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <Title order={2}>{title}</Title>
        <CopyButton text={text} label={t('copy')} />
      </Group>
      {/* It may scroll, so the keyboard must get there. */}
      <pre className={classes['json']} dir="ltr" tabIndex={0}>
        {laidOut(text)}
      </pre>
    </section>
  )
}
