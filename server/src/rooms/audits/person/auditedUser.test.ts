import { auditPerson, auditSettings, auditSettingsSave } from '@greenroom/contract/audits'
import { liveForbid } from '@greenroom/contract/live'
import { userBan } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChunk, arrived } from '../../../../test/chunk.ts'
import { setParam } from '../../../../test/params.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { appUser, seenOn } from '../../users/people.fixture.ts'
import { decided, reviewer, submitted } from '../queue/auditQueue.fixture.ts'
import type { ReportAction } from '../report/reports.rules.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
  await setParam(product, 'audit_quality_bp', 0)
})
afterAll(() => product.close())

test('the panel shows the user, earlier decisions, reports, bans and devices', async () => {
  const admin = await product.administrator()
  const anna = await reviewer(product, 'photo', 'report')
  const userId = await appUser(product, { devices: ['phone-a'], phone: '13800001111' })
  const other = await appUser(product)
  await seenOn(product, other, 'phone-a')
  const passed = await submitted(product, { userId })
  const failed = await submitted(product, { userId })
  await submitted(product, { userId, kind: 'avatar' })
  await decided(product, anna, 'photo', passed, 'passed')
  await decided(product, anna, 'photo', failed, 'failed')
  const report = (n: number, reporterId: number, of: number) =>
    arrived(
      'report.created',
      { reportId: `r${n}`, reporterId, userId: of, reason: 'rude', text: `text ${n}`, evidenceUrls: [] },
      new Date(product.clock.now().getTime() - 60_000 + n),
    )
  await aChunk(
    product.database,
    [1, 2, 3].map((n) => report(n, other, userId)),
  )
  await aChunk(product.database, [report(4, userId, other)])
  const close = (id: string, values: { action: ReportAction; is_false: boolean }) =>
    product.database
      .updateTable('audits.report')
      .set({ state: 'processed', decided_at: product.clock.now(), ...values })
      .where('id', '=', id)
      .execute()
  await close('r1', { action: 'warn', is_false: false })
  await close('r2', { action: 'nothing', is_false: true })
  await close('r4', { action: 'nothing', is_false: true })
  await admin.call(userBan, { ids: [userId], kind: 'both', hours: 24, reason: 'spam' })
  await admin.call(liveForbid, { ids: [userId], hours: 3, reason: 'smoking' })

  const found = await anna.client.call(auditPerson, { kind: 'photo', userId })
  expect(found).toMatchObject({
    user: { userId, state: 'ban both', bannedUntil: expect.any(String), certified: false },
    passed: 1,
    failed: 1,
    waiting: 1,
    decisions: [
      { itemId: failed, kind: 'photo', purpose: 'first', decision: 'failed', decidedBy: anna.username },
      { itemId: passed, decision: 'passed', reason: '' },
    ],
    reports: { against: 3, upheld: 1, false: 1, made: 1, madeFalse: 1 },
    newestReports: [{ reportId: 'r3' }, { reportId: 'r2' }, { reportId: 'r1' }],
    devices: [{ deviceId: 'phone-a', users: 2, banned: true }],
  })
  expect(found.bans.map(({ kind, reason, ended, by }) => ({ kind, reason, ended, by }))).toEqual([
    { kind: 'forbid', reason: 'smoking', ended: false, by: 'admin' },
    { kind: 'both', reason: 'spam', ended: false, by: 'admin' },
  ])
  expect(JSON.stringify(found)).not.toContain('13800001111')
})

test('is only for reviewers of the kind, and 10032 for an unknown user', async () => {
  const anna = await reviewer(product, 'photo')
  const userId = await appUser(product)
  expect(await anna.client.refused(auditPerson, { kind: 'avatar', userId })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(await anna.client.refused(auditPerson, { kind: 'photo', userId: 999_999_999 })).toMatchObject({ code: 10032 })
})

test('picture settings are stored per reviewer', async () => {
  const [anna, bo] = [await reviewer(product, 'photo'), await reviewer(product, 'photo')]
  const unsaid = { blur: false, greyscale: false, pageItems: 12, view: 'grid', sort: 'score' }
  expect(await anna.client.call(auditSettings, {})).toEqual(unsaid)
  for (const pageItems of [40, 2]) {
    const settings = { blur: true, greyscale: true, pageItems, view: 'single', sort: 'waiting' } as const
    expect(await anna.client.call(auditSettingsSave, settings)).toEqual(settings)
    expect(await anna.client.call(auditSettings, {})).toEqual(settings)
  }
  expect(await bo.client.call(auditSettings, {})).toEqual(unsaid)
  const wrong = { blur: true, greyscale: true, pageItems: 41, view: 'single', sort: 'waiting' } as const
  expect(await anna.client.refused(auditSettingsSave, wrong)).toEqual({
    code: 10009,
    fields: ['pageItems'],
    reason: 'field.tooLarge',
  })
})
