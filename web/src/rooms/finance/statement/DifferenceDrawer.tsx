// One difference: both sides, the likely cause, and comments.
import type { Answer } from '@greenroom/contract/call'
import { differenceInfo, differenceMatch, differenceNote } from '@greenroom/contract/statements'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { useCurrentList } from '../../../list/currentList.ts'
import { showSuccess } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Fault } from '../../../ui/Fault.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Detail, Story } from '../../../ui/Story.tsx'
import { DifferenceState, DifferenceStatus, Minor } from './StatementState.tsx'

type Found = Answer<typeof differenceInfo>

export default function DifferenceDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Found>
      rowId={rowId}
      close={close}
      title={t('difference.one')}
      alwaysRead
      read={(signal) => call(differenceInfo, { differenceId: Number(rowId) }, { signal })}
      named={(found) => t('difference.of', { id: String(found.id) })}
      width="medium"
    >
      {(found) => (
        <>
          <Overview of={found} />
          <Notes of={found} />
          <Work of={found} close={close} />
        </>
      )}
    </ShowRecord>
  )
}

function OrderLink({ id }: { id: string }) {
  const order = encodeURIComponent(id)
  return <Link to={`/finance/recharge?orderId=${order}&drawer=order:${order}`}>{id}</Link>
}

function Overview({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.differenceStatus'), <DifferenceStatus key="status" status={of.status} />],
        [t('columns.differenceState'), <DifferenceState key="state" state={of.state} />],
        [t('columns.differenceKind'), <Labelled key="kind" by={`finance:options.differenceKind.${of.kind}`} />],
        [t('columns.reference'), of.reference && <Code key="reference">{of.reference}</Code>],
        [t('columns.order'), of.orderId && <OrderLink key="order" id={of.orderId} />],
        [t('difference.suggested'), of.suggestedId && <OrderLink key="suggested" id={of.suggestedId} />],
        [t('columns.ours'), <Minor key="ours" value={of.oursMinor} currency={of.currency} />],
        [t('columns.theirs'), <Minor key="theirs" value={of.theirsMinor} currency={of.currency} />],
        [t('columns.gateway'), of.gateway],
        [
          t('columns.statementId'),
          <Link key="statement" to={`/finance/statement?drawer=statement:${of.statementId}`}>
            {of.statementId}
          </Link>,
        ],
        [t('columns.lineAt'), <Time key="at" at={of.at} />],
        [t('columns.closedBy'), of.closedBy],
        [t('columns.reason'), of.reason],
        ...(of.approvalId ? ([[t('chargeback.approval'), t('chargeback.waits')]] as const) : []),
      ]}
    />
  )
}

function Notes({ of }: { of: Found }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  if (of.notes.length === 0) return null
  return (
    <Story
      title={t('story.title')}
      of={of.notes.map((one) => ({
        at: one.at,
        what: label(`finance:difference.notes.${one.what}`),
        by: one.by,
        details: <Detail text={one.text} />,
      }))}
    />
  )
}

/** A comment, or the line's order, which a second member of staff approves. */
function Work({ of, close }: { of: Found; close: () => void }) {
  const { t } = useTranslation('finance')
  const list = useCurrentList()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [orderId, setOrderId] = useState(of.suggestedId ?? '')
  const { busy, fault, attempt } = useAttempt()
  if (list.writable !== true) return null
  const run = (work: () => Promise<unknown>, message: string) =>
    attempt(async () => {
      await work()
      showSuccess(message)
      await client.invalidateQueries({ queryKey: ['finance.statement'] })
      close()
    })
  const comment = () => run(() => call(differenceNote, { differenceId: of.id, text }), t('difference.commented'))
  const propose = () =>
    run(async () => {
      const { outcomes } = await call(differenceMatch, { ids: [of.id], orderId, reason: text })
      const [outcome] = outcomes
      if (outcome && !outcome.ok) throw new Error(whyOutcome(outcome))
    }, t('difference.proposed'))
  return (
    <Stack gap="xs">
      <Textarea
        label={t('difference.text')}
        autosize
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {of.can.match === true && (
        <TextInput
          label={t('difference.order')}
          description={t('difference.orderHint')}
          value={orderId}
          maxLength={100}
          onChange={(event) => setOrderId(event.currentTarget.value)}
        />
      )}
      <Fault text={fault} />
      <Group gap="xs">
        <Button variant="default" loading={busy} disabled={text.trim() === ''} onClick={() => void comment()}>
          {t('difference.comment')}
        </Button>
        {of.can.match === true && (
          <Button loading={busy} disabled={text.trim() === '' || orderId.trim() === ''} onClick={() => void propose()}>
            {t('difference.propose')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
