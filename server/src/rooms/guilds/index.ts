// The Society area: guilds, their members, weeks and payments (docs/guilds.md).
import type { ApprovalKind } from '../../access/index.ts'
import type { AnyHandler } from '../../bridge/index.ts'
import { inParts, type Round, untilWritten } from '../../jobs/index.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import type { Params } from '../../params/index.ts'
import { appliedHandler } from './events/appliedGuilds.ts'
import { memberHandler } from './events/guildEvents.handler.ts'
import { foldFigures } from './figures/guildFold.service.ts'
import { homeRoutes, reportRoutes } from './figures/guildReports.routes.ts'
import type { DissolveEffects } from './guild/guild.effects.ts'
import { sweepGuilds } from './guild/guild.rounds.ts'
import { accountRoutes, guildRoutes, registrationRoutes } from './guild/guild.routes.ts'
import { rateApproval } from './guild/guildChange.service.ts'
import { type MoneyServices, moneyApprovals, moneyRounds, moneyRoutes } from './guilds.money.ts'
import { sweepMembers } from './members/members.rounds.ts'
import { memberRoutes } from './members/members.routes.ts'
import { settlementRounds } from './settlement/settlement.rounds.ts'
import { settlementRoutes } from './settlement/settlement.routes.ts'
import { ensureWeeks } from './weeks/weeks.service.ts'

export {
  closeGuilds,
  closeMembers,
  guildsAboveOthers,
  guildsInUse,
  openGuilds,
  openMembers,
  setParents,
} from './guilds.opening.ts'
export const guildsHandlers: AnyHandler[] = [appliedHandler, memberHandler]

export type { DissolveEffects } from './guild/guild.effects.ts'
export { type Application, apply as registerGuild } from './guild/registration.service.ts'
export { disputeProofsInUse, proofsInUse, renewPayoutAccounts } from './guilds.money.ts'
export { guildsTodos } from './guilds.todos.ts'
export { serveInviteLinks } from './link/inviteLink.serve.ts'
export { guildPayees } from './payouts/guildPayouts.payees.ts'
export {
  type LedGuild,
  ledBy,
  lockPayableWeeks,
  refuseGuildState,
  type SalaryOpen,
  salaryOpen,
  settlePayable,
} from './payouts/guildPayouts.salary.ts'
export { guildSources } from './payouts/guildPayouts.source.ts'
export { closeWeeks } from './settlement/settlement.closing.ts'
export { settledAndDue } from './weeks/weekSum.reconciled.ts'
export { ensureWeeks } from './weeks/weeks.service.ts'

/** Effects of this room's approvals. */
export const guildsApprovals = (services: { params: Params; seals: Seals }): ApprovalKind[] => [
  rateApproval,
  ...moneyApprovals(services),
]

type Services = MoneyServices & { effects: DissolveEffects }

export const guildsRoutes = (services: Services): Served[] => [
  ...registrationRoutes(services.params),
  ...guildRoutes(services),
  ...accountRoutes,
  ...memberRoutes(services),
  ...moneyRoutes(services),
  ...reportRoutes(services.params),
  ...homeRoutes(services.params),
  ...settlementRoutes(services),
]

const second = 1_000
/** A round ends after this many batches, so that it does not hold its lock for long; the next one continues. */
const turns = 20

export const guildsRounds = ({
  database,
  clock,
  params,
  effects,
}: {
  database: Database
  clock: Clock
  params: Params
  effects: DissolveEffects
}): Round[] => [
  {
    name: 'guilds',
    milliseconds: 30 * second,
    run: () => sweepGuilds({ database, clock, effects, timeZone: () => params.text('platform_time_zone') }),
  },
  {
    name: 'guild-weeks',
    milliseconds: 30 * second,
    run: async () => {
      await ensureWeeks(database, clock.now(), params.text('platform_time_zone'))
    },
  },
  {
    name: 'guild-figures',
    milliseconds: 2 * second,
    ...untilWritten,
    run: async (isRunning) => {
      const fold = { database, now: clock.now(), zone: params.text('platform_time_zone') }
      // Every moment must have its week.
      await ensureWeeks(database, fold.now, fold.zone)
      await inParts(isRunning, turns, () => foldFigures(fold))
    },
  },
  ...settlementRounds({ database, clock, params }),
  ...moneyRounds({ database, clock }),
  { name: 'guild-members', milliseconds: 30 * second, run: () => sweepMembers({ database, clock, params }) },
]
