// The alarms of the installation, as its page shows them.
import { alarms, manualOf } from '@greenroom/contract/alarms'
import type { Context } from '../../../kit/calls/context.ts'
import { wallNow } from '../../../kit/clock.ts'
import { alarmsSince, wordsOfAlarm } from '../../../notify/index.ts'

const shownMs = 30 * 86_400_000

/** Those that stand and those that ended in the last 30 days. One of a later release, which this one cannot name, is left out. */
export async function shownAlarms({ database, language }: Context) {
  const rows = await alarmsSince(database, new Date(wallNow().getTime() - shownMs))
  return {
    alarms: rows.flatMap(({ id, key, began_at, ended_at, count, detail }) =>
      key in alarms
        ? {
            id: String(id),
            key,
            ...wordsOfAlarm(key, language),
            severity: alarms[key].severity,
            beganAt: began_at.toISOString(),
            endedAt: ended_at?.toISOString() ?? null,
            count,
            detail,
            href: alarms[key].href,
            manual: manualOf(key),
          }
        : [],
    ),
  }
}
