// What is particular to reason templates; `records/declared.test.ts` tests the rest.
import { auditTemplateCalls, auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Payload } from '@greenroom/contract/call'
import { wallReasons } from '@greenroom/contract/wallReasons'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { optionText } from '../../texts/catalogue.ts'
import { anItem, aReview } from './audits.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const { list, save, turn, update } = auditTemplateCalls
type Template = Payload<typeof save>
let made = 100
const aTemplate = (over: Partial<Template> = {}): Template => {
  const n = ++made
  const text = { titleEn: `Title ${n}`, titleCn: `标题${n}`, textEn: `Choose another ${n}.`, textCn: `请更换 ${n}。` }
  return { kinds: ['photo', 'avatar'], ...text, sort: n, ...over }
}
const add = async (over: Partial<Template> = {}) => (await admin.call(save, aTemplate(over))).template
const found = async (filters: Payload<typeof list> = {}) =>
  (await admin.call(list, { size: 200, ...filters })).records.map((row) => row.templateId)
const offered = async (kind: Payload<typeof auditTemplateChoices>['kind']) =>
  (await admin.call(auditTemplateChoices, { kind })).templates

test('built-in templates are in order, and each queue gets its own', async () => {
  const places = (await admin.call(list, {})).records.map((row) => row.sort)
  expect(places.length).toBeGreaterThan(8)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const templates = await offered('greeting')
  const titles = ['Insulting or abusive', 'Contact details or advertising', 'Against the rules']
  expect(templates.map((row) => row.titleEn)).toEqual(titles)
  expect(templates.every((row) => row.kinds.includes('greeting'))).toBe(true)
})

test('a reason has the same number on the monitor and in the queues, and is offered under the same labels', async () => {
  const { records } = await admin.call(list, {})
  const same = wallReasons.flatMap((reason) => {
    const template = records.find(({ titleEn }) => titleEn === reason.stored)
    return template ? [{ reason, template }] : []
  })
  expect(same.length).toBeGreaterThan(4)
  for (const { reason, template } of same)
    expect(template).toMatchObject({
      sort: reason.number,
      titleCn: optionText('moderation:options.wallReason', String(reason.number), 'cn'),
      labels: reason.labels,
    })
  const labels = records.flatMap((one) => one.labels)
  expect(new Set(labels).size).toBe(labels.length)
})

test('a template is offered under the machine’s labels that staff chose for it, or under none', async () => {
  const template = await add({ labels: ['minor', 'minor', 'text'] })
  expect(template.labels).toEqual(['minor', 'text'])
  const { templateId, sort } = template
  const choice = (await offered('photo')).find((one) => one.templateId === templateId)
  expect(choice?.labels).toEqual(['minor', 'text'])
  const without = await admin.call(update, { ...aTemplate({ sort, labels: [] }), templateId, version: 1 })
  expect(without.template.labels).toEqual([])
})

test('reading a queue’s templates needs the queue’s menu, not the templates’', async () => {
  const { client } = await person(product, { permissions: { 'audits.photo': 1 } })
  expect((await client.call(auditTemplateChoices, { kind: 'photo' })).templates.length).toBeGreaterThan(3)
  expect(await client.refused(auditTemplateChoices, { kind: 'avatar' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect(await client.refused(list, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

test('a new template is offered at once, once in each queue, and no longer when it is disabled', async () => {
  const template = await add({ kinds: ['cover', 'cover', 'library'] })
  expect(template).toMatchObject({ kinds: ['cover', 'library'], enabled: true, uses: 0, version: 1 })
  const { templateId } = template
  const ids = async () => (await offered('cover')).map((row) => row.templateId)
  expect(await ids()).toContain(templateId)
  await admin.call(turn, { templateId, version: 1, enabled: false })
  expect(await ids()).not.toContain(templateId)
  const stale = { code: 20000, fields: ['version', 'enabled'], reason: 'stale.by' }
  expect(await admin.refused(turn, { templateId, version: 1, enabled: true })).toMatchObject(stale)
})

test('position and title are unique', async () => {
  const { templateId, sort, titleEn, titleCn } = await add()
  const other = { templateId: (await add()).templateId, version: 1 }
  for (const [code, reason, duplicate] of [
    [90002, 'template.sort', { sort }],
    [10027, 'template.title', { titleEn: titleEn.toUpperCase() }],
    [10027, 'template.title', { titleCn }],
  ] as const) {
    const refusal = { code, fields: Object.keys(duplicate), reason }
    expect(await admin.refused(save, aTemplate(duplicate))).toEqual(refusal)
    expect(await admin.refused(update, { ...aTemplate(duplicate), ...other })).toEqual(refusal)
  }
  // Keeping its own position and title is no conflict.
  await admin.call(update, { ...aTemplate({ sort, titleEn, titleCn }), templateId, version: 1 })
})

test('uses are of the last 30 days', async () => {
  const { templateId, titleEn } = await add()
  const now = product.clock.now().getTime()
  for (const days of [0, 1, 29, 31, 200]) {
    const itemId = await anItem(product, { state: 'failed' })
    const decidedAt = new Date(now - days * 86_400_000 + 60_000)
    await aReview(product, { itemId, decision: 'failed', templateId, decidedAt })
  }
  expect((await admin.call(list, { text: titleEn })).records[0]).toMatchObject({ templateId, uses: 3 })
})

test('filters by queue and by text in either language', async () => {
  const { templateId, titleEn } = await add({ kinds: ['basic'], textCn: '独一无二的句子' })
  expect(await found({ text: '独一无二' })).toEqual([templateId])
  expect(await found({ text: titleEn.toLowerCase() })).toContain(templateId)
  expect(await found({ kind: 'basic' })).toContain(templateId)
  expect(await found({ kind: 'official' })).not.toContain(templateId)
})
