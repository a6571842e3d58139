// What waits for a second member of staff about the identity provider, in set-up too: its settings, and a group that gives a right that counts.
import { groupMapped, providerChanged } from '@greenroom/contract/sentences/provider'
import { z } from 'zod'
import {
  type ApprovalKind,
  builtInRoles,
  type Counting,
  countingByRole,
  defineApproval,
  endProviderSessions,
  lockRights,
  menuNames,
  menusAbove,
  openProviderSecret,
  rightsOfRoles,
  sealProviderSecret,
  standingOf,
  takeUngiven,
} from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, Refusal, refuseBecause, whyRefused } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import { makerOf } from '../staff/staff.account.ts'
import * as queries from './providerScreen.queries.ts'

export const kinds = { save: 'provider.save', map: 'provider.map' } as const
const common = { menu: 'system.provider', decidedBy: 'everyone', concerns: noParties } as const

const saved = z.object({
  issuer: z.string(),
  name: z.string(),
  clientId: z.string(),
  /** A new one is kept beside the request (`keepSecret`). */
  secret: z.enum(['none', 'kept', 'new']),
  scopes: z.string(),
  groupsClaim: z.string(),
  /** What it replaces; null: nothing. */
  replaces: z.string().nullable(),
})
export type Saved = z.output<typeof saved>

const mapped = z.object({
  issuer: z.string(),
  group: z.string(),
  roleId: z.number().int(),
  /** What the role gives and asks for, as the request showed it. */
  standing: z.array(z.string()),
})
export type Mapped = z.output<typeof mapped>

type Shown = Omit<Saved, 'secret' | 'replaces'>

/** Settings as shown and logged: without the secret. */
export const shownSettings = (settings: Shown, secret: 'none' | 'kept' | 'new') => ({
  issuer: settings.issuer,
  name: settings.name,
  clientId: settings.clientId,
  secret,
  scopes: settings.scopes,
  groupsClaim: settings.groupsClaim,
})

export const settingsOf = (row: queries.Settings): Shown => ({
  issuer: row.issuer,
  name: row.name,
  clientId: row.client_id,
  scopes: row.scopes,
  groupsClaim: row.groups_claim,
})

/** When its settings were last written: a request is about these. */
export const stamp = (row: queries.Settings | undefined): string | null => row?.updated_at.toISOString() ?? null

export const secretOf = (row: queries.Settings | undefined): 'none' | 'kept' =>
  row?.client_secret === null || row === undefined ? 'none' : 'kept'

/** Puts new settings in force. What another provider gave ends: its groups are other groups. */
async function writeSettings(
  tx: Transaction,
  context: Context,
  { id, payload: next, maker, seals }: { id: string; payload: Saved; maker: string; seals: Seals },
): Promise<void> {
  await lockRights(tx)
  const before = await queries.lockSettings(tx)
  const sealed = next.secret === 'new' ? (await queries.takeSecret(tx, id))!.sealed : (before?.client_secret ?? null)
  await queries.putSettings(tx, {
    issuer: next.issuer,
    name: next.name,
    client_id: next.clientId,
    client_secret: sealed === null ? null : sealProviderSecret(seals, openProviderSecret(seals, sealed)),
    scopes: next.scopes,
    groups_claim: next.groupsClaim,
    updated_at: context.now,
    updated_by: maker,
  })
  if (before && before.issuer !== next.issuer) await forget(tx, before.issuer)
  await record(tx, context, {
    operation: 'provider.save',
    target: 'provider',
    content: providerChanged('done', next.name),
    before: before ? shownSettings(settingsOf(before), secretOf(before)) : null,
    after: shownSettings(next, next.secret),
  })
}

/** Ends what a provider's groups gave, and every session that it opened. @returns how many groups and sessions */
export async function forget(tx: Transaction, issuer: string): Promise<{ groups: number; sessions: number }> {
  const groups = await queries.deleteMappings(tx, issuer)
  await takeUngiven(tx)
  return { groups, sessions: await endProviderSessions(tx, 'all') }
}

