// Refusals of closing reports: nothing is closed, nobody is banned.
import { reportDecide } from '@greenroom/contract/auditReports'
import { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import { userBan, userDetail } from '@greenroom/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aReport, aWoman, caseOf, reportRows } from './reports.fixture.ts'

let product: TestProduct
let app: BridgeConnection
let admin: Client
let rita: Made
let templateId: number

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product, { endpoint: 'https://app.example.com' })
  admin = await product.administrator()
  rita = await person(product, { permissions: { 'audits.report': 3 } })
  const { templates } = await admin.call(auditTemplateChoices, { kind: 'report' })
  templateId = templates[0]!.templateId
})
afterAll(() => product.close())

const reason = 'threats in a call'
const stateOf = async (userId: number) => (await admin.call(userDetail, { userId })).user.state
const logged = (target: string) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', target).orderBy('id').execute()
const refusal = async (client: Client, payload: Parameters<Client['send']>[1]) => {
  const envelope = await client.send(reportDecide, payload as never)
  if (envelope.code === 200) throw new Error('was not refused')
  return { code: envelope.errorCode, why: envelope.detail?.[0]?.message ?? '' }
}

describe('is refused, and closes nothing,', () => {
  const untreated = async (userId: number) => (await reportRows(product, userId)).map(({ state }) => state)

  test('for invalid input, with its code', async () => {
    const [her, another] = [await aWoman(app), await aWoman(app)]
    const id = await aReport(app, her)
    const foreign = await aReport(app, another)
    const { reviewId } = await caseOf(rita.client, her)
    const ban = { reviewId, reportIds: [id], action: 'ban ID', hours: 24, reason }
    const cases = [
      [{ ...ban, reason: '' }, 11004],
      [{ ...ban, reason: ' ' }, 11004],
      [{ ...ban, reportIds: [] }, 10009],
      [{ ...ban, reportIds: [id, foreign] }, 10032],
      [{ ...ban, falseIds: [foreign] }, 10032],
      [{ ...ban, falseIds: [id] }, 10009],
      [{ ...ban, hours: undefined }, 10009],
      [{ ...ban, action: 'forbid', hours: 5 }, 10009],
      [{ ...ban, templateId: 4_999 }, 10032],
      [{ ...ban, action: 'warn' }, 11004],
      [{ ...ban, reviewId: '01900000-0000-7000-8000-000000000000' }, 10032],
    ] as const
    for (const [payload, code] of cases) expect(await refusal(rita.client, payload)).toMatchObject({ code })
    expect(await untreated(her)).toEqual(['untreated'])
    expect(await stateOf(her)).toBe('normal')
    expect(await logged(`user ${her}`)).toEqual([])
  })

  test('for a claim that expired, was lost, or is decided, with who did what', async () => {
    const her = await aWoman(app)
    const id = await aReport(app, her)
    const { reviewId } = await caseOf(rita.client, her)
    const payload = { reviewId, reportIds: [id], action: 'ban ID', hours: 24, reason }
    await product.database
      .updateTable('audits.review')
      .set({ claimed_until: product.clock.now() })
      .where('id', '=', reviewId)
      .execute()
    expect(await refusal(rita.client, payload)).toEqual({ code: 20000, why: 'your claim has expired' })
    const ben = await person(product, { permissions: { 'audits.report': 3 } })
    expect(await refusal(ben.client, payload)).toEqual({ code: 20000, why: 'not claimed by anyone' })
    await caseOf(ben.client, her)
    expect(await refusal(rita.client, payload)).toEqual({ code: 20000, why: `held by ${ben.username}` })
    await ben.client.call(reportDecide, { reviewId, reportIds: [id], action: 'warn', reason, templateId })
    const late = await refusal(rita.client, payload)
    const why = expect.stringMatching(new RegExp(`^closed by ${ben.username} at .*: warn$`))
    expect(late).toEqual({ code: 20000, why })
    expect(await stateOf(her)).toBe('normal')
  })

  test('for a ban or broadcast ban that adds nothing', async () => {
    const her = await aWoman(app)
    const id = await aReport(app, her)
    await admin.call(userBan, { ids: [her], kind: 'both', hours: 0, reason: 'spam' })
    const { reviewId } = await caseOf(rita.client, her)
    const payload = { reviewId, reportIds: [id], hours: 24, reason }
    expect(await refusal(rita.client, { ...payload, action: 'ban ID' })).toMatchObject({
      code: 20000,
      why: expect.stringMatching(/^already banned/),
    })
    expect(await untreated(her)).toEqual(['untreated'])
    await rita.client.call(reportDecide, { ...payload, action: 'forbid' })
    const next = await aReport(app, her)
    const again = await caseOf(rita.client, her)
    const repeat = { ...payload, reviewId: again.reviewId, reportIds: [next], action: 'forbid' }
    expect(await refusal(rita.client, repeat)).toMatchObject({ code: 20000, why: expect.stringMatching(/broadcast/) })
    expect(await untreated(her)).toEqual(['processed', 'untreated'])
  })
})
