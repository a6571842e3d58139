// The User room: users of the live app, their devices, bans and wallets as lists show them.
import type { ApprovalKind, Approvals } from '../../access/index.ts'
import type { AnyHandler } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import type { BanEffects } from './ban/effects.ts'
import { banRounds } from './ban/rounds.ts'
import { banLogRoutes } from './banLog/routes.ts'
import { deviceListRoutes } from './device/list/routes.ts'
import { personHandler, type RegistrationEffects } from './events/handler.ts'
import { moneyApproval } from './grant/approval.ts'
import { listRoutes } from './list/routes.ts'
import { staffRoutes } from './staffRoutes.ts'
import { walletRounds } from './wallet/rounds.ts'

export { type AgeFacts, isAdult } from './age.ts'
export type { BanEffects } from './ban/effects.ts'
export { banPerson, takeBackBan } from './ban/service.ts'
export { certify } from './certify.ts'
export { ensureDevices, takeChannels } from './events/devices.ts'
export type { Granting, RegistrationEffects } from './events/handler.ts'
export { ensureUsers } from './events/people.ts'
export { ageOn } from './list/rules.ts'
export { lockPeople } from './queries.ts'
export { type PersonRecord, personRecord } from './record/service.ts'
export { keepReveal } from './reveal/service.ts'
export { userState } from './state.ts'
export { type Wallet, walletsOf } from './wallet/queries.ts'

export const usersHandlers = ({
  params,
  registered,
}: {
  params: Params
  registered: RegistrationEffects
}): AnyHandler[] => [personHandler(params, registered)]

/** Effects of approvals. */
export const usersApprovals: ApprovalKind[] = [moneyApproval('grant'), moneyApproval('deduct')]

export const usersRoutes = (services: { params: Params; approvals: Approvals; effects: BanEffects }): Served[] => [
  ...staffRoutes(services),
  ...listRoutes,
  ...deviceListRoutes,
  ...banLogRoutes,
]

export const usersRounds = ({
  database,
  clock,
  effects,
}: {
  database: Database
  clock: Clock
  params: Params
  effects: BanEffects
}): Round[] => [...walletRounds({ database, clock }), ...banRounds({ database, clock, effects })]