/** What a mapping would give, for someone with these roles. */
export type MappingPlan = { role: { id: number; name: string }; counts: Counting; standing: string[] }

/**
 * Plans a mapping. `lockRights` is held by then, so that the role gets no more meanwhile.
 *
 * @throws Refusal 10032 unknown role, 10009 a role of guilds or agents, 10026 above the maker's own rights, 10027 mapped already, or a group that
 *   resembles one that is mapped
 */
export async function planMapping(
  tx: Transaction,
  granter: { roleIds: readonly number[]; administrator: boolean },
  { issuer, group, roleId }: Pick<Mapped, 'issuer' | 'group' | 'roleId'>,
): Promise<MappingPlan> {
  await lockRights(tx)
  const role = await queries.keepRole(tx, roleId)
  if (!role) throw new Refusal(10032)
  if (roleId === builtInRoles.guildLeader || roleId === builtInRoles.topUpAgent)
    throw refuseBecause(10009, 'roleId', 'staff.rolesOfAgencies')
  if (roleId === builtInRoles.administrator && !granter.administrator)
    throw refuseBecause(10026, 'roleId', 'staff.roleGiven')
  const above = menusAbove(await rightsOfRoles(tx, [roleId]), await rightsOfRoles(tx, granter.roleIds))
  if (above.length > 0) throw refuseBecause(10026, 'roleId', 'staff.rolesAbove', { names: await menuNames(tx, above) })
  const like = await queries.mappingsLike(tx, issuer, group)
  const other = like.find((one) => one.group !== group)
  if (other) throw refuseBecause(10027, 'group', 'provider.resembles', { group: other.group })
  if (like.some((one) => one.roleId === roleId)) throw refuseBecause(10027, 'group', 'provider.mapped')
  return {
    role,
    counts: (await countingByRole(tx, [roleId])).get(roleId) ?? [],
    standing: await standingOf(tx, [roleId]),
  }
}

/** @returns the mapping's id */
export async function writeMapping(
  tx: Transaction,
  context: Context,
  { payload: next, maker, role }: { payload: Pick<Mapped, 'issuer' | 'group' | 'roleId'>; maker: string; role: string },
): Promise<number> {
  const { issuer, group, roleId } = next
  const id = await queries.insertMapping(tx, { issuer, group, roleId, madeBy: maker, madeAt: context.now })
  await record(tx, context, {
    operation: 'provider.map',
    target: `group ${id}`,
    content: groupMapped('done', { group, role }),
    before: null,
    after: { group, issuer, role, roleId },
  })
  return id
}

const asMaker = async (tx: Transaction, makerId: number, asked: Mapped) => {
  const { roleIds, viewer } = await makerOf(tx, makerId)
  return planMapping(tx, { roleIds, administrator: viewer.administrator }, asked)
}

/** `issuerOf`: of the provider that is used now. */
export const providerApprovals = (
  seals: Seals,
  issuerOf: (tx: Transaction) => Promise<string | null>,
): ApprovalKind[] => [
  defineApproval({
    ...common,
    kind: kinds.save,
    payload: saved,
    async stillValid(tx, { payload }) {
      const before = await queries.lockSettings(tx)
      if (stamp(before) === payload.replaces) return null
      return before ? because('approval.changed', { by: before.updated_by }) : because('approval.gone')
    },
    apply: (tx, context, { id, payload, maker }) => writeSettings(tx, context, { id, payload, maker, seals }),
  }),
  defineApproval({
    ...common,
    kind: kinds.map,
    payload: mapped,
    stillValid: (tx, { payload, makerId }) =>
      whyRefused(async () => {
        const plan = await asMaker(tx, makerId, payload)
        if ((await issuerOf(tx)) !== payload.issuer) return because('approval.gone')
        return plan.standing.join() === payload.standing.join() ? null : because('approval.rightsChanged')
      }),
    async apply(tx, context, { payload, maker, makerId }) {
      const { role } = await asMaker(tx, makerId, payload)
      await writeMapping(tx, context, { payload, maker, role: role.name })
    },
  }),
]
