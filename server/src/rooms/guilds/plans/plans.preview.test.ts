// The preview of a plan: the last weeks under it, guild by guild, by the settlement's own function.
import { planPreview, planSave } from '@greenroom/contract/guildMoney'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mondayIn, planContent } from '../../../../test/guildMoney.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aGuildOf } from '../settlement/settlement.fixture.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await ensureWeeks(product.database, product.clock.now(), 'UTC')
})
afterAll(() => product.close())

test('commission, override and salaries under the plan of the week and under this one', async () => {
  const { database } = product
  const week = mondayIn(product, -1)
  // 1,000 USD of base and 20,000 points on 3 days; a parent with a sub-agency of 200 USD.
  const one = await aGuildOf(database, { week, anchors: [{ bonus: 100_000, validDays: 5 }] })
  const parent = await aGuildOf(database, { week })
  const sub = await aGuildOf(database, { week, parentId: parent.id, agreedBp: 200, anchors: [{ bonus: 20_000 }] })
  await aGuildOf(database, { week: mondayIn(product, -6), anchors: [{ bonus: 1_000 }] })
  const { id } = await admin.call(planSave, {
    ...planContent(product),
    kind: 'marginal',
    levels: [
      { fromCents: 0, rateBp: 400 },
      { fromCents: 50_000, rateBp: 1_000 },
    ],
    salary: [],
  })
  const preview = await admin.call(planPreview, { id })
  expect(preview.weeks).toEqual([-4, -3, -2, -1].map((weeks) => mondayIn(product, weeks)))
  const of = new Map(preview.guilds.map((guild) => [guild.guildId, [guild.nowCents, guild.thenCents]]))
  // Standard: 8 % of 1,000 USD and a salary of 25; new: 4 % of 500 and 10 % of 500.
  expect(of.get(one.id)).toEqual([8_000 + 2_500, 2_000 + 5_000])
  // Standard: 5 % less the agreed 2 % of 200 USD; new: 4 % less 2 %.
  expect(of.get(parent.id)).toEqual([600, 400])
  expect(of.get(sub.id)).toEqual([400, 400])
  expect(preview).toMatchObject({ next: null, total: 3 })
  // In parts.
  const first = await admin.call(planPreview, { id, size: 2 })
  expect(first.guilds).toHaveLength(2)
  const second = await admin.call(planPreview, { id, size: 2, afterGuildId: first.next! })
  expect([...first.guilds, ...second.guilds]).toEqual(preview.guilds)
  expect(second.next).toBeNull()
  // Under the plan in force nothing changes.
  const same = await admin.call(planPreview, { id: 1 })
  expect(same.guilds.every(({ nowCents, thenCents }) => nowCents === thenCents)).toBe(true)
  expect(await admin.refused(planPreview, { id: 999_999 })).toMatchObject({ code: 10032, reason: 'record.none' })
  const { rows } = await sql`select from guilds.settlement`.execute(database)
  expect(rows).toEqual([])
})
