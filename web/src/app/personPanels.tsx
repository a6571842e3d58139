// The parts of a user's page: one room each, loaded when opened.
import type { ComponentType } from 'react'
import { loadTexts } from '../i18n/index.ts'
import { type Person, TakeBack, panels as users } from '../rooms/users/person/personParts.ts'
import { useGuard } from '../session/route.tsx'
import { type Loadable, loadable } from '../ui/loadable.tsx'

export type PanelProps = { user: Person }
type Loaded<P> = Promise<{ default: ComponentType<P> }>

const audits = () => import('../rooms/audits/PersonAudits.tsx')
const finance = () => import('../rooms/finance/PersonFinance.tsx')
const live = () => import('../rooms/live/PersonLive.tsx')

/** A panel that only needs the user's id. */
const ofUser = (load: () => Loaded<{ userId: number }>) =>
  loadable(async () => {
    const { default: Panel } = await load()
    return { default: ({ user }: PanelProps) => <Panel userId={user.userId} /> }
  })

/** The statement uses texts of the Flow room; actions on a line are the User room's. */
const Wallet = loadable(async () => {
  const [{ default: Statement }] = await Promise.all([import('../rooms/flow/PersonWallet.tsx'), loadTexts(['flow'])])
  return {
    default: function Wallet({ user }: PanelProps) {
      const guard = useGuard()
      return (
        <Statement userId={user.userId} {...(guard && { end: (entry) => <TakeBack entry={entry} user={user} /> })} />
      )
    },
  }
})

/** Submissions are fetched with the token; their pictures use texts of the Audit room. */
const submitted = (load: () => Loaded<{ userId: number }>) =>
  ofUser(async () => {
    const [panel] = await Promise.all([load(), loadTexts(['audits', 'moderation'])])
    return panel
  })

const Guild = ofUser(async () => {
  const [panel] = await Promise.all([import('../rooms/guilds/PersonGuild.tsx'), loadTexts(['guilds'])])
  return panel
})

const Forbids = ofUser(async () => {
  const [{ Forbids: Panel }] = await Promise.all([live(), loadTexts(['moderation'])])
  return { default: Panel }
})

/** Chargebacks use texts of the Finance room. */
const Chargebacks = ofUser(async () => {
  const [{ Chargebacks: Panel }] = await Promise.all([finance(), loadTexts(['finance'])])
  return { default: Panel }
})

export type PanelSpec = {
  id: string
  Panel: Loadable<PanelProps>
  /** The count, if the first call returns it. */
  count?: (user: Person) => number
}

/** By subject, so that what one question needs is side by side: money, what they do live, how they behave, and the account. */
const groups: readonly (readonly PanelSpec[])[] = [
  [
    { id: 'wallet', Panel: Wallet },
    { id: 'orders', Panel: ofUser(() => finance().then(({ Orders }) => ({ default: Orders }))) },
    { id: 'chargebacks', Panel: Chargebacks },
    { id: 'withdrawals', Panel: ofUser(() => finance().then(({ Withdrawals }) => ({ default: Withdrawals }))) },
  ],
  [
    { id: 'calls', Panel: ofUser(() => live().then(({ Calls }) => ({ default: Calls }))) },
    { id: 'broadcasts', Panel: ofUser(() => live().then(({ Broadcasts }) => ({ default: Broadcasts }))) },
    { id: 'gifts', Panel: ofUser(() => live().then(({ Gifts }) => ({ default: Gifts }))) },
  ],
  [
    { id: 'content', Panel: submitted(() => audits().then(({ Content }) => ({ default: Content }))) },
    { id: 'reports', Panel: submitted(() => audits().then(({ Reports }) => ({ default: Reports }))) },
    { id: 'bans', Panel: ofUser(users.bans), count: (user) => user.counts.bans },
    { id: 'forbids', Panel: Forbids },
  ],
  [
    { id: 'devices', Panel: ofUser(users.devices), count: (user) => user.counts.devices },
    { id: 'guild', Panel: Guild },
    { id: 'notes', Panel: loadable(users.notes), count: (user) => user.counts.notes },
    { id: 'data', Panel: ofUser(users.data) },
  ],
]

/** The parts in order; the first of each group but the first `begins` one. */
export const panels = groups.flatMap((group, of) =>
  group.map((panel, at) => ({ ...panel, begins: of > 0 && at === 0 })),
)
