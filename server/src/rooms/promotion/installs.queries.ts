// Installs, attributed to channels by the app.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'

export type Install = {
  deviceId: string
  channel: string
  platform: string
  country: string
  campaign?: string | undefined
  at: Date
}

/** Keeps the first install of each device; of several at the same time the smallest, so that the order of arrival does not matter. */
export async function keepFirst(tx: Transaction, installs: readonly Install[]): Promise<void> {
  await sql`
    insert into promotion.install as i (device_id, channel, platform, country, campaign, at)
    select distinct on (device_id) *
      from unnest(${installs.map((i) => i.deviceId)}::text[], ${installs.map((i) => i.channel)}::text[],
                  ${installs.map((i) => i.platform)}::text[], ${installs.map((i) => i.country)}::text[],
                  ${installs.map((i) => i.campaign ?? '')}::text[], ${installs.map((i) => i.at)}::timestamptz[])
        as n(device_id, channel, platform, country, campaign, at)
     order by device_id, at, channel, platform, country, campaign
    on conflict (device_id) do update
      set channel = excluded.channel, platform = excluded.platform, country = excluded.country,
          campaign = excluded.campaign, at = excluded.at
      where (excluded.at, excluded.channel, excluded.platform, excluded.country, excluded.campaign)
            < (i.at, i.channel, i.platform, i.country, i.campaign)`.execute(tx)
}
