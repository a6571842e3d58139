// Lines to paste into a shell, in five languages, with address and secret filled in.
import { newId } from '@greenroom/contract/operationId'
import {
  firstEvent,
  type ReadyLanguage,
  readyFiles,
  readyLanguages,
  readyLibrary,
  readyLines,
  readyReceiver,
} from '@greenroom/contract/readyLines'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/session.ts'
import { saveBlob } from '../../../ui/behaviour/saveFile.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './setup.module.css'

const examples = import.meta.glob<string>(
  [
    '../../../../../bridge-client/examples/sign.sh',
    '../../../../../bridge-client/examples/{python,java,php}/*.{py,java,php}',
  ],
  { query: '?raw', import: 'default' },
)

const names: Readonly<Record<ReadyLanguage, string>> = {
  curl: 'curl',
  node: 'Node',
  python: 'Python',
  java: 'Java',
  php: 'PHP',
}

/** What stands in the lines until the secret was fetched here. */
const unknownSecret = 'whsec_…'

export function ReadyLines({ url, secret }: { url: string; secret: string }) {
  const { t } = useTranslation('installation')
  const { clockOffset } = useSession()
  const [language, setLanguage] = useState<ReadyLanguage>('curl')
  const [event] = useState(() => firstEvent(newId(), new Date(Date.now() + clockOffset)))
  const lines = readyLines(language, { url, secret: secret || unknownSecret, event })
  const file = readyFiles[language]
  const library = readyLibrary[language]?.join('\n')
  const receiver = readyReceiver[language]
  return (
    <Stack gap="xs" className={classes['lines'] ?? ''}>
      <Title order={3} size="sm">
        {t('app.lines')}
      </Title>
      <Group gap={4} role="group" aria-label={t('app.language')}>
        {readyLanguages.map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant={one === language ? 'filled' : 'default'}
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {names[one]}
          </Button>
        ))}
      </Group>
      {file !== null && <ExampleFile path={file} />}
      {library !== undefined && (
        <>
          <Text size="sm">{t('app.library')}</Text>
          <pre dir="ltr" tabIndex={0} aria-label={t('app.library')}>
            {library}
          </pre>
        </>
      )}
      <Text size="sm">{t('app.replace')}</Text>
      <pre dir="ltr" tabIndex={0} aria-label={t('app.lines')}>
        {lines}
      </pre>
      <Group>
        <CopyButton text={lines} label={t('app.copyLines')} withText />
      </Group>
      {receiver !== null && (
        <>
          <Text size="sm">{t('app.listen')}</Text>
          <pre dir="ltr" tabIndex={0} aria-label={t('app.listen')}>
            {receiver}
          </pre>
        </>
      )}
    </Stack>
  )
}

/** The example that the lines need beside them, saved as a file. */
function ExampleFile({ path }: { path: string }) {
  const { t } = useTranslation('installation')
  const { busy, fault, attempt } = useAttempt()
  const name = path.split('/').at(-1) ?? path
  const save = () =>
    attempt(async () => {
      const text = (await examples[`../../../../../bridge-client/examples/${path}`]?.()) ?? ''
      saveBlob(name, new Blob([text], { type: 'text/plain' }))
    })
  return (
    <Group gap="xs">
      <Text size="sm">{t('app.file')}</Text>
      <Button variant="default" size="compact-sm" loading={busy} onClick={() => void save()}>
        {t('app.download', { name })}
      </Button>
      {fault !== '' && (
        <Text c="red" role="alert">
          {fault}
        </Text>
      )}
    </Group>
  )
}
