import { reportClaim, reportDecide, reportList } from '@greenroom/contract/auditReports'
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { userDetail } from '@greenroom/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { everyMenu, type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { commandsAbout } from '../../users/people.fixture.ts'
import { aReport, aWoman, caseOf, reportRows } from './reports.fixture.ts'

let product: TestProduct
let app: BridgeConnection
let admin: Client
let rita: Made
let templateId: number
let text: { en: string; cn: string }

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product, { endpoint: 'https://app.example.com' })
  admin = await product.administrator()
  rita = await person(product, { permissions: { 'audits.report': 3 } })
  const { templates } = await admin.call(auditTemplateChoices, { kind: 'report' })
  templateId = templates[0]!.templateId
  text = { en: templates[0]!.textEn, cn: templates[0]!.textCn }
})
afterAll(() => product.close())

const reason = 'threats in a call'
const stateOf = async (userId: number) => (await admin.call(userDetail, { userId })).user.state
const release = (userId: number) =>
  product.database
    .updateTable('audits.review')
    .set({ claimed_by: null, claimed_until: null })
    .where('user_id', '=', BigInt(userId))
    .execute()
const logged = (target: string) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', target).orderBy('id').execute()
const broadcast = (userId: number, liveId: string) =>
  app.accepted({ type: 'live.started', data: { liveId, userId, title: 'Tonight', rate: 0 } })

