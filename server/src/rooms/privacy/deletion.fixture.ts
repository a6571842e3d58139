// A product with an app and two administrators, for tests of deletions.
import { sql } from 'kysely'
import { type BridgeConnection, connect } from '../../../test/bridge.ts'
import { setParam } from '../../../test/params.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { settled } from '../../../test/settled.ts'
import { eraseDue, type Tombstone } from './erase/erase.job.ts'

export type Place = {
  product: TestProduct
  app: BridgeConnection
  admin: Client
  second: Client
  buried: Tombstone[]
}

/** Deletions are due after a day. */
export async function place(): Promise<Place> {
  // The app's pictures come from this machine.
  const product = await startProduct({ BRIDGE_ALLOW_PRIVATE: 'true' })
  const admin = await product.administrator()
  const second = await product.second()
  const app = await connect(product, { endpoint: 'https://app.example.com' })
  await setParam(product, 'deletion_days', 1)
  return { product, app, admin, second, buried: [] }
}

/** Runs the job until nothing is left to do, looking again at what waits. */
export async function eraseAll({ product, buried }: Pick<Place, 'product' | 'buried'>): Promise<void> {
  await sql`update privacy.deletion set looked_at = null`.execute(product.database)
  for (let turn = 0; turn < 10; turn++) {
    await settled(product.database)
    if (!(await eraseDue({ ...product, bury: async (one) => void buried.push(one) }))) return
  }
  throw new Error('the job does not end')
}

/** Where a text of the database holds `part` (a regular expression), by table. */
export async function appRows({ product }: Pick<Place, 'product'>, part: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and c.relname <> 'rejection' order by 1`.execute(product.owner)
  const hits: string[] = []
  for (const { name } of rows) {
    const { rows: some } = await sql<{ text: string }>`
      select left(substring(t::text, '.{0,60}(?:' || ${part} || ').{0,20}'), 100) as text
        from ${sql.raw(name)} t where t::text ~* ${part} limit 3`.execute(product.owner)
    hits.push(...some.map(({ text }) => `${name}: ${text}`))
  }
  return hits
}
