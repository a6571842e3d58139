// Parts of guilds' payouts, shared by several screens.
import type { Answer, RecordOf } from '@greenroom/contract/call'
import type { guildMoney, payoutRequestList } from '@greenroom/contract/payouts'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

export type Request = RecordOf<typeof payoutRequestList>
export type Money = Answer<typeof guildMoney>
type Account = Pick<Request['account'], 'kind' | 'lastFour'>

export function RequestState({ state }: Pick<Request, 'state'>) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.payoutRequest[state]}>{label(`guilds:options.requestState.${state}`)}</StatusBadge>
}

/** `Bank account …1234`. */
export function AccountName({ account }: { account: Account }) {
  const { label } = useLabels()
  return (
    <span>
      {label(`guilds:options.accountKind.${account.kind.replace('.', '_')}`)} <bdi dir="ltr">…{account.lastFour}</bdi>
    </span>
  )
}
