// A full disk: the database refuses what needs room. What is refused says so and changes nothing, and anyone who can make room sees it.
import { exportList, home } from '@greenroom/contract/access'
import { promoterList, promoterSave } from '@greenroom/contract/channels'
import { parkedWorkList } from '@greenroom/contract/clients'
import { logList } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { person } from './people.ts'
import { anOperationId, type Client, startProduct, type TestProduct } from './product.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await sql`
    create function public.disk_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/16384/2619": No space left on device' using errcode = '53100';
    end $$`.execute(product.owner)
})
afterAll(() => product.close())

/** The database is out of room for these rows from now on. */
async function fill(table: string, when: string): Promise<void> {
  await sql`
    create trigger disk_full before insert or update on ${sql.table(table)} for each row when (${sql.raw(when)})
    execute function public.disk_full()`.execute(product.owner)
}
const empty = async () => {
  for (const table of ['log.entry', 'files.export'])
    await sql`drop trigger if exists disk_full on ${sql.table(table)}`.execute(product.owner)
}
beforeEach(empty)

const ready = async (of: TestProduct, query = '') => {
  const response = await of.app.inject({ method: 'GET', url: `/readyz${query}` })
  return [response.statusCode, response.json<object>()]
}
const alarms = async (client: Client) => (await client.call(home, {})).todo.filter(({ key }) => key === 'diskFull')

it('a refused write says it and leaves nothing, and succeeds later; health, Home and the bridge say it meanwhile', async () => {
  const [operator, other] = [
    await person(product, { permissions: { 'system.bridge': 1 } }),
    await person(product, { permissions: { 'promotion.channel': 3 } }),
  ]
  expect(await ready(product)).toEqual([200, { ready: true }])
  expect(await alarms(operator.client)).toEqual([])
  await fill('log.entry', 'true')
  const sent = { name: 'No Room', operationId: anOperationId() }
  const refused = await admin.send(promoterSave, sent as never)
  expect(refused).toMatchObject({ code: 500, errorCode: 10030, detail: [{ reason: 'server.diskFull' }] })
  expect(JSON.stringify(refused)).not.toContain('base/')
  expect((await admin.call(promoterList, { q: 'No Room' })).total).toBe(0)

  expect(await ready(product)).toEqual([503, { ready: false, reasons: ['disk'], diskFull: ['database'] }])
  expect(await ready(product, '?serves')).toEqual([200, { ready: true }])
  expect(await alarms(operator.client)).toMatchObject([{ key: 'diskFull', count: 1, href: '/sys/bridge', alarm: true }])
  expect(await alarms(other.client)).toEqual([])
  expect(await operator.client.call(parkedWorkList, {})).toMatchObject({ diskFull: ['database'] })

  await empty()
  expect(await admin.send(promoterSave, sent as never)).toMatchObject({ code: 200 })
  expect((await admin.call(promoterList, { q: 'No Room' })).total).toBe(1)
})

it('an export that fails for it says so, at once and in the list', async () => {
  await fill('files.export', `new.state = 'done'`)
  const answer = await admin.send(logList, { export: 'csv' })
  expect(answer).toMatchObject({ code: 500, errorCode: 100001, detail: [{ reason: 'server.diskFull' }] })
  const { exports } = await admin.call(exportList, {})
  expect(exports).toMatchObject([{ state: 'failed', diskFull: true }])
})

it('below the threshold in the data folder the server is not ready, and still serves', async () => {
  const scarce = await startProduct({ DATA_FREE_MB: '1000000000' })
  expect(await ready(scarce)).toEqual([503, { ready: false, reasons: ['disk'], diskFull: ['folder'] }])
  expect(await ready(scarce, '?serves')).toEqual([200, { ready: true }])
  const client = await scarce.administrator()
  expect(await alarms(client)).toMatchObject([{ count: 1, alarm: true }])
  await client.call(promoterSave, { name: 'Still Serves' })
  await scarce.close()
})
