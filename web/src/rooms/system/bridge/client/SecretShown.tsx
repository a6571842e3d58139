// A new secret, shown once to its maker.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import { Code } from '../../../../ui/Facts.tsx'

export function SecretShown({ secret, close }: { secret: string; close: () => void }) {
  const { t } = useTranslation(['system', 'common'])
  return (
    <Stack gap="xs">
      <Alert color="yellow" p="xs">
        {t('system:bridge.secretOnce')}
      </Alert>
      <span data-secret style={{ overflowWrap: 'anywhere' }}>
        <Code>{secret}</Code>
      </span>
      <Group justify="flex-end" gap="xs">
        <CopyButton text={secret} label={t('common:copy')} withText />
        <Button onClick={close}>{t('system:bridge.secretKept')}</Button>
      </Group>
    </Stack>
  )
}
