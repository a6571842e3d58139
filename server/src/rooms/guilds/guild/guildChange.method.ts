// From guild pickup to anchor withdrawal: one way, by the leader with a code, from the next week on.
import type { Parsed } from '@greenroom/contract/call'
import type { guildMethod } from '@greenroom/contract/guilds'
import { methodChanged } from '@greenroom/contract/sentences/guilds'
import { isCode, phoneOfAccount, rightCode, spendCode } from '../../../access/index.ts'
import { send } from '../../../bridge/index.ts'
import { type Context, staffOf, system } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { recordMany } from '../../../log/index.ts'
import { weekAt } from '../weeks/weeks.queries.ts'
import { weekAround, weekLater } from '../weeks/weeks.rules.ts'
import { changed } from './guild.decide.ts'
import * as queries from './guild.queries.ts'
import { lockFor, recordChange } from './guildChange.changing.ts'

/** @throws Refusal 10026 for anyone who leads no guild, 12001, 12002, 12003 for the code, 20000 changed already */
export async function changeMethod(context: Context, { smsCode }: Parsed<typeof guildMethod>) {
  const { scope, database, now } = context
  if (scope.kind !== 'guild') throw refuseBecause(10026, 'smsCode', 'guild.leaderOnly')
  if (!isCode(smsCode)) throw refuseCode(12001, 'smsCode')
  const phone = await phoneOfAccount(database, staffOf(context).id)
  if (!phone) throw refuseCode(12003, 'smsCode')
  const codeId = await rightCode(context, { purpose: 'withdraw', number: phone.e164, code: smsCode })
  if (codeId === null) throw refuseCode(12002, 'smsCode')
  return context.tx(async (tx) => {
    const guild = await lockFor(tx, scope.unionId, 'changeMethod', 'smsCode')
    if (!(await spendCode(tx, codeId))) throw refuseCode(12002, 'smsCode')
    const { week } = (await weekAt(tx, now)) ?? weekAround(now, context.timeZone)
    const methodFrom = weekLater(week, 1)
    await queries.setMethodFrom(tx, guild.id, methodFrom)
    await recordChange(tx, context, {
      guild,
      what: 'method changed',
      detail: {
        method: { before: 'guild pickup', after: 'anchor withdrawal' },
        from: { before: null, after: methodFrom },
      },
      content: methodChanged({ guildId: guild.id, name: guild.name }, methodFrom),
      reason: '',
    })
    return { methodFrom }
  })
}

/** Changes the method of guilds whose week for it has begun, logged as the system's. @returns how many */
export const changeMethodsDue = (context: Context): Promise<number> =>
  context.tx(async (tx) => {
    const week = await weekAt(tx, context.now)
    if (!week) return 0
    const guilds = await queries.changeMethods(tx, week.week)
    if (guilds.length === 0) return 0
    await recordMany(
      tx,
      context,
      guilds.map((guild) => ({
        operation: 'guild.method' as const,
        target: `guild ${guild.id}`,
        content: methodChanged({ guildId: guild.id, name: guild.name }, guild.method_from),
        before: { guildId: guild.id, method: 'guild pickup' },
        after: { guildId: guild.id, method: 'anchor withdrawal' },
        actor: system,
      })),
    )
    await send(tx, context.now, guilds.map(changed))
    return guilds.length
  })
