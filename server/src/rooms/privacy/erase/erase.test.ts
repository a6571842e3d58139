// A person with marked words everywhere is erased: nothing of them is found afterwards, and log, ledger and reconciliation hold.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { agentReject } from '@greenroom/contract/agents'
import { type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import { flowReconcile } from '@greenroom/contract/flow'
import { guildRefuse } from '@greenroom/contract/guilds'
import { approvalDecide, logVerify } from '@greenroom/contract/system'
import {
  userBan,
  userDetail,
  userFlag,
  userGrant,
  userNoteSave,
  userReveal,
  userUnban,
} from '@greenroom/contract/users'
import { withdrawalRefuse } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect, registered } from '../../../../test/bridge.ts'
import { setParam } from '../../../../test/params.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { settled } from '../../../../test/settled.ts'
import { foldPlatform, verifyLedger, verifyNew } from '../../../ledger/index.ts'
import { sealLog } from '../../../log/seal.ts'
import { mark, markedAccount, markedEvent, markedNumbers, markedWord, unsaid } from '../marked.fixture.ts'
import { eraseDue, type Tombstone } from './erase.job.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
const buried: Tombstone[] = []
const [person, other] = [917_001, 917_002]
const day = 86_400_000

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product, { endpoint: 'https://app.example.com' })
  await setParam(product, 'deletion_days', 1)
})
afterAll(() => product.close())

const erasing = () => ({ ...product, bury: async (one: Tombstone) => void buried.push(one) })
/** Runs the job until nothing is left to do. */
async function eraseAll(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await settled(product.database)
    if (!(await eraseDue(erasing()))) return
  }
  throw new Error('the job does not end')
}

