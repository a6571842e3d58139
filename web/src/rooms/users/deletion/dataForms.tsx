// Short forms inside a user's page: a reason, and for a hold its end.
import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'

type Asked = { done: () => Promise<void>; close: () => void }
const longest = 500

function Asking({
  title,
  hint,
  ready,
  send,
  done,
  close,
  children,
}: Asked & {
  title: string
  hint: string
  ready: boolean
  send: () => Promise<unknown>
  children: React.ReactNode
}) {
  const { t } = useTranslation(['users', 'common'])
  const { busy, fault, attempt } = useAttempt()
  return (
    <form
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy)
          void attempt(async () => {
            await send()
            await done()
          })
      }}
    >
      {hint !== '' && <p>{hint}</p>}
      {children}
      {fault && (
        <Alert color="red" role="alert" p="xs" mt={8}>
          {fault}
        </Alert>
      )}
      <Group gap="xs" mt={8}>
        <Button type="submit" loading={busy} disabled={!ready}>
          {title}
        </Button>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
      </Group>
    </form>
  )
}

function ReasonInput({ value, set }: { value: string; set: (text: string) => void }) {
  const { t } = useTranslation('users')
  return (
    <Textarea
      label={t('columns.reason')}
      required
      autosize
      autoFocus
      minRows={2}
      maxLength={longest}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** Asks for a reason, and sends it. */
export function ReasonAsked({
  title,
  hint,
  send,
  ...asked
}: Asked & { title: string; hint: string; send: (reason: string) => Promise<unknown> }) {
  const [reason, setReason] = useState('')
  return (
    <Asking title={title} hint={hint} ready={reason.trim() !== ''} send={() => send(reason.trim())} {...asked}>
      <ReasonInput value={reason} set={setReason} />
    </Asking>
  )
}

/** A legal hold: why, and until when; without an end until staff end it. */
export function HoldForm({
  send,
  ...asked
}: Asked & { send: (input: { reason: string; untilStr?: string }) => Promise<unknown> }) {
  const { t } = useTranslation('users')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  return (
    <Asking
      title={t('actions.data.hold')}
      hint={t('data.holdHint')}
      ready={reason.trim() !== ''}
      send={() => send({ reason: reason.trim(), ...(until !== '' && { untilStr: until }) })}
      {...asked}
    >
      <ReasonInput value={reason} set={setReason} />
      <DayField label={t('data.until')} description={t('data.untilHint')} value={until} onChange={setUntil} />
    </Asking>
  )
}
