// The Society area: guilds, their members, weeks and payments (docs/guilds.md).
import type { ApprovalKind } from '../../access/index.ts'
import type { AnyHandler } from '../../bridge/index.ts'
import { inParts, type Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database.ts'
import type { Seals } from '../../kit/seal/index.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { accountRoutes } from './accounts/routes.ts'
import { appliedHandler } from './events/applied.ts'
import { memberHandler } from './events/handler.ts'
import { foldFigures } from './figures/fold/service.ts'
import { homeRoutes } from './figures/home/routes.ts'
import { reportRoutes } from './figures/reports/routes.ts'
import { rateApproval } from './guild/changes/service.ts'
import type { DissolveEffects } from './guild/effects.ts'
import { sweepGuilds } from './guild/rounds.ts'
import { guildRoutes } from './guild/routes.ts'
import { sweepMembers } from './members/rounds.ts'
import { memberRoutes } from './members/routes.ts'
import { type MoneyServices, moneyApprovals, moneyRounds, moneyRoutes } from './money.ts'
import { registrationRoutes } from './registration/routes.ts'
import { settlementRounds } from './settlement/rounds.ts'
import { settlementRoutes } from './settlement/routes.ts'
import { ensureWeeks } from './weeks/service.ts'

export const guildsHandlers: AnyHandler[] = [appliedHandler, memberHandler]

export type { DissolveEffects } from './guild/effects.ts'
export { proofsInUse, renewPayoutAccounts } from './money.ts'
export { guildPayees } from './payouts/payees.ts'
export {
  type LedGuild,
  ledBy,
  lockPayableWeeks,
  refuseGuildState,
  type SalaryOpen,
  salaryOpen,
  settlePayable,
} from './payouts/salary.ts'
export { guildSources } from './payouts/source.ts'
export { type Application, apply as registerGuild } from './registration/service.ts'
export { closeWeeks } from './settlement/closing.ts'
export { settledAndDue } from './settlement/reconciled.ts'
export { guildsTodos } from './todos.ts'
export { ensureWeeks } from './weeks/service.ts'

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
    idleMilliseconds: 5 * second,
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
