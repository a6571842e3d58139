// One statement: the dry run's results and warnings, and keeping or dropping it.
import { statementConfirm, statementDiscard, statementInfo } from '@greenroom/contract/statements'
import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { ShowRecord } from '../../../actions/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { showSuccess } from '../../../session/messages.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Fault } from '../../../ui/Fault.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Minor, type Statement, StatementState } from './StatementState.tsx'

export default function StatementDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<Statement>
      rowId={rowId}
      close={close}
      title={t('statement.one')}
      alwaysRead
      read={(signal) => call(statementInfo, { statementId: Number(rowId) }, { signal })}
      named={(found) => t('statement.of', { id: String(found.id), gateway: found.gateway })}
      width="medium"
    >
      {(found) => (
        <>
          <Overview of={found} />
          <Counts of={found} />
          <Warnings of={found} />
          <Decide of={found} close={close} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: Statement }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.statementState'), <StatementState key="state" state={of.state} />],
        [t('columns.fileName'), <bdi key="file">{of.fileName}</bdi>],
        [t('columns.mapping'), of.mappingName],
        [t('columns.period'), <bdi key="period" dir="ltr">{`${of.fromDay} – ${of.toDay}`}</bdi>],
        [t('columns.lines'), <Amount key="lines" value={of.lines} unit="number" />],
        [t('statement.amountSum'), <Minor key="sum" value={of.amountSum} currency={of.currency} />],
        [t('statement.feeSum'), <Minor key="fees" value={of.feeSum} currency={of.currency} />],
        [t('statement.import.opening'), <Minor key="opening" value={of.opening} currency={of.currency} />],
        [t('statement.import.closing'), <Minor key="closing" value={of.closing} currency={of.currency} />],
        [t('columns.madeBy'), of.madeBy],
        [t('columns.madeAt'), <Time key="made" at={of.madeAt} />],
        [t('columns.confirmedBy'), of.confirmedBy],
        [t('columns.reason'), of.reason],
      ]}
    />
  )
}

const results = ['agreed', 'amount', 'split', 'theirs', 'unreadable'] as const

/** The dry run's results; each figure links to its lines. */
function Counts({ of }: { of: Statement }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  if (!of.counts) return null
  const { counts } = of
  return (
    <Facts
      of={[
        ...results.map(
          (result) =>
            [
              label(`finance:options.lineResult.${result}`),
              <Link key={result} to={`/finance/statement?tab=lines&statement=${of.id}&lineResult=${result}`}>
                <Amount value={counts[result]} unit="number" />
              </Link>,
            ] as const,
        ),
        [
          t('statement.ours'),
          of.state === 'confirmed' ? (
            <Link key="ours" to={`/finance/statement?tab=differences&statementId=${of.id}&differenceKind=ours`}>
              <Amount value={counts.ours} unit="number" />
            </Link>
          ) : (
            <Amount key="ours" value={counts.ours} unit="number" />
          ),
        ],
        [t('statement.suggested'), <Amount key="suggested" value={counts.suggested} unit="number" />],
      ]}
    />
  )
}

function Warnings({ of }: { of: Statement }) {
  const { label } = useLabels()
  return of.warnings.map((warning) => (
    <Alert key={warning} color="yellow" p="xs" role="note">
      {label(`finance:statement.warnings.${warning}`)}
    </Alert>
  ))
}

function Decide({ of, close }: { of: Statement; close: () => void }) {
  const { t } = useTranslation('finance')
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const { busy, fault, attempt } = useAttempt()
  if (of.can.confirm !== true && of.can.discard !== true) return null
  const decide = (work: () => Promise<string>) =>
    attempt(async () => {
      showSuccess(await work())
      await client.invalidateQueries({ queryKey: ['finance.statement'] })
      close()
    })
  const payload = { statementId: of.id, version: of.version, reason }
  const confirm = async () => {
    const { differences } = await call(statementConfirm, payload)
    return t('statement.confirmed', { count: differences })
  }
  const discard = async () => {
    await call(statementDiscard, payload)
    return t('statement.discarded')
  }
  return (
    <Stack gap="xs">
      <Textarea
        label={t('statement.reason')}
        description={t('statement.reasonHint')}
        autosize
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Fault text={fault} />
      <Group gap="xs">
        {of.can.confirm === true && (
          <Button loading={busy} onClick={() => void decide(confirm)}>
            {t('statement.confirm')}
          </Button>
        )}
        {of.can.discard === true && (
          <Button variant="default" loading={busy} onClick={() => void decide(discard)}>
            {t('statement.discard')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
