// Each line of Home against the list that its link leads to: as many rows, and none of them in another state. Run by `lists.test.ts`, on its
// product, where every list has rows.
import { home, userInfo } from '@greenroom/contract/access'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Filled } from './lists.fixture.ts'
import type { Client, TestProduct } from './product.ts'

type Asked = Record<string, string | boolean>
/** The list of a line's link, and what it is asked for: the filters of the address, under the names of the call. */
type Listed = [list: string, asked: Asked]

const ofStaff: Record<string, Listed> = {
  guildReviews: ['guildList', { state: 'under review' }],
  weeksDisputed: ['settlementList', { state: 'disputed' }],
  weeksConfirmed: ['settlementList', { state: 'confirmed' }],
  weeksParked: ['settlementList', { state: 'parked' }],
  guildWithdrawals: ['payoutRequestList', { state: 'in review' }],
  agentReviews: ['agentList', { state: 'under review' }],
  agentPurchases: ['agentPurchaseList', { state: 'in review' }],
  agentBacks: ['agentSaleList', { backState: 'asked' }],
  withdrawalsFailed: ['withdrawalList', { state: 'failure', released: 'false' }],
  payWithdrawals: ['payableList', { source: 'withdrawal' }],
  payGuildRequests: ['payableList', { source: 'guild.request' }],
  payGuildWeeks: ['payableList', { source: 'guild.week' }],
  payPromoters: ['payableList', { source: 'promoter' }],
  batchesToSend: ['payoutBatchList', { state: 'approved' }],
  batchesSent: ['payoutBatchList', { state: 'sent' }],
  usdtToSign: ['usdtOutList', { state: 'signing' }],
  chargebacks: ['chargebackList', { state: 'open' }],
  statements: ['statementList', { state: 'draft' }],
  differences: ['differenceList', { state: 'open', due: 'true' }],
  sanctionsHits: ['sanctionsHitList', { state: 'open' }],
  promotersToFreeze: ['promoterSettleList', { state: 'open', ended: 'true' }],
  promotersToApprove: ['promoterSettleList', { state: 'frozen' }],
  messagesPaused: ['messageList', { state: 'paused' }],
  heldEvents: ['heldEventList', { state: 'held' }],
  deadLetters: ['deliveryList', { state: 'dead' }],
  usdtOutflows: ['outflowList', { unexplained: 'true' }],
  usdtVanished: ['usdtInList', { vanished: 'true', unexplained: 'true' }],
  usdtUnmatched: ['usdtInList', { state: 'unmatched', vanished: 'false' }],
}
const ofLeaders: Record<string, Listed> = {
  weekToConfirm: ['settlementList', { state: 'draft' }],
  leaveRequests: ['memberList', { asksToLeave: 'true' }],
}
const ofAgents: Record<string, Listed> = {
  purchasesRefused: ['agentOwnPurchaseList', { state: 'refused' }],
  returnsRefused: ['agentOwnSaleList', { backState: 'refused' }],
}

const callOf = new Map(declaredCalls.map(({ call }) => [call.name, call]))

async function listed(client: Client, list: string, asked: Asked): Promise<number> {
  const answer = await client.send(callOf.get(list)!, { size: 200, ...asked } as never)
  if (answer.code !== 200) throw new Error(`${list} ${JSON.stringify(asked)}: ${JSON.stringify(answer)}`)
  const result = answer.result as { total?: number; payables?: { usdCents: number }[] }
  return result.total ?? result.payables!.filter(({ usdCents }) => usdCents > 0).length
}

