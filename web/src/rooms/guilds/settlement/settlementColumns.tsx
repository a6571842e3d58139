// Columns of settlements, in the list and on a guild's page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import type { Column } from '../../../list/columns.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { Rate } from '../guild/GuildState.tsx'
import { type Settlement, SettlementState, settlementPath, Week } from './SettlementState.tsx'

/** The week links to the settlement, except for sub-agencies, whose settlements a parent may not read. */
export function WeekLink({ of, own }: { of: Settlement; own: number | null }) {
  if (own !== null && own !== of.guild.guildId) return <Week of={of.week} />
  return (
    <Anchor component={Link} to={settlementPath(of.settlementId)} inherit>
      <Week of={of.week} />
    </Anchor>
  )
}

const cents = (id: string, of: (row: Settlement) => number): Column<Settlement> => ({
  id,
  cell: (row) => <Amount value={of(row)} unit="usd" />,
  align: 'end',
  width: 120,
})

const guild: Column<Settlement> = {
  id: 'guild',
  cell: (row) => <GuildLink guild={row.guild} />,
  links: true,
  width: 200,
}
const state: Column<Settlement> = {
  id: 'settlementState',
  cell: (row) => <SettlementState state={row.state} />,
  width: 130,
}

/** @param own the account's guild; null for staff. */
export const settlementColumns = (own: number | null): Column<Settlement>[] => [
  { id: 'week', cell: (row) => <WeekLink of={row} own={own} />, sort: 'week', pinned: true, width: 115 },
  // A leader's own guild is the same in each row but a sub-agency's: it follows the state.
  ...(own === null ? [guild, state] : [state, guild]),
  cents('payable', (row) => row.payableCents),
  cents('paid', (row) => row.paidCents),
  {
    id: 'baseUsd',
    cell: (row) => <Amount value={row.baseMicros + row.subBaseMicros} unit="usdFloor" />,
    align: 'end',
    width: 130,
  },
  { id: 'level', cell: (row) => String(row.level), align: 'end', width: 80 },
  { id: 'effectiveRate', cell: (row) => <Rate bp={row.rateBp} />, align: 'end', width: 90 },
  cents('commission', (row) => row.commissionCents),
  cents('override', (row) => row.overrideCents),
  cents('bonusValue', (row) => row.bonusCents),
  cents('salaries', (row) => row.salaryCents),
  cents('deductions', (row) => row.deductionCents),
  cents('corrections', (row) => row.correctionCents),
  cents('carriedIn', (row) => row.carriedInCents),
  cents('debt', (row) => row.debtCents),
  cents('carriedOut', (row) => row.carriedOutCents),
  { id: 'method', cell: (row) => <Labelled by={`guilds:options.method.${row.method}`} />, width: 150 },
  { id: 'confirmBy', cell: (row) => <Time at={row.state === 'draft' ? row.confirmBy : null} />, width: 165 },
  { id: 'confirmedAt', cell: (row) => <Time at={row.confirmedAt} />, width: 165 },
  { id: 'approvedBy', cell: (row) => row.approvedBy || '–', width: 120 },
  { id: 'parkedReason', cell: (row) => <span title={row.parkedReason}>{row.parkedReason || '–'}</span>, width: 220 },
]
