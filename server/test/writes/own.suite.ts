// Staff who lead a guild, or are an agent, decide nothing about it: the same number is enough.

import type { DeclaredCall } from '@greenroom/contract/allCalls'
import { menusOf } from '@greenroom/contract/call'
import { describe, expect, test } from 'vitest'
import { payloadOf } from '../../src/app/dispatch.ts'
import type { Parties } from '../../src/kit/calls/parties.ts'
import { everyMenu, person } from '../people.ts'
import { unique } from '../world/base.ts'
import { aGuild } from '../world/guilds.ts'
import { changing, prepare, product, world } from './everyWrite.fixture.ts'

/** Menus whose calls are about guilds, agents or what they are paid. */
const about = /^(guilds\.|topup-agents\.|finance\.(agents|agentTrades|payout|usdtOut)$)/
const isAbout = ({ call }: DeclaredCall) => menusOf(call).some((menu) => about.test(menu))

/** Changing calls of these menus that are about no guild or agent of others, and why. */
const others: Readonly<Record<string, string>> = {
  guildMethod: 'leaders only',
  inviteLinkSave: 'leaders only',
  guildAccountSave: 'leaders only',
  guildAccountReset: 'leaders only',
  guildAccountStatus: 'leaders only',
  payoutRequestSave: 'leaders only',
  agentAddress: 'agents only',
  agentApply: 'leaders only',
  agentAskBack: 'agents only',
  agentCodeSend: 'agents only',
  agentPurchaseSave: 'agents only',
  agentReceiptShare: 'agents only',
  agentSalaryDeduct: 'agents only',
  agentSell: 'agents only',
  agentStepUp: 'agents only',
  agentAccountReveal: 'reads',
  payoutAccountReveal: 'reads',
  planSave: 'about all guilds',
  planUpdate: 'about all guilds',
  planPublish: 'about all guilds',
  planWithdraw: 'about all guilds',
  payoutMappingSave: 'a format of files',
  payoutMappingUpdate: 'a format of files',
  payoutMappingDelete: 'a format of files',
  payoutBatchSave: 'asks for an approval, which refuses the maker (payouts.test)',
}

const servedOf = (name: string) => product.routes.find(({ call }) => call.name === name)!

/** Gives the account of staff and an account of one of the parties the same number. */
async function sharing(staffId: number, { guildIds = [], agentIds = [], phones = [] }: Parties): Promise<void> {
  const { database } = product
  const number = phones[0] ?? { areaCode: '86', number: `1390000${String(staffId).padStart(4, '0')}` }
  const phone = { area_code: number.areaCode, phone: number.number }
  await database.updateTable('access.staff').set(phone).where('id', '=', staffId).execute()
  if (phones.length > 0) return
  const agentId = guildIds.length > 0 ? null : agentIds.at(-1)!
  // An agent has one account.
  const known = await database
    .updateTable('access.staff')
    .set(phone)
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const outside = { username: unique('own'), password_hash: 'none', created_at: product.clock.now(), status: 0 }
  await database
    .insertInto('access.staff')
    .values({
      ...outside,
      ...phone,
      union_id: guildIds.at(-1) ?? null,
      agent_id: agentId,
    })
    .execute()
}

/** Does `work` while everything that is paid out is paid to a guild instead of a user. */
async function payingGuild(work: () => Promise<void>): Promise<void> {
  const { database } = product
  const payee_id = `guild:${await aGuild(world)}`
  const payouts = await database.selectFrom('finance.payout').select(['id', 'payee_id']).execute()
  const instructions = await database.selectFrom('chain.instruction').select(['id', 'payee_id']).execute()
  await database.updateTable('finance.payout').set({ payee_id }).execute()
  await database.updateTable('chain.instruction').set({ payee_id }).execute()
  await work()
  for (const { id, ...row } of payouts)
    await database.updateTable('finance.payout').set(row).where('id', '=', id).execute()
  for (const { id, ...row } of instructions)
    await database.updateTable('chain.instruction').set(row).where('id', '=', id).execute()
}

export function own(): void {
  describe('about one’s own guild or agent', () => {
    const concerning = changing.filter((declared) => isAbout(declared) && !(declared.call.name in others))

    test('each changing call of these menus says whom it is about, or is named with a reason', () => {
      expect(concerning.length).toBeGreaterThan(35)
      const silent = concerning.filter(({ call }) => !servedOf(call.name).concerns)
      expect(silent.map(({ call }) => call.name)).toEqual([])
      const named = changing.filter((declared) => isAbout(declared) && servedOf(declared.call.name).concerns)
      expect(named.map(({ call }) => call.name).filter((name) => name in others)).toEqual([])
      expect(Object.keys(others).filter((name) => !changing.some(({ call }) => call.name === name))).toEqual([])
    })

    const refuses = async ({ call }: DeclaredCall, { payload, more }: Awaited<ReturnType<typeof prepare>>) => {
      const parties = await servedOf(call.name).concerns!(product.database, payloadOf(call, payload))
      const found = [...(parties.guildIds ?? []), ...(parties.agentIds ?? []), ...(parties.phones ?? [])]
      expect(found.length).toBeGreaterThan(0)
      const { client, staffId } = await person(product, { permissions: everyMenu(3) })
      await sharing(staffId, parties)
      expect(await client.send(call, payload as never, more)).toMatchObject({
        code: 500,
        errorCode: 10026,
        detail: [{ field: 'account', reason: 'approval.concerned' }],
      })
    }

    test.each(concerning.map((declared) => ({ name: declared.call.name, declared })))(
      '$name is refused',
      async ({ name, declared }) => {
        // Another suite may have performed the write, after which what it deletes is gone.
        const made = await prepare(declared.call)
        if (/^(payoutBatch|usdtOut)/.test(name)) await payingGuild(() => refuses(declared, made))
        else await refuses(declared, made)
      },
    )
  })
}
