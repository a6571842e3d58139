// /sys/provider: the identity provider's settings, how it is, and its groups. One transaction per change.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as contract from '@greenroom/contract/provider'
import { groupMapped, groupUnmapped, providerChanged, providerTested } from '@greenroom/contract/sentences/provider'
import {
  type Approvals,
  addressesOf,
  countingByRole,
  discover,
  lockRights,
  noteCheck,
  ProviderProblem,
  providerOf,
  sealProviderSecret,
  takeUngiven,
  usualGroupsClaim,
  usualScopes,
} from '../../../access/index.ts'
import type { Config } from '../../../config.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import {
  forget,
  kinds,
  type Mapped,
  planMapping,
  type Saved,
  secretOf,
  settingsOf,
  shownSettings,
  stamp,
  writeMapping,
} from './providerScreen.change.ts'
import * as queries from './providerScreen.queries.ts'

export type ProviderScreenServices = { approvals: Approvals; config: Config; seals: Seals }

const used = ({ config, seals }: ProviderScreenServices, reader: Reader) => providerOf(reader, config, seals)

/** @throws Refusal 10032 */
async function provider(services: ProviderScreenServices, reader: Reader) {
  const found = await used(services, reader)
  if (!found) throw refuseBecause(10032, 'provider', 'provider.none')
  return found
}

export async function info(
  services: ProviderScreenServices,
  context: Context,
): Promise<Answer<typeof contract.providerInfo>> {
  const { database } = context
  const mayWrite = levelOn(staffOf(context), 'system.provider') === 3
  const now = await used(services, database)
  const issuer = now?.issuer ?? ''
  const [mappings, check, accounts, waiting] = await Promise.all([
    queries.mappingsOf(database, issuer),
    queries.checkOf(database, issuer),
    queries.accountsOf(database, issuer),
    queries.waitingOf(database, context.now),
  ])
  const counting = await countingByRole(
    database,
    mappings.map(({ roleId }) => roleId),
  )
  return {
    provider: now && {
      setBy: now.setBy,
      issuer: now.issuer,
      name: now.name,
      clientId: now.clientId,
      hasSecret: now.clientSecret !== null,
      scopes: now.scopes,
      groupsClaim: now.groupsClaim,
      updatedBy: now.updatedBy,
      updatedAt: now.updatedAt?.toISOString() ?? null,
    },
    addresses: addressesOf(services.config),
    check: check ? { at: check.at.toISOString(), problem: check.problem } : null,
    lastLogin: accounts?.at ? { username: accounts.username, at: accounts.at.toISOString() } : null,
    accounts: accounts?.accounts ?? 0,
    pendingId: waiting.find(({ kind }) => kind === kinds.save)?.id ?? null,
    mappings: mappings.map(({ id, group, roleId, roleName, accounts: given, madeBy, madeAt }) => ({
      mappingId: id,
      group,
      roleId,
      roleName,
      counts: counting.has(roleId),
      accounts: given,
      madeBy,
      madeAt: madeAt.toISOString(),
      can: { delete: mayWrite ? true : 'readOnly' },
    })),
    waiting: waiting.flatMap(({ id, kind, group, role, by }) =>
      kind === kinds.map ? [{ approvalId: id, group: group ?? '', roleName: role ?? '', by }] : [],
    ),
  }
}

