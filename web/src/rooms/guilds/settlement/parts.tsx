// Parts of settlements, wherever they are shown.
import type { RecordOf } from '@greenroom/contract/call'
import type { settlementLineList, settlementList } from '@greenroom/contract/settlement'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

export type Settlement = RecordOf<typeof settlementList>
export type SettlementLine = RecordOf<typeof settlementLineList>

export function SettlementState({ state }: { state: Settlement['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.settlement[state]}>{label(`guilds:options.settlementState.${state}`)}</StatusBadge>
}

/** Where a settlement is, or in it an anchor's payslip. */
export const settlementPath = (settlementId: number, anchor?: number): string =>
  `/sociatyManage/settleAccountsDetail/${settlementId}${anchor === undefined ? '' : `?anchor=${anchor}`}`

/** A week by its Monday. */
export const Week = ({ of }: { of: string }) => <bdi dir="ltr">{of}</bdi>
