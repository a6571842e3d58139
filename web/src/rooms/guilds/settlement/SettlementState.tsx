// Parts of settlements, shared by several screens.
import type { RecordOf } from '@greenroom/contract/call'
import type { settlementLineList, settlementList } from '@greenroom/contract/settlement'
import { useTranslation } from 'react-i18next'
import { Missing } from '../../../page/Missing.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

export type Settlement = RecordOf<typeof settlementList>
export type SettlementLine = RecordOf<typeof settlementLineList>

export function SettlementState({ state }: { state: Settlement['state'] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.settlement[state]}>{label(`guilds:options.settlementState.${state}`)}</StatusBadge>
}

/** The address of a settlement, or of an anchor's payslip in it. */
export const settlementPath = (settlementId: number, anchor?: number): string =>
  `/sociatyManage/settleAccountsDetail/${settlementId}${anchor === undefined ? '' : `?anchor=${anchor}`}`

/** A week by its Monday. */
export const Week = ({ of }: { of: string }) => <bdi dir="ltr">{of}</bdi>

/** Why a settlement or a payslip cannot be shown. */
export function NoSettlement(props: { error: unknown; again: () => void }) {
  const { t } = useTranslation('guilds')
  const none = { title: t('settlement.none'), text: t('settlement.noneHint') }
  return <Missing {...props} menu="guilds.settleAccounts" none={none} />
}