/** Where a text of the database holds one of these, by table. */
async function found(parts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`.execute(
    product.owner,
  )
  const pattern = parts.join('|')
  const hits: string[] = []
  for (const { name } of rows) {
    const { rows: some } = await sql<{ text: string }>`
      select left(substring(t::text, '.{0,60}(?:' || ${pattern} || ').{0,20}'), 100) as text
        from ${sql.raw(name)} t where t::text ~* ${pattern} limit 3`.execute(product.owner)
    hits.push(...some.map(({ text }) => `${name}: ${text}`))
  }
  return hits
}

/** Files below a folder that hold one of these. */
function filesWith(folder: string, parts: readonly string[]): string[] {
  const pattern = new RegExp(parts.join('|'), 'i')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    return statSync(path).isFile() && pattern.test(readFileSync(path, 'latin1'))
  })
}

const words = [mark, ...markedNumbers, '917:8246']

/** Every type of event once, about the person, each text marked; and what staff do about them. */
async function live(): Promise<void> {
  const now = product.clock.now()
  const at = (secondsAgo: number) => new Date(now.getTime() - 3 * day - secondsAgo * 1_000)
  const both = { senderId: person, receiverId: other }
  const events = [
    markedEvent('user.registered', { userId: person, sex: 'woman', country: 'BR' }, at(900)),
    { ...registered(other, 'man'), at: at(900) },
    markedEvent('install.attributed', { deviceId: `${mark}device`, country: 'BR' }, at(890)),
    markedEvent('user.updated', { userId: person, birthday: '2001-04-12' }, at(880)),
    markedEvent('user.online', { userId: person, deviceId: `${mark}device` }, at(870)),
    markedEvent('media.submitted', { userId: person, itemId: 'pr-item-1' }, at(860)),
    markedEvent('certification.submitted', { userId: person, itemId: 'pr-item-2' }, at(850)),
    markedEvent('dynamic.posted', { userId: person, dynamicId: 'pr-dyn' }, at(840)),
    markedEvent('comment.posted', { userId: person, dynamicId: 'pr-dyn', commentId: 'pr-com' }, at(830)),
    markedEvent('greeting.submitted', { userId: person, itemId: 'pr-item-3' }, at(820)),
    markedEvent('report.created', { userId: other, reporterId: person, reportId: 'pr-rep-1' }, at(810)),
    markedEvent('report.created', { userId: person, reporterId: other, reportId: 'pr-rep-2' }, at(800)),
    markedEvent('appeal.created', { userId: person, itemId: 'pr-item-1', appealId: 'pr-app' }, at(790)),
    markedEvent('recharge.created', { userId: person, orderId: 'pr-ord-1' }, at(780)),
    markedEvent('recharge.paid', { orderId: 'pr-ord-1' }, at(770)),
    markedEvent('recharge.created', { userId: person, orderId: 'pr-ord-2' }, at(760)),
    markedEvent('recharge.failed', { orderId: 'pr-ord-2' }, at(750)),
    markedEvent('recharge.created', { userId: person, orderId: 'pr-ord-3' }, at(740)),
    markedEvent('recharge.paid', { orderId: 'pr-ord-3' }, at(730)),
    markedEvent(
      'recharge.refunded',
      { orderId: 'pr-ord-3', kind: 'refund', refundId: undefined, outcome: undefined },
      at(720),
    ),
    markedEvent('recharge.created', { userId: other, orderId: 'pr-ord-4', tokens: 500_000 }, at(710)),
    markedEvent('recharge.paid', { orderId: 'pr-ord-4' }, at(700)),
    markedEvent('live.started', { userId: person, liveId: 'pr-live', rate: 0 }, at(690)),
    markedEvent('live.heartbeat', { liveId: 'pr-live' }, at(680)),
    markedEvent('live.snapshot', { liveId: 'pr-live' }, at(670)),
    markedEvent('live.viewed', { userId: other, liveId: 'pr-live', viewId: 'pr-view' }, at(660)),
    markedEvent('live.minute', { userId: other, liveId: 'pr-live' }, at(650)),
    markedEvent('live.ended', { liveId: 'pr-live' }, at(640)),
    markedEvent('match.requested', { userId: person, matchId: 'pr-match' }, at(630)),
    markedEvent('match.ended', { matchId: 'pr-match', callId: 'pr-call' }, at(620)),
    markedEvent('call.requested', { callerId: person, calleeId: other, callId: 'pr-call', unitPrice: 100 }, at(610)),
    markedEvent('call.answered', { callId: 'pr-call' }, at(600)),
    markedEvent('call.minute', { callId: 'pr-call', minute: 1 }, at(590)),
    markedEvent('live.snapshot', { callId: 'pr-call', liveId: undefined }, at(580)),
    markedEvent('call.ended', { callId: 'pr-call', seconds: 70, minutes: 2 }, at(570)),
    markedEvent(
      'gift.sent',
      {
        senderId: other,
        receiverId: person,
        giftId: 12,
        count: 1,
        tokens: 300_000,
        liveId: undefined,
        floatingScreen: undefined,
      },
      at(560),
    ),
    markedEvent('text.charged', { ...both, tokens: 5 }, at(550)),
    markedEvent(
      'withdrawal.requested',
      { userId: person, withdrawalId: 'pr-wd', bonus: 60_000, account: markedAccount() },
      at(540),
    ),
    markedEvent('guild.inviteAnswered', { userId: person, guildId: 999_999 }, at(530)),
    markedEvent('guild.leaveRequested', { userId: person, guildId: 999_999 }, at(520)),
    markedEvent('guild.applied', { userId: person, parentId: null, inviterId: null, guildName: 'Aurora 917' }, at(510)),
    markedEvent('agent.applied', { userId: person }, at(500)),
    markedEvent('agent.purchaseRequested', { userId: person, purchaseId: 'pr-pur' }, at(490)),
    markedEvent('message.delivered', { messageId: '318', userIds: [person] }, at(480)),
    markedEvent('message.read', { messageId: '318', userIds: [person] }, at(470)),
    markedEvent('user.offline', { userId: person }, at(460)),
  ]
  const answers = await app.send(events as never)
  const wrong = answers.flatMap((answer, index) =>
    answer.status === 'accepted' ? [] : [`${events[index]!.type}: ${answer.errorCode} ${answer.errorMsg}`],
  )
  // There is no such guild, and an applicant is no agent: those lines are kept for a month.
  expect(
    wrong.map((line) => line.split(':')[0]),
    wrong.join('; '),
  ).toEqual(['guild.inviteAnswered', 'guild.leaveRequested', 'agent.purchaseRequested'])
  const sent = new Set(events.map(({ type }) => type))
  const missing = (Object.keys(eventData) as EventType[]).filter((type) => !sent.has(type as never))
  expect(missing).toEqual(['user.deleted', 'user.deletionCancelled'])

  const reason = `${markedWord()} said so`
  await admin.call(userNoteSave, { userId: person, text: markedWord() })
  await admin.call(userFlag, { ids: [person], flag: 'security', on: true, reason })
  await admin.call(userBan, { ids: [person], kind: 'both', hours: 0, reason })
  await admin.call(userUnban, { ids: [person], reason })
  await admin.call(userReveal, { userId: person, field: 'phone', reason })
  await admin.call(userGrant, { ids: [person], tokens: 30, kind: 'compensation', reason })
  await admin.call(userGrant, { ids: [person], tokens: 5_000_000, kind: 'compensation', reason })
}

test('every text of every event is marked, or is said to be none', () => {
  expect(unsaid()).toEqual([])
})

test('nothing is left of an erased person but the number', async () => {
  await live()
  expect(await found(words)).not.toEqual([])
  await app.accepted({
    type: 'user.deleted',
    at: new Date(product.clock.now().getTime() - 2 * day),
    data: { userId: person },
  })
  await eraseAll()
  const waiting = await product.database
    .selectFrom('privacy.deletion')
    .select(['state', 'waits'])
    .executeTakeFirstOrThrow()
  expect(waiting.state).toBe('waiting')
  expect(waiting.waits.toSorted()).toEqual(['agent', 'leader', 'request', 'reserved', 'withdrawal'])

  const reason = `${markedWord()} is leaving`
  const { outcomes } = await admin.call(withdrawalRefuse, { ids: ['pr-wd'], reason })
  expect(outcomes).toMatchObject([{ ok: true }])
  const { id: guildId } = await product.database.selectFrom('guilds.guild').select('id').executeTakeFirstOrThrow()
  await admin.call(guildRefuse, { ids: [guildId], reason } as never)
  await admin.call(agentReject, { ids: [person], reason } as never)
  const second = await product.second()
  const request = await product.database
    .selectFrom('access.approval')
    .select('id')
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  await second.call(approvalDecide, { ids: [request.id], decision: 'refuse', reason })

  await sql`update privacy.deletion set looked_at = null`.execute(product.database)
  await eraseAll()
  const erased = await product.database.selectFrom('privacy.deletion').selectAll().executeTakeFirstOrThrow()
  expect(erased).toMatchObject({ state: 'erased', waits: [] })
  expect(buried).toEqual([{ deletionId: erased.id, userId: person, erasedAt: erased.erased_at!.toISOString() }])

  expect(await found(words)).toEqual([])
  expect(filesWith(product.dataDir, words)).toEqual([])
  const { user } = await admin.call(userDetail, { userId: person })
  expect(user).toMatchObject({
    nickname: '',
    country: 'BR',
    wallet: { paidTokens: 0, promoTokens: 0, bonus: 0 },
  })

  await settled(product.database)
  await sealLog(product.database, product.seals)
  expect((await admin.call(logVerify, {})).ok).toBe(true)
  expect(await verifyLedger(product.database)).toEqual([])
  while ((await foldPlatform(product.database)) > 0);
  while (await verifyNew(product.database, product.clock.now()));
  const { checks } = await admin.call(flowReconcile, {})
  expect(checks.filter(({ left, right, differences }) => left !== right || differences.length > 0)).toEqual([])
})
