import { auditTemplateCalls, auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Payload, RecordOf } from '@greenroom/contract/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anItem, aReview } from '../audits.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

let made = 100
const aTemplate = (over: Partial<Payload<typeof auditTemplateCalls.save>> = {}) => {
  const n = ++made
  return {
    kinds: ['photo' as const, 'avatar' as const],
    titleEn: `Title ${n}`,
    titleCn: `标题${n}`,
    textEn: `Please choose another ${n}.`,
    textCn: `请更换 ${n}。`,
    sort: n,
    ...over,
  }
}
const save = async (over: Partial<Payload<typeof auditTemplateCalls.save>> = {}) =>
  (await admin.call(auditTemplateCalls.save, aTemplate(over))).template

const all = async (filters: Partial<Payload<typeof auditTemplateCalls.list>> = {}) =>
  (await admin.call(auditTemplateCalls.list, { size: 200, ...filters })).records
const found = async (templateId: number): Promise<RecordOf<typeof auditTemplateCalls.list>> =>
  (await all()).find((row) => row.templateId === templateId)!

test('built-in templates are in order, and each queue gets its own', async () => {
  const rows = await all()
  expect(rows.map((row) => row.sort)).toEqual(rows.map((row) => row.sort).toSorted((a, b) => a - b))
  expect(rows.length).toBeGreaterThan(8)
  const { templates } = await admin.call(auditTemplateChoices, { kind: 'greeting' })
  expect(templates.map((row) => row.titleEn)).toEqual([
    'Insulting or abusive',
    'Contact details or advertising',
    'Against the rules',
  ])
  expect(templates.every((row) => row.kinds.includes('greeting'))).toBe(true)
})

test('reading a queue’s templates needs the queue’s menu, not the templates’', async () => {
  const { client } = await person(product, { permissions: { 'audits.photo': 1 } })
  expect((await client.call(auditTemplateChoices, { kind: 'photo' })).templates.length).toBeGreaterThan(3)
  expect(await client.refused(auditTemplateChoices, { kind: 'avatar' })).toMatchObject({ code: 10026 })
  expect(await client.refused(auditTemplateCalls.list, {})).toMatchObject({ code: 10026 })
  const reader = (await person(product, { permissions: { 'audits.template': 1 } })).client
  const { records } = await reader.call(auditTemplateCalls.list, {})
  expect(records.length).toBeGreaterThan(3)
  expect(records[0]!.can).toEqual({ update: 'readOnly', enable: 'readOnly', disable: 'readOnly' })
  expect(await reader.refused(auditTemplateCalls.save, aTemplate())).toMatchObject({ code: 10026 })
})

test('a new template is offered at once, and logged', async () => {
  const template = await save({ kinds: ['cover', 'cover', 'library'] })
  expect(template).toMatchObject({
    kinds: ['cover', 'library'],
    enabled: true,
    uses: 0,
    version: 1,
    updatedBy: 'admin',
  })
  const { templates } = await admin.call(auditTemplateChoices, { kind: 'cover' })
  expect(templates.map((row) => row.templateId)).toContain(template.templateId)
  const entry = await product.database
    .selectFrom('log.entry')
    .selectAll()
    .where('target', '=', `auditTemplate ${template.templateId}`)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ operation: 'auditTemplate.save', menu_key: 'audits.template', before: null })
  expect(entry.after).toMatchObject({ titleEn: template.titleEn, enabled: true })
})

test('position and title are unique', async () => {
  const { sort, titleEn, titleCn, templateId } = await save()
  expect(await admin.refused(auditTemplateCalls.save, aTemplate({ sort }))).toEqual({ code: 90002, fields: ['sort'] })
  const taken = { titleEn: titleEn.toUpperCase() }
  expect(await admin.refused(auditTemplateCalls.save, aTemplate(taken))).toEqual({ code: 10027, fields: ['titleEn'] })
  expect(await admin.refused(auditTemplateCalls.save, aTemplate({ titleCn }))).toEqual({
    code: 10027,
    fields: ['titleCn'],
  })
  const other = await save()
  const update = { ...aTemplate(), templateId: other.templateId, version: 1 }
  expect(await admin.refused(auditTemplateCalls.update, { ...update, sort })).toEqual({ code: 90002, fields: ['sort'] })
  expect(await admin.refused(auditTemplateCalls.update, { ...update, titleEn })).toEqual({
    code: 10027,
    fields: ['titleEn'],
  })
  // Keeping its own position and title is no conflict.
  await admin.call(auditTemplateCalls.update, { ...aTemplate(), templateId, version: 1, sort, titleEn, titleCn })
})

test('of concurrent requests for one position, one succeeds', async () => {
  const sort = ++made
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin.send(auditTemplateCalls.save, aTemplate({ sort }))),
  )
  expect(answers.map((answer) => (answer.code === 200 ? 200 : answer.errorCode)).toSorted((a, b) => a - b)).toEqual([
    200, 90002, 90002, 90002,
  ])
})

test('a disabled template is no longer offered', async () => {
  const { templateId } = await save({ kinds: ['dynamic'] })
  const offered = async () =>
    (await admin.call(auditTemplateChoices, { kind: 'dynamic' })).templates.some((row) => row.templateId === templateId)
  expect(await offered()).toBe(true)
  await admin.call(auditTemplateCalls.turn, { templateId, version: 1, enabled: false })
  expect(await offered()).toBe(false)
  expect(await admin.refused(auditTemplateCalls.turn, { templateId, version: 1, enabled: true })).toMatchObject({
    code: 20000,
    fields: ['version', 'enabled'],
  })
  expect(await admin.refused(auditTemplateCalls.turn, { templateId, version: 2, enabled: false })).toEqual({
    code: 20000,
    fields: ['enabled'],
  })
  expect(await admin.refused(auditTemplateCalls.turn, { templateId: 99_999, version: 1, enabled: true })).toMatchObject(
    {
      code: 10032,
    },
  )
  const [disabled] = (await all({ enabled: false })).filter((row) => row.templateId === templateId)
  expect(disabled!.can).toEqual({ update: true, enable: true, disable: 'already' })
})

test('uses are of the last 30 days', async () => {
  const { templateId } = await save()
  const now = product.clock.now().getTime()
  for (const days of [0, 1, 29, 31, 200]) {
    const itemId = await anItem(product, { state: 'failed' })
    await aReview(product, {
      itemId,
      decision: 'failed',
      templateId,
      decidedAt: new Date(now - days * 86_400_000 + 60_000),
    })
  }
  expect((await found(templateId)).uses).toBe(3)
})

test('filters by queue and by text in either language', async () => {
  const { templateId, titleEn } = await save({ kinds: ['basic'], textCn: '独一无二的句子' })
  const ids = async (filters: Partial<Payload<typeof auditTemplateCalls.list>>) =>
    (await all(filters)).map((row) => row.templateId)
  expect(await ids({ text: '独一无二' })).toEqual([templateId])
  expect(await ids({ text: titleEn.toLowerCase() })).toContain(templateId)
  expect(await ids({ text: '%' })).toEqual([])
  expect(await ids({ kind: 'basic' })).toContain(templateId)
  expect(await ids({ kind: 'official' })).not.toContain(templateId)
})
