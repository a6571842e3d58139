// Reveals a payout account for a reason, which is logged. The texts are under `<room>:account`.
import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../../ui/behaviour/useAttempt.ts'
import { Code, Facts } from '../../ui/Facts.tsx'
import { label } from '../../ui/labels.ts'

type Account = { kind: string } & Record<string, unknown>

export type Reveal = (reason: string) => Promise<{ account: Account }>

type Props = { room: string; reveal: Reveal }

export function RevealAccount({ room, reveal }: Props) {
  const { t } = useTranslation(['list', 'common'])
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { busy, fault, attempt } = useAttempt()
  const [account, setAccount] = useState<Account>()
  if (account) {
    const { kind: _, ...shown } = account
    return (
      <Facts
        of={Object.entries(shown).map(([field, value]) => [
          label(`${room}:account.${field}`),
          <Code key={field}>{typeof value === 'string' ? value : ''}</Code>,
        ])}
      />
    )
  }
  if (!asking)
    return (
      <Button variant="subtle" size="compact-xs" onClick={() => setAsking(true)}>
        {label(`${room}:account.reveal`)}
      </Button>
    )
  const show = () =>
    attempt(async () => {
      setAccount((await reveal(reason)).account)
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void show()
      }}
    >
      <Textarea
        label={t('list:form.reason')}
        required
        autosize
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {fault !== '' && (
        <Alert color="red" role="alert" p="xs" mt={6}>
          {fault}
        </Alert>
      )}
      <Group mt={6} gap="xs">
        <Button type="submit" size="compact-sm" loading={busy}>
          {label(`${room}:account.reveal`)}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setAsking(false)}>
          {t('common:cancel')}
        </Button>
      </Group>
    </form>
  )
}