/** A row of each state that the writes leave none of, and of the leader's and the agent's own. */
function placed({ unionId, agentId }: { unionId: number; agentId: number }): RawBuilder<unknown>[] {
  const ofGuild = (state: string) =>
    sql`(select min(id) from guilds.settlement where guild_id = ${unionId} and state = ${state})`
  return [
    sql`update guilds.settlement set guild_id = ${unionId} where id = (
          select max(id) from guilds.settlement s where not exists (
            select from guilds.settlement o where o.guild_id = ${unionId} and o.week = s.week))`,
    sql`update guilds.settlement set state = 'parked', parked_reason = 'x' where id = (
          select max(id) from guilds.settlement where state = 'draft' and guild_id <> ${unionId})`,
    sql`update guilds.settlement set state = 'draft' where id = coalesce(${ofGuild('draft')}, ${ofGuild('confirmed')}, ${ofGuild('disputed')}, ${ofGuild('approved')})`,
    sql`update guilds.payout_account set state = 'effective' where id in (
          select max(id) from guilds.payout_account where guild_id = (select guild_id from guilds.payout_request order by id desc limit 1)
             and not exists (select from guilds.payout_account o where o.guild_id = guilds.payout_account.guild_id and o.state = 'effective'))`,
    sql`update guilds.payout_request set state = 'agreed', decided_at = requested_at where id = (select max(id) from guilds.payout_request)`,
    sql`update guilds.guild set state = 'normal' where id = (select guild_id from guilds.payout_request order by id desc limit 1)`,
    sql`delete from finance.payout where source = 'guild.request' and state = 'waiting'`,
    sql`update promotion.settlement set state = 'approved', approved_at = updated_at, own_cents = 5, correction_cents = 0, carried_in_cents = 0,
               payable_cents = 5, carried_out_cents = 0, period = '2001-01-01',
               promoter_id = (select promoter_id from promotion.payout_account order by id desc limit 1)
         where id = (select max(id) from promotion.settlement)`,
    sql`update promotion.payout_account set state = 'effective' where id = (
          select max(a.id) from promotion.payout_account a
           where not exists (select from promotion.payout_account o where o.promoter_id = a.promoter_id and o.state = 'effective'))`,
    sql`update finance.payout_batch set state = 'approved', approved_at = made_at where id = (select max(id) from finance.payout_batch)`,
    sql`update bridge.held_event set state = 'held', ended_at = null where state = 'dropped'`,
    sql`update bridge.delivery set state = 'dead', first_at = next_at where seq = (select max(seq) from bridge.delivery)`,
    sql`update chain.outflow set kind = 'elsewhere', explained_at = null where id = (select id from chain.outflow order by id limit 1)`,
    sql`update chain.deposit set vanished_at = at, explained_at = null where id = (select id from chain.deposit order by id limit 1)`,
    sql`update guilds.member set state = 'leaving', leave_asked_at = since, ends_at = null, guild_id = ${unionId}
         where id = (select max(id) from guilds.member where state = 'active')`,
    sql`update topup_agents.purchase set state = 'refused', tokens = 0, extra_tokens = 0, month = null, agent_id = ${agentId}
         where id = (select id from topup_agents.purchase where kind <> 'salary' order by asked_at desc, id desc limit 1)`,
    sql`update topup_agents.refund set state = 'refused', agent_id = ${agentId}
         where sale_id = (select sale_id from topup_agents.refund order by sold_at desc, sale_id desc limit 1)`,
    sql`update topup_agents.sale set agent_id = ${agentId} where id in (select sale_id from topup_agents.refund where state = 'refused')`,
  ]
}

/** @param of the product, and what fills every list, once they are there. */
export function todos(of: () => { product: TestProduct; filled: Filled }): void {
  test('each line of Home counts the rows of the list that it leads to', { timeout: 60_000 }, async () => {
    const { product, filled } = of()
    const { unionId } = (await filled.asked('guildAccountList').client.call(userInfo, {})).user
    const { agentId } = (await filled.asked('agentOwnSaleList').client.call(userInfo, {})).user
    for (const statement of placed({ unionId: unionId!, agentId: agentId! })) await statement.execute(product.database)
    const seen: string[] = []
    const wrong: unknown[] = []
    for (const [client, lists] of [
      [filled.asked('guildList').client, ofStaff],
      [filled.asked('guildAccountList').client, ofLeaders],
      [filled.asked('agentOwnSaleList').client, ofAgents],
    ] as const) {
      for (const { key, count, href, oldest } of (await client.call(home, {})).todo) {
        if (!(key in lists)) continue
        const [list, asked] = lists[key]!
        seen.push(key)
        const address = new URLSearchParams(href.split('?')[1])
        const own = address.get('guildId')
        const since = address.get('askedAt') ?? address.get('at')
        const found = await listed(client, list, {
          ...asked,
          ...(own && { guildId: own }),
          ...(since && { startTimeStr: since.split('..')[0]! }),
        })
        // The address names the same filters. Of what is owed with an account in force, some cannot be paid yet: the list says why.
        const values = [...address.values()]
        if (
          oldest === null ||
          (list === 'payableList' ? found > count : found !== count) ||
          !Object.values(asked).every((value) => values.includes(String(value)))
        )
          wrong.push([key, { count, found, href }])
      }
    }
    expect(wrong).toEqual([])
    // One that no list showed was not compared.
    expect(Object.keys({ ...ofStaff, ...ofLeaders, ...ofAgents }).filter((key) => !seen.includes(key))).toEqual([])
  })
}
