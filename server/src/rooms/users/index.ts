// The User room: users of the live app, their devices, bans and wallets as lists show them.
import type { ApprovalKind, Approvals } from '../../access/index.ts'
import type { AnyHandler } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Context } from '../../kit/calls/context.ts'
import type { Served } from '../../kit/calls/serve.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import type { BanEffects } from './ban/ban.effects.ts'
import { banRounds } from './ban/ban.rounds.ts'
import { banLogRoutes } from './ban/banLog.routes.ts'
import { deviceListRoutes } from './ban/deviceList.routes.ts'
import { type BannedBefore, personHandler, type RegistrationEffects } from './events/userEvents.handler.ts'
import { moneyApproval } from './grant/grant.approval.ts'
import { listRoutes } from './list/userList.routes.ts'
import { walletRounds } from './person/userWallet.rounds.ts'
import { staffRoutes } from './users.routes.ts'

export type { BanEffects } from './ban/ban.effects.ts'
export { banPerson, takeBackBan } from './ban/ban.service.ts'
export { closeDevices, openDevices } from './devices.opening.ts'
export { ensureDevices, takeChannels } from './events/userEvents.devices.ts'
export type { Granting, RegistrationEffects } from './events/userEvents.handler.ts'
export { ensureUsers } from './events/userEvents.people.ts'
export { nicknamed } from './list/nicknames.ts'
export { ageOn } from './list/userList.rules.ts'
export { peopleOf, personColumn, personOrNull } from './person/personRef.ts'
export { type PersonRecord, personRecord } from './person/userRecord.service.ts'
export { keepReveal } from './person/userReveal.service.ts'
export { type Wallet, walletsOf } from './person/userWallet.queries.ts'
export { closeUsers, type Origin, openUsers } from './users.opening.ts'
export { certify, lockPeople } from './users.queries.ts'
export { type AgeFacts, isAdult } from './users.rules.ts'
export { userState } from './users.state.ts'

export const usersHandlers = ({
  params,
  registered,
  bannedBefore,
}: {
  params: Params
  registered: RegistrationEffects
  bannedBefore: BannedBefore
}): AnyHandler[] => [personHandler(params, registered, bannedBefore)]

/** Effects of approvals. */
export const usersApprovals: ApprovalKind[] = [moneyApproval('grant'), moneyApproval('deduct')]

/** Counts that the caller opened a person's page (`privacy/`). */
export type NoteRead = (context: Context, userId: bigint) => Promise<void>

export const usersRoutes = (services: {
  params: Params
  approvals: Approvals
  effects: BanEffects
  noteRead: NoteRead
}): Served[] => [...staffRoutes(services), ...listRoutes, ...deviceListRoutes, ...banLogRoutes]

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
