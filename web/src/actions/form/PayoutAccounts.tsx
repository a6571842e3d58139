// A payee's payout accounts. The texts are under `<room>:options` and `<room>:account`.
import type { payoutAccountKinds, payoutAccountStates } from '@greenroom/contract/statesAndKinds'
import { Table } from '@mantine/core'
import { Time } from '../../format/Time.tsx'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { type Reveal, RevealAccount } from './RevealAccount.tsx'

type Account = {
  accountId: number
  kind: (typeof payoutAccountKinds)[number]
  lastFour: string
  state: (typeof payoutAccountStates)[number]
  effectiveAt: string | null
  createdAt: string
}

/** `reveal` shows a full account; absent if the viewer may not see it. */
type Props = { room: string; of: readonly Account[]; reveal?: ((accountId: number) => Reveal) | undefined }

export function PayoutAccounts({ room, of, reveal }: Props) {
  const { label } = useLabels()
  return (
    <Table verticalSpacing={4} fz="sm">
      <Table.Tbody>
        {of.map(({ accountId, kind, lastFour, state, effectiveAt, createdAt }) => (
          <Table.Tr key={accountId}>
            <Table.Td>
              {label(`${room}:options.accountKind.${kind.replace('.', '_')}`)} <bdi dir="ltr">…{lastFour}</bdi>
            </Table.Td>
            <Table.Td>
              <StatusBadge tone={tones.payoutAccount[state]}>
                {label(`${room}:options.accountState.${state}`)}
              </StatusBadge>
            </Table.Td>
            <Table.Td>
              <Time at={effectiveAt ?? createdAt} brief />
            </Table.Td>
            <Table.Td>{reveal && <RevealAccount room={room} reveal={reveal(accountId)} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
