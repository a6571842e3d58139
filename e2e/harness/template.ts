// What every worker's database contains besides the migrations: two decide there as in a company that has left set-up.
import { withClient } from '../../server/test/server.ts'

/** Disables rate limits per address: all tests share one and would throttle each other. */
const widened = ['login_tries_per_minute', 'register_checks_per_minute', 'sms_per_address_day']

export async function prepareTemplate(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into system.param (key, type, value, built_in, updated_at, updated_by)
       select key, 'integer', '10000', true, now(), 'tests' from unnest($1::text[]) as key`,
      [widened],
    )
    await client.query(
      `insert into access.setup (began_at, ended_at, ended_by) values (now(), now(), 'second decider')`,
    )
  })
}
