// One transfer with all its legs, and the hold it resolves or that resolved it.
import { amountIn } from '@greenroom/contract/amounts'
import type { Answer } from '@greenroom/contract/call'
import { flowTransferInfo } from '@greenroom/contract/flow'
import { Alert, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Actor, Kind, Owner, Purpose, Signed } from '../../../page/money/LedgerEntry.tsx'
import { unitOf } from '../../../page/money/ledgerUnits.ts'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'

type Found = Answer<typeof flowTransferInfo>

export default function Transfer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('flow')
  // A row's id is its transfer's and its line.
  const transferId = rowId.slice(0, 36)
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('transfer.title')}
      alwaysRead
      read={(signal) => call(flowTransferInfo, { transferId }, { signal })}
    >
      {(found) => <Shown {...found} close={close} />}
    </RecordDrawer>
  )
}

function Shown({ transfer, entries, detached, close }: Found & { close: () => void }) {
  const { t } = useTranslation('flow')
  const toTransfer = (id: string) => (
    <Link to={`/flow/token?drawer=${encodeURIComponent(`transfer:${id}`)}`}>
      <Code>{id}</Code>
    </Link>
  )
  return (
    <SideDrawer title={<Kind kind={transfer.kind} />} close={close} width="wide">
      <Stack gap="lg">
        {transfer.refused !== null && (
          <Alert color="red">{t('transfer.refused', { why: label(`errors:${transfer.refused}`) })}</Alert>
        )}
        <Facts
          of={[
            [t('columns.occurredAt'), <Time key="at" at={transfer.occurredAt} />],
            [t('columns.phase'), t(`options.phase.${transfer.phase}`)],
            [t('columns.reference'), <Code key="reference">{transfer.reference}</Code>],
            [t('columns.actor'), <Actor key="actor" actor={transfer.actor} />],
            [t('columns.recordedAt'), <Time key="recorded" at={transfer.recordedAt} />],
            [t('columns.transferId'), <Code key="id">{transfer.transferId}</Code>],
            ...(transfer.holdId ? ([[t('transfer.hold'), toTransfer(transfer.holdId)]] as const) : []),
            ...(transfer.resolvedBy ? ([[t('transfer.resolvedBy'), toTransfer(transfer.resolvedBy)]] as const) : []),
          ]}
        />
        {detached && <Alert color="gray">{t('transfer.detached')}</Alert>}
        {entries.length === 0 ? (
          <Text c="dimmed">{t('transfer.noLegs')}</Text>
        ) : (
          <div style={{ overflowX: 'auto' }}>
            <ShortTable
              rows={entries}
              keyOf={(entry) => entry.entryId}
              columns={[
                [t('columns.owner'), (entry) => <Owner owner={entry.owner} />],
                [t('columns.purpose'), (entry) => <Purpose purpose={entry.purpose} />],
                [t('columns.amount'), (entry) => <Signed amount={amountIn(entry)} currency={entry.currency} />, 'end'],
                [
                  t('columns.reserved'),
                  (entry) => <Signed amount={amountIn(entry.reserved)} currency={entry.currency} />,
                  'end',
                ],
                [
                  t('columns.postedAfter'),
                  ({ postedAfter, currency }) =>
                    postedAfter === null ? '–' : <Amount value={amountIn(postedAfter)} unit={unitOf[currency]} />,
                  'end',
                ],
              ]}
            />
          </div>
        )}
      </Stack>
    </SideDrawer>
  )
}
