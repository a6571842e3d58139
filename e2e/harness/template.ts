// What every worker's database contains besides the migrations.
import { withClient } from '../../server/test/server.ts'

/** Disables rate limits per address: all tests share one and would throttle each other. */
const widened = ['login_tries_per_minute', 'register_checks_per_minute', 'sms_per_address_day']

export async function prepareTemplate(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `insert into system.param (key, type, value, built_in, updated_at, updated_by)
       select key, 'integer', '10000', true, now(), 'tests' from unnest($1::text[]) as key`,
      [widened],
    ),
  )
}
