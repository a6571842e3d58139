// A secret that the server made: it's seen here and never again.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../../ui/Facts.tsx'

type Props = { answer: unknown; rows: readonly { name: string }[]; close: () => void }

export default function SecretShown({ answer, rows, close }: Props) {
  const { t } = useTranslation(['system', 'common'])
  const { secret } = answer as { secret: string }
  return (
    <Stack gap="md">
      <Alert color="yellow" p="xs">
        {t('system:bridge.secretOnce')}
      </Alert>
      <Facts
        of={[
          [t('system:columns.name'), rows[0]?.name ?? ''],
          [
            t('system:bridge.secret'),
            <span key="secret" data-secret style={{ overflowWrap: 'anywhere' }}>
              <Code>{secret}</Code>
            </span>,
          ],
        ]}
      />
      <Group justify="flex-end" gap="xs">
        <CopyButton text={secret} label={t('common:copy')} withText />
        <Button onClick={close}>{t('system:bridge.secretKept')}</Button>
      </Group>
    </Stack>
  )
}
