// The maker's half of new passwords, shown once: a link for each account. It works with the code that the approver gets.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Code, Facts } from '../../ui/Facts.tsx'

type Link = { username: string; token: string }

/** The links in an answer; none if the call returns none. */
export function linksOf(answer: unknown): Link[] {
  if (typeof answer !== 'object' || answer === null || !('links' in answer)) return []
  return Array.isArray(answer.links) ? (answer.links as Link[]) : []
}

const addressOf = ({ token }: Link) => `${window.location.origin}/verify#${token}`

export function LinksShown({ links, close }: { links: readonly Link[]; close: () => void }) {
  const { t } = useTranslation(['list', 'common'])
  return (
    <Stack gap="md">
      <Alert color="yellow" p="xs">
        {t('list:links.once')}
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
      <Group justify="flex-end">
        <Button onClick={close}>{t('list:links.kept')}</Button>
      </Group>
    </Stack>
  )
}
