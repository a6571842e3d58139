// How every change of a guild begins (lock, check) and ends (history, log, command).
import type { Sentence } from '@greenroom/contract/sentences/words'
import { send } from '../../../bridge/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { addHistory, type GuildEvent } from '../guilds.history.ts'
import { changed } from './guild.decide.ts'
import * as queries from './guild.queries.ts'
import { type Change, changes, refusedIn, stateReasons } from './guild.rules.ts'

const reasons = {
  noParent: 'guild.noParent',
  hasSubAgencies: 'guild.hasSubAgencies',
  rateAgreed: 'guild.rateAgreed',
  methodChanged: 'guild.methodChanged',
} as const

/** The guild, locked with its family, if the change is allowed. @throws Refusal 10032, 20000, 30003, 30004, 30006 */
export async function lockFor(tx: Transaction, guildId: number, change: Change, field: string): Promise<queries.Guild> {
  const guild = (await queries.lockFamilies(tx, [guildId])).get(guildId)
  if (!guild) throw refuseCode(10032, 'guildId')
  const verdict = changes[change]({
    state: guild.state,
    hasParent: guild.parent_id !== null,
    hasSubAgencies: await queries.hasSubAgencies(tx, guildId),
    rateAgreed: guild.agreed_rate_bp !== null,
    methodChanged: guild.settlement_method === 'anchor withdrawal' || guild.method_from !== null,
  })
  if (verdict === true) return guild
  if (verdict in reasons) throw refuseBecause(20000, field, reasons[verdict as keyof typeof reasons])
  throw refuseBecause(refusedIn(guild.state), field, stateReasons[guild.state])
}

type Done = {
  guild: queries.Guild
  what: GuildEvent['what']
  detail: NonNullable<GuildEvent['detail']>
  content: Sentence
  reason: string
  /** The maker, if a second member of staff approved. */
  by?: string
  tellsApp?: true
}

/** Writes history, log entry and, if the app must know, the command. `guild` is the new state. */
export async function recordChange(tx: Transaction, context: Context, done: Done): Promise<void> {
  const { guild, detail, reason, what } = done
  const by = done.by ?? context.caller?.username ?? 'system'
  await addHistory(tx, [{ guildId: guild.id, at: context.now, by, what, reason, detail }])
  const side = (which: 'before' | 'after') => ({
    guildId: guild.id,
    name: guild.name,
    ...Object.fromEntries(Object.entries(detail).map(([field, value]) => [field, value[which]])),
  })
  await record(tx, context, {
    operation: operations[what],
    target: `guild ${guild.id}`,
    content: done.content,
    before: side('before'),
    after: side('after'),
    reason,
    ...(!context.caller && { actor: { id: null, username: by } }),
  })
  if (done.tellsApp) await send(tx, context.now, [changed(guild)])
}

const operations = {
  'leader changed': 'guild.leader',
  'rate changed': 'guild.rate',
  'parent changed': 'guild.parent',
  'method changed': 'guild.method',
} as Record<GuildEvent['what'], 'guild.leader' | 'guild.rate' | 'guild.parent' | 'guild.method'>
