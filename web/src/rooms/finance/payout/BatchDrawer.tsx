// One batch with its payouts.
import { payoutBatchInfo } from '@greenroom/contract/payoutBatches'
import { Anchor, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../action/Drawers.tsx'
import { ShowRecord } from '../../../action/form/ShowRecord.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { brief, Why } from '../usdt/parts.tsx'
import { type BatchDetails, BatchState, Kind, type Line, LineState, Source } from './parts.tsx'

export default function BatchDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <ShowRecord<BatchDetails>
      rowId={rowId}
      close={close}
      title={t('payout.batch')}
      alwaysRead
      read={(signal) => call(payoutBatchInfo, { batchId: Number(rowId) }, { signal })}
      named={(found) => t('payout.batchOf', { batchId: found.batchId })}
      width={860}
    >
      {(found) => (
        <>
          <Overview of={found} />
          <Lines of={found.payouts} />
        </>
      )}
    </ShowRecord>
  )
}

function Overview({ of }: { of: BatchDetails }) {
  const { t } = useTranslation('finance')
  const by = (name: string, at: string | null) =>
    name === '' ? (
      '–'
    ) : (
      <span>
        {name} · <Time at={at} />
      </span>
    )
  return (
    <Facts
      of={[
        [t('columns.batchState'), <BatchState key="state" of={of} />],
        [t('columns.method'), <Kind key="kind" of={of.kind} />],
        [t('columns.amount'), <Amount key="amount" value={of.usdCents} unit="usd" />],
        [t('columns.lines'), <Amount key="lines" value={of.lines} unit="number" />],
        [t('columns.batchMadeBy'), by(of.madeBy, of.madeAt)],
        [t('columns.approvedBy'), by(of.approvedBy, of.approvedAt)],
        [t('columns.sentBy'), by(of.sentBy, of.sentAt)],
        ...(of.onChain
          ? ([
              [
                t('payout.instructions'),
                <Link key="instructions" to={`/finance/usdtOut?payoutBatch=${of.batchId}`}>
                  {t('payout.openInstructions')}
                </Link>,
              ],
            ] as const)
          : []),
        [t('payout.control'), <Code key="control">{of.control.slice(0, 16)}</Code>],
        ...(of.approvalId === null
          ? []
          : ([
              [
                t('payout.approval'),
                <Link key="approval" to={`/sys/approval?drawer=approval:${of.approvalId}`}>
                  {t('payout.openApproval')}
                </Link>,
              ],
            ] as const)),
        ...(of.note ? ([[t('columns.note'), of.note]] as const) : []),
      ]}
    />
  )
}

/** The state of a line's payment on the chain. */
function Instruction({ of }: { of: NonNullable<Line['instruction']> }) {
  const { label } = useLabels()
  return (
    <div>
      {label(`finance:options.instructionState.${of.state.replaceAll(' ', '_')}`)}
      {of.reason && (
        <>
          {' · '}
          <Why reason={of.reason} />
        </>
      )}
    </div>
  )
}

function Lines({ of }: { of: readonly Line[] }) {
  const { t } = useTranslation('finance')
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('columns.payee')}</Table.Th>
          <Table.Th>{t('columns.source')}</Table.Th>
          <Table.Th>{t('columns.lastFour')}</Table.Th>
          <Table.Th ta="end">{t('columns.amount')}</Table.Th>
          <Table.Th>{t('columns.payoutState')}</Table.Th>
          <Table.Th>{t('columns.reference')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {of.map((line) => (
          <Table.Tr key={line.payoutId}>
            <Table.Td>
              <bdi>{line.payeeName || line.payeeId}</bdi>
            </Table.Td>
            <Table.Td>
              <Source of={line.source} />
            </Table.Td>
            <Table.Td>
              <bdi dir="ltr">…{line.lastFour}</bdi>
            </Table.Td>
            <Table.Td ta="end">
              <Amount value={line.usdCents} unit="usd" />
            </Table.Td>
            <Table.Td>
              <LineState of={line} />
              {line.instruction && line.state === 'waiting' ? (
                <Instruction of={line.instruction} />
              ) : (
                <> {line.reason}</>
              )}
            </Table.Td>
            <Table.Td>
              {line.instruction && line.reference ? (
                <span title={line.reference} style={{ whiteSpace: 'nowrap' }}>
                  <Code>{brief(line.reference)}</Code>
                  <CopyButton text={line.reference} label={t('usdt.copyTransaction')} />
                </span>
              ) : (
                <bdi>{line.reference || '–'}</bdi>
              )}{' '}
              {line.proofUrl && (
                <Anchor href={line.proofUrl} target="_blank" rel="noreferrer">
                  {t('withdraw.openProof')}
                </Anchor>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
