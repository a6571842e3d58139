// Changes that need a second member of staff, since the bridge moves money: a new client, another endpoint, a new secret.
import {
  clientAdded,
  clientChanged,
  endpointChanged,
  historyAdded,
  secretRotated,
} from '@greenroom/contract/sentences/bridge'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { addClientSecret, newClientSecret } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import * as queries from './bridgeScreen.queries.ts'
import { clientOf } from './bridgeScreen.rules.ts'

export const kinds = { save: 'client.save', update: 'client.update', rotate: 'client.secretRotate' } as const

const menu = 'system.bridge'
const hourMs = 3_600_000

export const target = ({ id }: Pick<queries.ClientRow, 'id'>) => `client ${id}`
/** The approval subject of a client's change. */
export const subjectOf = (clientId: number) => `client ${clientId}`

const fields = { name: z.string(), endpoint: z.string(), note: z.string() }
const saved = z.object({ ...fields, historyDays: z.number().int().min(31).max(92).optional() })
const updated = z.object({ clientId: z.number().int(), version: z.number().int(), ...fields })
const rotated = z.object({ clientId: z.number().int(), keepHours: z.number().int() })
export type Fields = Omit<z.output<typeof saved>, 'historyDays'>

/** @throws Refusal 10027 if `work` would create a duplicate name. */
export async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'client_name')) throw refuseBecause(10027, 'name', 'client.name', { name })
    throw error
  }
}

/** Stores the form's values; if the endpoint changes, failed deliveries are retried at the new one at once. */
export async function writeFields(
  tx: Transaction,
  context: Context,
  before: queries.ClientRow,
  input: Fields & { by: string; reason: string },
): Promise<void> {
  const { by, reason, ...values } = input
  const change = { ...values, updated_by: by, updated_at: context.now }
  const after = await withFreeName(values.name, () => queries.updateClient(tx, before.id, change))
  const moved = after.endpoint !== before.endpoint
  if (moved) await queries.tryAtOnce(tx, after.id, wallNow())
  await record(tx, context, {
    operation: kinds.update,
    target: target(after),
    content: moved
      ? endpointChanged('done', { name: after.name, from: before.endpoint, to: after.endpoint })
      : clientChanged(after.name, 'edited'),
    before: clientOf(before),
    after: clientOf(after),
    reason,
  })
}

const saveKind = (seals: Seals): ApprovalKind =>
  defineApproval({
    kind: kinds.save,
    menu,
    payload: saved,
    concerns: noParties,
    stillValid: async (tx, { payload }) =>
      (await queries.clientNamed(tx, payload.name)) ? because('client.name', { name: payload.name }) : null,
    async apply(tx, context, { payload: { historyDays, ...payload }, maker, makerId, reason }) {
      const change = { updated_by: maker, updated_at: context.now }
      const history = historyDays === undefined ? {} : { history: true, history_days: historyDays }
      const made = await withFreeName(payload.name, () =>
        queries.insertClient(tx, { ...payload, ...history, created_by: maker, created_at: context.now, ...change }),
      )
      const secret = { clientId: made.id, secret: newClientSecret(), by: maker, at: context.now, revealTo: makerId }
      await addClientSecret(tx, seals, secret)
      const keys = await queries.secretsOf(tx, [made.id], wallNow())
      await record(tx, context, {
        operation: kinds.save,
        target: target(made),
        content:
          historyDays === undefined
            ? clientAdded('done', made)
            : historyAdded('done', { name: made.name, days: historyDays }),
        before: null,
        after: clientOf(made, keys),
        reason,
      })
    },
  })

const updateKind = defineApproval({
  kind: kinds.update,
  menu,
  payload: updated,
  concerns: noParties,
  async stillValid(tx, { payload }) {
    const client = await queries.lockClient(tx, payload.clientId)
    if (!client) return because('approval.gone')
    return client.version === payload.version ? null : because('approval.changed', { by: client.updated_by })
  },
  async apply(tx, context, { payload: { clientId, name, endpoint, note }, maker, reason }) {
    const client = await queries.lockClient(tx, clientId)
    if (!client) throw new Error(`client ${clientId} was deleted before the change was applied`)
    await writeFields(tx, context, client, { name, endpoint, note, by: maker, reason })
  },
})

/** Two secrets are valid at most: the new one, and the previous one for `keepHours`. */
const rotateKind = (seals: Seals): ApprovalKind =>
  defineApproval({
    kind: kinds.rotate,
    menu,
    payload: rotated,
    concerns: noParties,
    stillValid: async (tx, { payload }) =>
      (await queries.lockClient(tx, payload.clientId)) ? null : because('approval.gone'),
    async apply(tx, context, { payload: { clientId, keepHours }, maker, makerId, reason }) {
      const client = await queries.lockClient(tx, clientId)
      if (!client) throw new Error(`client ${clientId} was deleted before the change was applied`)
      const now = wallNow()
      const before = await queries.secretsOf(tx, [clientId], now)
      await queries.retireSecrets(tx, clientId, new Date(now.getTime() + keepHours * hourMs), now)
      const secret = { clientId, secret: newClientSecret(), by: maker, at: context.now, revealTo: makerId }
      await addClientSecret(tx, seals, secret)
      await record(tx, context, {
        operation: kinds.rotate,
        target: target(client),
        content: secretRotated('done', { name: client.name, hours: keepHours }),
        before: clientOf(client, before),
        after: clientOf(client, await queries.secretsOf(tx, [clientId], now)),
        reason,
      })
    },
  })

export const bridgeApprovals = (seals: Seals): ApprovalKind[] => [saveKind(seals), updateKind, rotateKind(seals)]
