// A secret that is shown only now: the warning, the secret to copy, and a button to confirm that it was stored.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './CopyButton.tsx'
import { Code, Facts } from './Facts.tsx'
import type { Written } from './values/written.ts'

type Props = {
  warning: string
  /** Further facts, shown above the secret. */
  facts?: readonly (readonly [string, Written])[]
  name: string
  secret: string
  kept: string
  close: () => void
}

export function ShownOnce({ warning, facts = [], name, secret, kept, close }: Props) {
  const { t } = useTranslation('common')
  return (
    <Stack gap="md">
      <Alert color="yellow" p="xs">
        {warning}
      </Alert>
      <Facts
        of={[
          ...facts,
          [
            name,
            <Group key="secret" gap="xs">
              <span data-secret style={{ overflowWrap: 'anywhere' }}>
                <Code>{secret}</Code>
              </span>
              <CopyButton text={secret} label={t('copy')} />
            </Group>,
          ],
        ]}
      />
      <Group justify="flex-end">
        <Button onClick={close}>{kept}</Button>
      </Group>
    </Stack>
  )
}