describe('claiming', () => {
  test('returns a user with all open reports, newest first, and each reporter’s record', async () => {
    const her = await aWoman(app)
    const reporterId = 77_001
    await app.accepted({
      type: 'dynamic.posted',
      data: {
        dynamicId: 'post-1',
        userId: her,
        text: 'Call me',
        pictureUrls: ['https://app.example.com/1.jpg'],
        topics: [],
      },
    })
    await app.accepted({
      type: 'comment.posted',
      data: { commentId: 'comment-1', dynamicId: 'post-1', userId: her, text: 'Idiot' },
    })
    const at = (minutes: number) => new Date(product.clock.now().getTime() - minutes * 60_000)
    const old = await aReport(app, await aWoman(app), { reporterId })
    await product.database.updateTable('audits.report').set({ is_false: true }).where('id', '=', old).execute()
    await aReport(app, her, { reportId: 'first', reporterId, dynamicId: 'post-1', at: at(9) })
    await aReport(app, her, { reportId: 'second', dynamicId: 'post-1', commentId: 'comment-1', at: at(5) })
    await aReport(app, her, {
      reportId: 'third',
      evidenceUrls: ['https://app.example.com/e.jpg'],
      callId: 'c',
      at: at(1),
    })
    await broadcast(her, 'on-air')
    const one = await caseOf(rita.client, her)
    expect(one).toMatchObject({
      user: { userId: her, sex: 'woman', country: 'BR', language: 'pt', state: 'normal' },
      liveId: 'on-air',
      suggestedForbidHours: 1,
    })
    expect(one.reports.map((report) => report.reportId)).toEqual(['third', 'second', 'first'])
    expect(one.reports[0]).toMatchObject({ callId: 'c', about: '', evidenceUrls: ['https://app.example.com/e.jpg'] })
    expect(one.reports[1]).toMatchObject({ commentId: 'comment-1', about: 'Idiot', reporterMade: 1, reporterFalse: 0 })
    expect(one.reports[2]).toMatchObject({
      about: 'Call me',
      aboutPictureUrls: ['https://app.example.com/1.jpg'],
      reporterMade: 2,
      reporterFalse: 1,
    })
    expect(await logged('audit report')).toMatchObject([{ operation: 'audit.claim', username: rita.username }])
    await release(her)
  })

  test('most reported first, or oldest first; filtered by reason; others’ claims are skipped', async () => {
    const [quiet, loud] = [await aWoman(app), await aWoman(app)]
    const before = new Date(product.clock.now().getTime() - 3_600_000)
    await aReport(app, quiet, { reason: 'minor', at: before })
    for (let count = 0; count < 3; count++) await aReport(app, loud, { reason: 'nudity' })
    const other = await person(product, { permissions: { 'audits.report': 3 } })
    const ids = (answer: { cases: { user: { userId: number } }[] }) => answer.cases.map(({ user }) => user.userId)
    const requested = { size: 20, sort: 'score' } as const
    const ofBoth = (found: number[]) => found.filter((id) => id === quiet || id === loud)
    expect(ofBoth(ids(await other.client.call(reportClaim, requested)))).toEqual([loud, quiet])
    expect(await rita.client.call(reportClaim, { ...requested, userId: loud })).toEqual({ cases: [], more: 0 })
    await release(quiet)
    await release(loud)
    expect(ids(await rita.client.call(reportClaim, { ...requested, size: 1, sort: 'waiting' }))).toEqual([quiet])
    await release(quiet)
    expect(ids(await rita.client.call(reportClaim, { ...requested, reason: '裸露色情' }))).toEqual([loud])
    await release(loud)
    const { cases, more } = await rita.client.call(reportClaim, { size: 1, sort: 'score', userId: quiet })
    expect([cases.length, more]).toEqual([1, 0])
    await release(quiet)
  })

  test('an empty queue leaves no trace; guilds and agents find none', async () => {
    const her = await aWoman(app)
    const before = (await logged('audit report')).length
    expect(await rita.client.call(reportClaim, { size: 5, sort: 'score', userId: her })).toEqual({ cases: [], more: 0 })
    await aReport(app, her)
    expect((await logged('audit report')).length).toBe(before)
  })

  test('needs the menu, read-write', async () => {
    const reader = await person(product, { permissions: everyMenu(1) })
    expect(await reader.client.refused(reportClaim, { size: 5, sort: 'score' })).toMatchObject({
      code: 10026,
      reason: 'menu.missing',
    })
    expect((await reader.client.call(reportList, {})).total).toBeGreaterThan(0)
    const other = await person(product, { permissions: { 'audits.photo': 3 } })
    expect(await other.client.refused(reportList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
  })
})

describe('closing', () => {
  test('without a punishment needs no reason; false reports are counted for their reporters', async () => {
    const her = await aWoman(app)
    const reporterId = 77_100
    const ids = [await aReport(app, her, { reporterId }), await aReport(app, her)]
    const { reviewId } = await caseOf(rita.client, her)
    expect(
      await rita.client.call(reportDecide, { reviewId, reportIds: ids, falseIds: ids, action: 'nothing' }),
    ).toMatchObject({ closed: 2, reopened: 0 })
    expect(await reportRows(product, her)).toMatchObject(
      ids
        .toSorted()
        .map((id) => ({ id, state: 'processed', action: 'nothing', is_false: true, decided_by: rita.username })),
    )
    expect((await commandsAbout(product, reporterId)).at(-1)).toEqual({
      type: 'report.decided',
      reportId: ids[0],
      action: 'nothing',
    })
    expect(await commandsAbout(product, her)).toEqual([])
    const again = await aReport(app, await aWoman(app), { reporterId })
    const { records } = await admin.call(reportList, { reportId: again })
    const next = await caseOf(rita.client, records[0]!.user.userId)
    expect(next.reports[0]).toMatchObject({ reporterMade: 2, reporterFalse: 1 })
    await release(records[0]!.user.userId)
    expect(await logged(`report ${ids[0]}`)).toMatchObject([
      {
        operation: 'report.decide',
        before: { state: 'untreated' },
        after: { state: 'processed', action: 'nothing', isFalse: true },
      },
    ])
  })

  test('with a ban bans, informs the user in their language, and gives false reports no result', async () => {
    const her = await aWoman(app, { language: 'zh' })
    const [one, two] = [await aReport(app, her), await aReport(app, her)]
    const { reviewId } = await caseOf(rita.client, her)
    await rita.client.call(reportDecide, {
      reviewId,
      reportIds: [one, two],
      falseIds: [two],
      action: 'ban both',
      hours: 24,
      reason,
      templateId,
    })
    expect(await stateOf(her)).toBe('ban both')
    const commands = await commandsAbout(product, her)
    expect(commands.map(({ type }) => type)).toEqual(['user.banned', 'message.send'])
    expect(commands[0]).toMatchObject({ kind: 'both', deviceIds: [`phone-${her}`], reason })
    expect(commands[1]).toMatchObject({ userIds: [her], title: '通知', text: text.cn })
    const rows = await reportRows(product, her)
    expect(rows.map(({ id, action, is_false, decision }) => [id, action, is_false, decision])).toEqual(
      [
        [one, 'ban both', false, reason],
        [two, 'nothing', true, reason],
      ].toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    )
    expect(await logged(`user ${her}`)).toMatchObject([{ operation: 'user.ban', username: rita.username, reason }])
    const review = await product.database
      .selectFrom('audits.review')
      .selectAll()
      .where('id', '=', reviewId)
      .executeTakeFirstOrThrow()
    expect(review).toMatchObject({
      state: 'done',
      decision: 'processed',
      template_id: templateId,
      reason: text.cn,
      note: reason,
      decided_name: rita.username,
      claimed_by: null,
    })
    expect(review.claimed_at).not.toBeNull()
  })

  test.each([
    ['ban ID', 'ban ID'],
    ['ban device', 'ban device'],
  ] as const)('%s', async (action, state) => {
    const her = await aWoman(app)
    const id = await aReport(app, her)
    const { reviewId } = await caseOf(rita.client, her)
    await rita.client.call(reportDecide, { reviewId, reportIds: [id], action, hours: 0, reason })
    expect(await stateOf(her)).toBe(state)
    expect((await commandsAbout(product, her)).map(({ type }) => type)).toEqual(['user.banned'])
  })

  test('with a broadcast ban ends the broadcast, for the length of the escalation step', async () => {
    const her = await aWoman(app)
    await broadcast(her, `room-${her}`)
    const id = await aReport(app, her, { liveId: `room-${her}` })
    const { reviewId, suggestedForbidHours } = await caseOf(rita.client, her)
    await rita.client.call(reportDecide, {
      reviewId,
      reportIds: [id],
      action: 'forbid',
      hours: suggestedForbidHours,
      reason,
    })
    expect((await commandsAbout(product, her)).map(({ type }) => type)).toEqual(['live.stopped', 'live.forbidden'])
    const forbid = await product.database
      .selectFrom('live.forbid')
      .selectAll()
      .where('user_id', '=', BigInt(her))
      .executeTakeFirstOrThrow()
    expect(forbid).toMatchObject({ hours: 1, live_id: `room-${her}`, reason, by: rita.username })
    await aReport(app, her)
    expect(await caseOf(rita.client, her)).toMatchObject({ liveId: null, suggestedForbidHours: 3 })
  })

  test('with a warning sends it to the broadcast, else as a message in the user’s language', async () => {
    const [live, away] = [await aWoman(app, { language: 'fr' }), await aWoman(app, { language: 'zh-CN' })]
    await broadcast(live, `room-${live}`)
    for (const her of [live, away]) {
      const id = await aReport(app, her)
      const { reviewId } = await caseOf(rita.client, her)
      await rita.client.call(reportDecide, { reviewId, reportIds: [id], action: 'warn', reason, templateId })
    }
    expect(await commandsAbout(product, live)).toMatchObject([
      { type: 'live.warned', liveId: `room-${live}`, reason: text.en },
    ])
    const commands = await commandsAbout(product, away)
    expect(commands).toMatchObject([{ type: 'message.send', userIds: [away], title: '警告' }])
    expect(commands[0]!['text']).toContain(text.cn)
  })

  test('closes the named reports; unseen ones stay open', async () => {
    const her = await aWoman(app)
    const seen = await aReport(app, her)
    const { reviewId } = await caseOf(rita.client, her)
    const late = await aReport(app, her)
    expect(await rita.client.call(reportDecide, { reviewId, reportIds: [seen], action: 'nothing' })).toMatchObject({
      closed: 1,
      reopened: 1,
    })
    const other = await person(product, { permissions: { 'audits.report': 3 } })
    const next = await caseOf(other.client, her)
    expect(next.reviewId).not.toBe(reviewId)
    expect(next.reports.map(({ reportId }) => reportId)).toEqual([late])
    expect(await logged(`report ${late}`)).toEqual([])
  })
})

describe('the list', () => {
  test('can be filtered', async () => {
    const her = await aWoman(app)
    const id = await aReport(app, her, { reason: 'fraud of a kind', liveId: 'room-x', reporterId: 77_200 })
    const { reviewId } = await caseOf(rita.client, her)
    await rita.client.call(reportDecide, { reviewId, reportIds: [id], action: 'ban ID', hours: 1, reason })
    const open = await aReport(app, her)
    const found = async (filters: object) =>
      (await admin.call(reportList, { userId: her, ...filters })).records.map((row) => row.reportId)
    expect(await found({})).toEqual([open, id])
    expect(await found({ state: 'processed' })).toEqual([id])
    expect(await found({ state: 'untreated' })).toEqual([open])
    expect(await found({ action: 'ban ID' })).toEqual([id])
    expect(await found({ isFalse: true })).toEqual([])
    expect(await found({ reporterId: 77_200 })).toEqual([id])
    expect(await found({ reason: 'fraud of a kind' })).toEqual([id])
    expect(await found({ reason: 'Nudity' })).toEqual(await found({ reason: 'nudity' }))
    expect(await found({ liveId: 'room-x' })).toEqual([id])
    const [row] = (await admin.call(reportList, { reportId: id })).records
    expect(row).toMatchObject({ decision: reason, decidedBy: rita.username, liveId: 'room-x', callId: null })
  })
})
