// The parts of a user's page: one room each, loaded when opened.
import type { ComponentType } from 'react'
import { loadTexts } from '../i18n/index.ts'
import { panels as audits } from '../rooms/audits/auditPanels.ts'
import { panels as finance } from '../rooms/finance/financePanels.ts'
import { panels as flow } from '../rooms/flow/flowPanels.ts'
import { panels as guilds } from '../rooms/guilds/guildPanels.ts'
import { panels as live } from '../rooms/live/livePanels.ts'
import { type Person, TakeBack, panels as users } from '../rooms/users/person/personParts.ts'
import { useGuard } from '../session/route.tsx'
import { type Loadable, loadable } from '../ui/loadable.tsx'

export type PanelProps = { user: Person }
type Loaded<P> = Promise<{ default: ComponentType<P> }>

/** A panel that only needs the user's id. */
const ofUser = (load: () => Loaded<{ userId: number }>) =>
  loadable(async () => {
    const { default: Panel } = await load()
    return { default: ({ user }: PanelProps) => <Panel userId={user.userId} /> }
  })

/** The statement uses texts of the Flow room; actions on a line are the User room's. */
const Wallet = loadable(async () => {
  const [{ default: Statement }] = await Promise.all([flow.wallet(), loadTexts(['flow'])])
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
  const [panel] = await Promise.all([guilds.guild(), loadTexts(['guilds'])])
  return panel
})

const Forbids = ofUser(async () => {
  const [panel] = await Promise.all([live.forbids(), loadTexts(['moderation'])])
  return panel
})

/** Chargebacks use texts of the Finance room. */
const Chargebacks = ofUser(async () => {
  const [panel] = await Promise.all([finance.chargebacks(), loadTexts(['finance'])])
  return panel
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
    { id: 'orders', Panel: ofUser(finance.orders) },
    { id: 'chargebacks', Panel: Chargebacks },
    { id: 'withdrawals', Panel: ofUser(finance.withdrawals) },
  ],
  [
    { id: 'calls', Panel: ofUser(live.calls) },
    { id: 'broadcasts', Panel: ofUser(live.broadcasts) },
    { id: 'gifts', Panel: ofUser(live.gifts) },
  ],
  [
    { id: 'content', Panel: submitted(audits.content) },
    { id: 'reports', Panel: submitted(audits.reports) },
    { id: 'bans', Panel: ofUser(users.bans), count: (user) => user.counts.bans },
    { id: 'forbids', Panel: Forbids },
  ],
  [
    { id: 'devices', Panel: ofUser(users.devices), count: (user) => user.counts.devices },
    { id: 'guild', Panel: Guild },
    { id: 'notes', Panel: loadable(users.notes), count: (user) => user.counts.notes },
  ],
]

/** The parts in order; the first of each group but the first `begins` one. */
export const panels = groups.flatMap((group, of) =>
  group.map((panel, at) => ({ ...panel, begins: of > 0 && at === 0 })),
)
