// A user's statement: every entry of their accounts.
import { amountIn } from '@greenroom/contract/amounts'
import { userEntryList } from '@greenroom/contract/flow'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../list/filters.ts'
import { Cause, type Entry, With } from '../../page/money/EntryCause.tsx'
import { Actor, Kind, Purpose, Signed } from '../../page/money/LedgerEntry.tsx'
import { unitOf } from '../../page/money/ledgerUnits.ts'
import { Panel, type PanelColumn } from '../../page/Panel.tsx'
import { useSession } from '../../session/session.ts'
import { Detached } from './Detached.tsx'
import { useKindOptions } from './entryOptions.ts'

export type { Entry }

const filters = filtersOf({
  occurredAt: dateRange(),
  kind: chosenFrom(useKindOptions),
  currency: oneOf(['TOKEN', 'BONUS']),
})

const columns: PanelColumn<Entry>[] = [
  { id: 'occurredAt', cell: (entry) => <Time at={entry.occurredAt} /> },
  { id: 'kind', cell: (entry) => <Kind kind={entry.kind} /> },
  { id: 'cause', cell: (entry) => <Cause entry={entry} /> },
  { id: 'with', cell: (entry) => <With entry={entry} /> },
  { id: 'purpose', cell: (entry) => <Purpose purpose={entry.purpose} /> },
  { id: 'amount', cell: (entry) => <Signed amount={amountIn(entry)} currency={entry.currency} />, align: 'end' },
  {
    id: 'reserved',
    cell: (entry) => <Signed amount={amountIn(entry.reserved)} currency={entry.currency} />,
    align: 'end',
  },
  {
    id: 'postedAfter',
    cell: (entry) =>
      entry.postedAfter === null ? '–' : <Amount value={amountIn(entry.postedAfter)} unit={unitOf[entry.currency]} />,
    align: 'end',
  },
  { id: 'transfer', cell: (entry) => <Transfer entry={entry} /> },
  { id: 'actor', cell: (entry) => <Actor actor={entry.actor} /> },
]

/** A link to the whole transfer, for accounts with access to the ledger; its reference on hover. */
function Transfer({ entry }: { entry: Entry }) {
  const { t } = useTranslation('flow')
  const { may } = useSession()
  if (!may('flow.token', 'read')) return <span aria-hidden>–</span>
  const drawer = encodeURIComponent(`transfer:${entry.transferId}`)
  return (
    <Link to={`/flow/token?drawer=${drawer}`} title={entry.reference}>
      {t('person.transfer')}
    </Link>
  )
}

type Props = {
  userId: number
  /** Actions on an entry, provided by the page. */
  end?: (entry: Entry) => ReactNode
}

export default function Wallet({ userId, end }: Props) {
  const { t } = useTranslation('flow')
  const { may } = useSession()
  return (
    <>
      <Detached of="person" />
      <Panel
        call={userEntryList}
        owner={{ userId }}
        room="flow"
        title={t('person.title')}
        columns={columns}
        filters={filters}
        rowKey={(entry) => entry.entryId}
        empty={t('person.empty')}
        {...(end && { end })}
        extra={
          may('flow.token', 'read') && (
            <Button
              component={Link}
              to={`/flow/token?userId=${userId}`}
              variant="subtle"
              color="gray"
              size="compact-sm"
            >
              {t('person.all')}
            </Button>
          )
        }
      />
    </>
  )
}
