// A generated password, shown once.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'

type Props = { answer: unknown; rows: readonly { username: string }[]; close: () => void }

export default function PasswordShown({ answer, rows, close }: Props) {
  const { t } = useTranslation(['system', 'common'])
  const { password } = answer as { password: string }
  return (
    <Stack gap="md">
      <Alert color="yellow" p="xs">
        {t('system:staff.passwordOnce')}
      </Alert>
      <Facts
        of={[
          [t('system:fields.username'), <Code key="name">{rows[0]?.username ?? ''}</Code>],
          [
            t('system:fields.password'),
            <Group key="password" gap="xs">
              <span data-password>
                <Code>{password}</Code>
              </span>
              <CopyButton text={password} label={t('common:copy')} />
            </Group>,
          ],
        ]}
      />
      <Group justify="flex-end">
        <Button onClick={close}>{t('system:staff.passwordKept')}</Button>
      </Group>
    </Stack>
  )
}
