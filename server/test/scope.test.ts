// Private data is reachable by its owner only: others' ids answer 10032, as if they did not exist.
import {
  exportCancel,
  exportList,
  exportStatus,
  sessionEnd,
  sessionList,
  viewDelete,
  viewList,
  viewSave,
} from '@greenroom/contract/access'
import * as system from '@greenroom/contract/system'
import * as systemRecords from '@greenroom/contract/systemRecords'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, type Made, person } from './people.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { aGuild } from './world/guilds.ts'
import { anExport } from './world/system.ts'

/**
 * Every table with an owner, and how ownership is enforced: a part of this file, or why there is nothing to enforce. A
 * new such table needs a line here.
 */
const owned: Record<string, 'sessions' | 'views' | 'exports' | 'log' | { because: string }> = {
  'access.staff': { because: 'the platform’s: no call of the accounts is declared for others (reach.test.ts)' },
  'access.session': 'sessions',
  'access.saved_view': 'views',
  'notify.message': { because: 'the platform’s: those who run the installation see what was given up' },
  'access.mail_code': { because: 'no call shows one' },
  'notify.moment': { because: 'no call shows one: it waits to be told' },
  'notify.notice': { because: 'no call shows one but its own (told.test.ts)' },
  'notify.subscription': { because: 'no call shows or removes one but its own (webPush.test.ts)' },
  'notify.reader': { because: 'no call shows one but its own' },
  'notify.preference': { because: 'no call shows one but its own' },
  'files.export': 'exports',
  'log.entry': 'log',
  'log.readable': { because: 'for whoever reads the database; no call reads it' },
  'access.staff_role': { because: 'read with its account only' },
  'kit.simulation_account': { because: 'demo accounts, shown to everyone on the log-in page' },
  'access.login_challenge': { because: 'found by its token only, which only the caller logging in has' },
  'access.provider_flow': { because: 'found by its state only, which only the browser that began it has' },
  'access.provider_given': { because: 'no call shows it: it is what groups gave at the last log-in' },
  'access.provider_identity': {
    because: 'the platform’s: no call of the identity provider is declared for others (reach.test.ts)',
  },
  'access.passkey': { because: 'its calls find the caller’s own only (security.test.ts)' },
  'access.passkey_challenge': { because: 'found by its token only, and by the session that asked for it' },
  'access.recovery_code': { because: 'no call shows it: a holder types one' },
  'access.alone': { because: 'no call shows it: it is added up for the caller itself' },
  'access.decision': {
    because: 'shown with what it decides; undone by its account only (withdrawals/withdrawals.undo.test.ts)',
  },
  'access.see_as': { because: 'found by its session only (access/seeAs/seeAs.test.ts)' },
  'access.setup_decider': { because: 'no call shows it: it is counted for the end of set-up' },
  'access.setup_account': { because: 'no call shows it: its requests for confirmation are the platform’s' },
  'access.password_link': { because: 'the platform’s: no call of the accounts is declared for others (reach.test.ts)' },
  'access.approval': { because: 'the platform’s: its checker is never its maker, so both see it' },
  'files.file': { because: 'public to those who know its id, which cannot be guessed' },
  'guilds.guild': { because: '`inReach` of guilds/visibleGuilds.ts in every query (guilds/guild/guild.scope.test.ts)' },
  'guilds.event': { because: '`ofOwn` of guilds/visibleGuilds.ts (guilds/guild/guild.scope.test.ts)' },
  'guilds.member': { because: 'within the caller’s family, changed by the guild itself (members.test.ts)' },
  'guilds.anchor_day': { because: '`inReach` of guilds/visibleGuilds.ts (guilds/figures/guildReports.test.ts)' },
  'guilds.refold': { because: 'a queue of the fold that no call reads' },
  'guilds.anchor_week': { because: 'with the members of the caller’s family (members.test.ts)' },
  'guilds.guild_day': { because: '`inReach` of guilds/visibleGuilds.ts (guilds/figures/guildReports.test.ts)' },
  'guilds.guild_week': { because: '`inReach` of guilds/visibleGuilds.ts (guilds/figures/guildReports.test.ts)' },
  'guilds.dispute_day': {
    because: 'read with a settlement that `own` has let through (settlement.show.ts, settlement.test.ts)',
  },
  'guilds.deduction': { because: '`ofOwn` of guilds/visibleGuilds.ts (deductions.test.ts)' },
  'guilds.settlement': {
    because: '`inReach` and `ofOwn` of guilds/visibleGuilds.ts (guilds/settlement/settlement.test.ts)',
  },
  'guilds.settlement_line': {
    because: 'with its settlement, `ofOwn` of guilds/visibleGuilds.ts (guilds/settlement/settlement.test.ts)',
  },
  'guilds.anchor_debt': { because: 'no call shows it: a job takes it at the next approval' },
  'guilds.payout_account': { because: '`ofOwn` of guilds/visibleGuilds.ts (payouts/guildPayouts.scope.test.ts)' },
  'guilds.payout_request': { because: '`ofOwn` of guilds/visibleGuilds.ts (payouts/guildPayouts.scope.test.ts)' },
  'guilds.invite_link': {
    because: 'by the session’s guild only (guilds/link/inviteLink.suite.ts); else by its code, which was given',
  },
  'guilds.link_request': { because: 'as above: no call shows one but to its guild' },
  'guilds.payment': { because: '`ofOwn` of guilds/visibleGuilds.ts (payouts/guildPayouts.scope.test.ts)' },
  'promotion.benefit_grant': {
    because: 'data of the platform’s users, which a guild’s or agent’s caller does not find',
  },
  'live.free_minutes': { because: 'shown with their owner only, one of the platform’s users' },
  'finance.first_payment': { because: 'no call shows when users of an old console first paid' },
  'users.ban': { because: 'data of the platform’s users, which a guild’s or agent’s caller does not find' },
  'users.grant_line': { because: 'data of the platform’s users, as above' },
  'privacy.deletion': { because: 'data of the platform’s users, as above' },
  'privacy.erased': { because: 'data of the platform’s users, as above' },
  'privacy.hold': { because: 'data of the platform’s users, as above' },
  'privacy.read_day': { because: 'shown on a user’s page, which guilds’ and agents’ accounts do not open' },
  'privacy.stayed': { because: 'no call shows it' },
  'users.note': { because: 'data of the platform’s users, as above' },
  'users.reveal': { because: 'data of the platform’s users, as above' },
  'users.active_day': { because: 'no call shows single days' },
  'indicators.user_day': { because: 'figures are the platform’s: their calls refuse guilds’ and agents’ accounts' },
  'indicators.user_month': { because: 'figures are the platform’s, as above' },
  'indicators.new_tokens': { because: 'no call shows what is still to be counted' },
  'indicators.due': { because: 'no call shows what is still to be counted' },
  'indicators.touched': { because: 'no call shows what is still to be counted' },
  'indicators.note': { because: 'notes on days are the platform’s, as above' },
  'indicators.board': { because: 'the caller’s own or shared with their role (indicators/boards/boards.test.ts)' },
  'users.user_device': { because: 'data of the platform’s users, as above' },
  'users.wallet': { because: 'data of the platform’s users, as above' },
  'audits.item': { because: 'data of the platform’s users, as above' },
  'audits.report': { because: 'the platform’s: a guild’s or agent’s caller finds none (reports.test.ts)' },
  'audits.appeal': { because: 'shown with its item, which is the platform’s' },
  'audits.review': { because: 'the platform’s: a guild’s or agent’s caller finds none (queue tests)' },
  'bulk.job': { because: 'the caller’s own only: no call takes another’s id (bulk.test.ts)' },
  'users.device_follow': { because: 'no call shows a job’s remaining work' },
  'users.nickname': { because: 'a search finds users through it, and shows only those in scope' },
  'audits.look': { because: 'read with its review only, which is the platform’s' },
  'audits.setting': { because: 'the caller’s own only: no call takes another’s id' },
  'community.dynamic': { because: 'the platform’s: a guild’s or agent’s caller finds none (community.test.ts)' },
  'community.comment': { because: 'the platform’s, as above' },
  'official.account': { because: 'the platform’s: no call of it is declared for others (reach.test.ts)' },
  'topup_agents.application': { because: 'the platform’s, or the caller’s own by the session only (agents.test.ts)' },
  'topup_agents.agent': { because: 'as above' },
  'topup_agents.event': { because: 'the platform’s: shown to staff with the application' },
  'topup_agents.purchase': {
    because: '`ofOwn` of topup-agents/visibleAgents.ts (topup-agents/trades/trades.sales.test.ts)',
  },
  'topup_agents.sale': {
    because: '`ofOwn` of topup-agents/visibleAgents.ts (topup-agents/trades/trades.sales.test.ts)',
  },
  'topup_agents.refund': { because: 'as above, with its sale; added up for the agent itself' },
  'topup_agents.agent_day': { because: 'added up for the agent itself (topup-agents/trades/trades.sales.test.ts)' },
  'topup_agents.payout_account': { because: 'the platform’s: no call of it is declared for others (reach.test.ts)' },
  'topup_agents.payment': { because: 'no call shows it: payments are shown with their batch' },
  'topup_agents.step_up': { because: 'of the caller’s own session only' },
  'official.recipient': { because: 'the platform’s: no call of it is declared for others (reach.test.ts)' },
  'official.message_read': { because: 'no call shows who read a message' },
  'live.broadcaster': { because: 'data of the platform’s users, as above' },
  'live.forbid': { because: 'data of the platform’s users, as above' },
  'live.warning': { because: 'data of the platform’s users, as above' },
  'live.session': { because: 'data of the platform’s users, as above' },
  'live.view': { because: 'no call shows views' },
  'live.match': { because: 'no call shows matches before the Data area' },
  'live.paid_minute': { because: 'no call shows single minutes' },
  'finance.recharge_order': { because: 'data of the platform’s users, as above' },
  'finance.user_sum': { because: 'data of the platform’s users, as above' },
  'finance.chargeback': { because: 'data of the platform’s users, as above' },
  'official.message': { because: 'of the platform’s staff: official calls refuse guilds’ and agents’ accounts' },
  'finance.payee_account': { because: 'data of the platform’s users, as above' },
  'finance.withdrawal': { because: 'data of the platform’s users, as above' },
  'chain.address': { because: 'the platform’s: an agent or user gets only their own' },
  'chain.deposit': { because: 'the platform’s: a guild’s or agent’s caller finds none (chain.test.ts)' },
  'ledger.entry': { because: 'the platform’s: a guild’s or agent’s caller finds no entry (flow.test.ts)' },
  'ledger.folded': { because: 'the platform’s, as above' },
  'ledger.detached_account': { because: 'the platform’s, as above' },
}

