// The maker's half of new passwords, shown once: a link for each account. It works with the code that the approver gets.
import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Code, Facts } from '../../ui/Facts.tsx'
import type { Link } from './links.ts'

const addressOf = ({ token }: Link) => `${window.location.origin}/invite#${token}`

/** `waits`: the request's approver gets the code beside it. `note`: what else became of them. */
type Props = { links: readonly Link[]; waits: boolean; note?: ReactNode; close: () => void }

export function LinksShown({ links, waits, note, close }: Props) {
  const { t } = useTranslation(['list', 'common'])
  return (
    <Stack gap="md">
      <Alert color="yellow" p="xs">
        {waits ? t('list:links.once') : t('list:links.alone')}
      </Alert>
      <Facts
        of={links.map((link) => [
          link.username,
          <Group key={link.username} gap="xs">
            <span data-secret style={{ overflowWrap: 'anywhere' }}>
              <Code>{addressOf(link)}</Code>
            </span>
            <CopyButton text={addressOf(link)} label={t('common:copy')} />
          </Group>,
        ])}
      />
      {note}
      <Group justify="flex-end">
        <Button onClick={close}>{t('list:links.kept')}</Button>
      </Group>
    </Stack>
  )
}
