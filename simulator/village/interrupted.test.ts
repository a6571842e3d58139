// A first start that ended during the fill: what the next one continues.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableDemoAccounts } from '../../server/src/access/index.ts'
import { newId } from '../../server/src/kit/random.ts'
import { ensureLogMonths } from '../../server/src/log/index.ts'
import { startProduct, type TestProduct } from '../../server/test/product.ts'
import { planAudits } from './audits.ts'
import type { VillageServices } from './context.ts'
import { planNotes } from './notes.ts'
import { openSchedule } from './schedule.ts'

const day = 86_400_000
let product: TestProduct
let now: Date
beforeAll(async () => {
  product = await startProduct()
  await enableDemoAccounts(product.database)
  now = product.clock.now()
  await ensureLogMonths(product.database, daysAgo(62))
  await ensureLogMonths(product.database, daysAgo(31))
})
afterAll(() => product.close())

const daysAgo = (days: number) => new Date(now.getTime() - days * day)

/** A new start: plans one part and runs it until this time. */
async function startUntil(plan: typeof planAudits, until: Date) {
  const schedule = openSchedule()
  const services: Omit<VillageServices, 'later'> = {
    database: product.database,
    served: (name) => product.routes.find(({ call }) => call.name === name),
    timeZone: () => 'UTC',
    params: product.params,
    handlers: [],
    rounds: () => [],
  }
  await plan({ ...services, later: schedule.part('part') }, now)
  await schedule.run(until)
  return schedule
}

test('the moderator goes on deciding', async () => {
  const { database } = product
  await database
    .insertInto('users.app_user')
    .values({ id: 100_001n, nickname: 'Host', sex: 'woman', created_at: daysAgo(90) })
    .execute()
  const submit = async (id: string, days: number) => {
    const of = { kind: 'cover', user_id: 100_001n } as const
    await database
      .insertInto('audits.item')
      .values({ id, ...of, submitted_at: daysAgo(days) })
      .execute()
    await database
      .insertInto('audits.review')
      .values({ id: newId(daysAgo(days)), ...of, purpose: 'first', item_id: id, waiting_since: daysAgo(days) })
      .execute()
  }
  await submit('early', 89.5)
  await startUntil(planAudits, daysAgo(80))
  await submit('late', 60)
  await startUntil(planAudits, daysAgo(50))
  expect(await database.selectFrom('audits.item').select(['id', 'state']).orderBy('id').execute()).toEqual([
    { id: 'early', state: 'passed' },
    { id: 'late', state: 'passed' },
  ])
})

test('each note is written once, by whichever start reaches its day', async () => {
  const texts = async () =>
    (await product.database.selectFrom('indicators.note').select('text').orderBy('id').execute()).map(
      ({ text }) => text,
    )
  await startUntil(planNotes, daysAgo(30))
  expect(await texts()).toEqual(['TikTok campaign, channel tiktok-02'])
  await startUntil(planNotes, now)
  expect(await texts()).toEqual(['TikTok campaign, channel tiktok-02', 'App not reachable, 11 hours'])
  expect((await startUntil(planNotes, now)).next()).toBeUndefined()
})
