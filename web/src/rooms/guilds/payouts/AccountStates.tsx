// What became of the payout accounts that a guild entered: which one is in force, and what the others wait for.
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { AccountName, type Money } from './RequestState.tsx'

type Account = Money['accounts'][number]

const isShown = ({ state }: Account, at: number) =>
  state === 'waiting' || state === 'approved' || state === 'effective' || (state === 'refused' && at === 0)

/** Refused and replaced ones are history, which the guild's page has; a refused one is said only if none came after it. */
export const AccountStates = ({ of }: { of: readonly Account[] }) =>
  of.filter(isShown).map((account) => <AccountState key={account.accountId} of={account} />)

/** `Bank account …1234 · approved, in force from 2026-12-02 10:00` */
function AccountState({ of }: { of: Account }) {
  const { t } = useTranslation('guilds')
  const at = of.state === 'waiting' || of.state === 'refused' ? of.createdAt : (of.effectiveAt ?? of.createdAt)
  return (
    <Alert color={of.state === 'effective' ? 'teal' : of.state === 'refused' ? 'red' : 'yellow'} p="xs">
      <AccountName account={of} /> · {t(`account.states.${of.state}`)} <Time at={at} brief />
    </Alert>
  )
}