let product: TestProduct
let admin: Client
let mine: Made
let theirs: Made

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  mine = await person(product, { permissions: everyMenu(3), unionId: await aGuild({ product, admin }) })
  theirs = await person(product, { permissions: everyMenu(3), unionId: await aGuild({ product, admin }) })
})
afterAll(() => product.close())

test('every table with an owner is listed', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_schema || '.' || c.table_name as name
      from information_schema.columns c
      join pg_class r on r.oid = format('%I.%I', c.table_schema, c.table_name)::regclass and not r.relispartition
     where c.table_schema not in ('pg_catalog', 'information_schema', 'pgboss')
       and c.column_name ~ '(^|_)(staff|union|agent|maker|guild|user|account|owner|session)_id$'
     order by 1`.execute(product.database)
  const missing = rows.map(({ name }) => name).filter((name) => !(name in owned))
  expect(missing).toEqual([])
  const gone = Object.keys(owned).filter((name) => !rows.some((row) => row.name === name))
  expect(gone).toEqual([])
})

describe('sessions', () => {
  test('are visible to their account only', async () => {
    const { sessions } = await mine.client.call(sessionList, {})
    const [session] = (await theirs.client.call(sessionList, {})).sessions
    expect(sessions.map(({ sessionId }) => sessionId)).not.toContain(session!.sessionId)
    for (const client of [mine.client, admin])
      expect(await client.refused(sessionEnd, { sessionId: session!.sessionId })).toMatchObject({ code: 10032 })
    expect((await theirs.client.call(sessionList, {})).sessions).toHaveLength(1)
  })

  test('an invalid id is not found either', async () => {
    for (const sessionId of ['', 'x', "' or true", '00000000-0000-0000-0000-000000000000'])
      expect(await mine.client.refused(sessionEnd, { sessionId })).toMatchObject({ code: 10032 })
  })
})

describe('saved views', () => {
  test('are visible to their owner only', async () => {
    const screen = '/sys/log'
    const view = await theirs.client.call(viewSave, { screen, name: 'Nights', query: 'q=1' })
    expect((await mine.client.call(viewList, { screen })).views).toEqual([])
    for (const client of [mine.client, admin]) {
      expect(await client.refused(viewDelete, { viewId: view.viewId })).toMatchObject({ code: 10032 })
      expect(await client.refused(viewSave, { ...view, name: 'Mine now' })).toMatchObject({ code: 10032 })
    }
    // Another account may use the same name.
    await mine.client.call(viewSave, { screen, name: 'Nights', query: 'q=2' })
    expect((await theirs.client.call(viewList, { screen })).views).toEqual([view])
  })
})

describe('exports', () => {
  test('are visible to their owner only', async () => {
    const exportId = await anExport({ product, admin }, 'waiting')
    expect((await admin.call(exportStatus, { exportId })).exportId).toBe(exportId)
    expect((await mine.client.call(exportList, {})).exports).toEqual([])
    expect(await mine.client.refused(exportStatus, { exportId })).toMatchObject({ code: 10032, reason: 'export.none' })
    expect(await mine.client.refused(exportCancel, { exportId })).toMatchObject({ code: 10032, reason: 'export.none' })
    expect((await admin.call(exportStatus, { exportId })).state).toBe('waiting')
  })

  test('a file and its URL are refused once the menu of its list is gone', async () => {
    const { client, roleId } = await person(product, { permissions: { 'system.country': 1 } })
    const answer = await client.send(systemRecords.countryCalls.list, { export: 'csv' })
    const { url } = (answer as unknown as { result: { url: string } }).result
    const get = async () => (await product.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode
    const [row] = (await client.call(exportList, {})).exports
    expect([await get(), row!.url]).toEqual([200, expect.stringContaining('/files/export/')])
    await product.database.deleteFrom('access.role_menu').where('role_id', '=', roleId).execute()
    expect(await get()).toBe(404)
    const { url: none, state } = await client.call(exportStatus, { exportId: row!.exportId })
    expect([state, none]).toEqual(['done', undefined])
    expect((await client.call(exportList, {})).exports[0]!.url).toBeUndefined()
  })

  test('a file is served for its signed URL only, and not after its session', async () => {
    const { client, staffId } = await person(product, { permissions: { 'system.country': 1 } })
    const answer = await client.send(systemRecords.countryCalls.list, { export: 'csv' })
    const { url } = (answer as unknown as { result: { url: string } }).result
    const path = url.replace(/^https?:\/\/[^/]+/, '')
    const get = async (to: string) => (await product.app.inject({ url: to })).statusCode
    expect(await get(path)).toBe(200)
    expect(await get(path.replace(/\?.*$/, ''))).not.toBe(200)
    expect(await get(path.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`))).not.toBe(
      200,
    )
    expect(await get(path.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 1}`))).not.toBe(200)
    await product.database.deleteFrom('access.session').where('staff_id', '=', staffId).execute()
    expect(await get(path)).not.toBe(200)
  })
})

describe('the log', () => {
  test('shows a guild’s caller their own guild only', async () => {
    await theirs.client.call(viewSave, { screen: '/sys/user', name: 'Theirs', query: '' })
    const { records: all } = await admin.call(system.logList, { username: theirs.username, size: 200 })
    const foreign = all.find((entry) => entry.operation === 'view.save')!
    expect(await mine.client.refused(system.logInfo, { id: foreign.id })).toMatchObject({
      code: 10032,
      reason: 'record.none',
    })
    expect((await theirs.client.call(system.logInfo, { id: foreign.id })).entry.id).toBe(foreign.id)
    const { records } = await mine.client.call(system.logList, { size: 200 })
    expect(new Set(records.map((entry) => entry.username))).toEqual(new Set([mine.username]))
    const agent = await person(product, { permissions: everyMenu(3), agentId: 7 })
    expect((await agent.client.call(system.logList, {})).records).toEqual([])
    expect(await agent.client.refused(system.logInfo, { id: foreign.id })).toMatchObject({
      code: 10032,
      reason: 'record.none',
    })
  })
})