/** Requests new settings. @throws Refusal 20000 set by the environment, or requested already */
export function save(
  services: ProviderScreenServices,
  context: Context,
  sent: Parsed<typeof contract.providerSave>,
): Promise<{ approvalId: string }> {
  return context.tx(async (tx) => {
    if ((await used(services, tx))?.setBy === 'environment')
      throw refuseBecause(20000, 'issuer', 'provider.environment')
    const before = await queries.lockSettings(tx)
    const secret = sent.clientSecret === undefined ? secretOf(before) : 'new'
    const settings = {
      issuer: sent.issuer,
      name: sent.name,
      clientId: sent.clientId,
      scopes: sent.scopes ?? usualScopes,
      groupsClaim: sent.groupsClaim ?? usualGroupsClaim,
    }
    const approvalId = await services.approvals.ask(tx, context, {
      kind: kinds.save,
      subject: 'provider',
      payload: {
        ...settings,
        secret,
        replaces: stamp(before),
      } satisfies Saved,
      before: before ? shownSettings(settingsOf(before), secretOf(before)) : null,
      after: shownSettings(settings, secret),
      reason: '',
      title: providerChanged('request', sent.name),
    })
    if (sent.clientSecret !== undefined)
      await queries.keepSecret(tx, approvalId, sealProviderSecret(services.seals, sent.clientSecret))
    return { approvalId }
  })
}

/** @throws Refusal 10032 none is set here */
export const remove = (context: Context, { reason }: Parsed<typeof contract.providerRemove>) =>
  context.tx(async (tx) => {
    await lockRights(tx)
    const before = await queries.lockSettings(tx)
    if (!before) throw refuseBecause(10032, 'provider', 'provider.none')
    await queries.deleteSettings(tx)
    const ended = await forget(tx, before.issuer)
    await record(tx, context, {
      target: 'provider',
      content: providerChanged('removed', before.name),
      before: { ...shownSettings(settingsOf(before), secretOf(before)), ...ended },
      after: null,
      reason,
    })
    return {}
  })

/** @throws Refusal 10032 */
export async function test(
  services: ProviderScreenServices,
  context: Context,
): Promise<Answer<typeof contract.providerTest>> {
  const now = await provider(services, context.database)
  const problem = await discover(now).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProviderProblem) return error.problem
      throw error
    },
  )
  const at = wallNow()
  await noteCheck(context.database, { issuer: now.issuer, at, problem })
  await context.tx((tx) =>
    record(tx, context, {
      target: 'provider',
      content: providerTested(now.name, problem === null ? 'well' : 'problem'),
      before: null,
      after: { issuer: now.issuer, state: problem ?? 'well' },
    }),
  )
  return { at: at.toISOString(), problem }
}

/**
 * Gives a group a role, at once where it has no right that counts.
 *
 * @throws Refusal 10032, 10009, 10026, 10027 as `planMapping`; 20000 requested already
 */
export function map(
  services: ProviderScreenServices,
  context: Context,
  { group, roleId }: Parsed<typeof contract.providerMap>,
): Promise<Answer<typeof contract.providerMap>> {
  return context.tx(async (tx) => {
    const { issuer } = await provider(services, tx)
    const staff = staffOf(context)
    const { role, counts, standing } = await planMapping(tx, staff, { issuer, group, roleId })
    if (counts.length === 0)
      return {
        mappingId: await writeMapping(tx, context, {
          payload: { issuer, group, roleId },
          maker: staff.username,
          role: role.name,
        }),
      }
    const approvalId = await services.approvals.ask(tx, context, {
      kind: kinds.map,
      subject: `group ${group} role ${roleId}`,
      payload: { issuer, group, roleId, standing } satisfies Mapped,
      before: null,
      after: { group, issuer, role: role.name, sensitiveRights: counts },
      reason: '',
      title: groupMapped('request', { group, role: role.name }),
    })
    return { approvalId }
  })
}

/** Anyone who has the role by this group alone loses it at once. @throws Refusal 10032 */
export const unmap = (context: Context, { mappingId, reason }: Parsed<typeof contract.providerUnmap>) =>
  context.tx(async (tx) => {
    await lockRights(tx)
    const gone = await queries.deleteMapping(tx, mappingId)
    if (!gone) throw new Refusal(10032)
    await takeUngiven(tx)
    await record(tx, context, {
      target: `group ${mappingId}`,
      content: groupUnmapped({ group: gone.group, role: gone.roleName }),
      before: { group: gone.group, issuer: gone.issuer, role: gone.roleName, roleId: gone.roleId },
      after: null,
      reason,
    })
    return {}
  })
