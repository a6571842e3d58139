// A new encryption key renews whatever is encrypted, in every table, so that the old one may be removed. Run last by `writes.test.ts`, on its
// database: the product that is open has the old key only.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealProviderSecret } from '../../src/access/index.ts'
import { sealFactor } from '../../src/access/login/login.sealed.ts'
import { buildProduct } from '../../src/app/index.ts'
import { readConfig } from '../../src/config.ts'
import { changing, performed, product } from './everyWrite.fixture.ts'

const start = async () => {
  const config = readConfig({ DATA_DIR: product.dataDir, LOG_LEVEL: 'error' })
  return (await buildProduct(config, product.databaseUrl)).close()
}

/** The tables with rows that hold something encrypted with a key. */
async function encryptedWith(id: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
     order by 1`.execute(product.owner)
  const text = `(^|[^A-Za-z0-9_-])${id}\\.[A-Za-z0-9_-]{38,}`
  const holds = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name where exists (select from ${sql.raw(name)} t where t::text ~ ${text}::text)`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(holds, sql` union all `)}`.execute(product.owner)
  return rows.map(({ name }) => name).toSorted()
}

export function keys(): void {
  test('a new key renews everything that is encrypted, and then the old key may be removed', {
    timeout: 300_000,
  }, async () => {
    for (const { call } of changing) await performed(call)
    // Someone's authenticator, which the writes bind and unbind.
    await product.owner
      .updateTable('access.staff')
      .set({ google_secret: sealFactor(product.seals, 1, 'JBSWY3DPEHPK3PXP') })
      .where('id', '=', 1)
      .execute()
    // A new secret of an identity provider, which waits: the writes approve theirs.
    await sql`
      insert into access.provider_secret (approval_id, sealed)
      select id, ${sealProviderSecret(product.seals, 'waits')} from access.approval where kind = 'provider.save' limit 1
      on conflict do nothing`.execute(product.owner)
    const path = join(product.dataDir, 'seal.keys')
    const old = readFileSync(path, 'utf8')
    const [, oldId] = /^([^#\s]+) \S+$/m.exec(old)!
    const whole = await encryptedWith(oldId!)
    expect(whole).toEqual([
      'access.login_challenge',
      'access.provider',
      'access.provider_flow',
      'access.provider_secret',
      'access.staff',
      'bridge.client_secret',
      'bridge.held_event',
      'finance.payee_account',
      'finance.payout',
      'guilds.payout_account',
      'notify.message',
      'notify.push_key',
      'notify.subscription',
      'promotion.payout_account',
      'topup_agents.payout_account',
    ])
    const added = `added ${randomBytes(32).toString('base64')}\n`
    writeFileSync(path, added + old)
    await start()
    expect(await encryptedWith(oldId!)).toEqual([])
    expect(await encryptedWith('added')).toEqual(whole)
    writeFileSync(path, added)
    await start()
  })
}
