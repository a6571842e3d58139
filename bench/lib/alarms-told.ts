// One alarm a fault: which alarms of the registry a fault raised, that each was told once to the operators' webhook, and ended when it was mended.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AlarmKey } from '../../contract/src/alarms.ts'
import { openReceiver } from '../../server/src/bridge/delivery/delivery.receiver.fixture.ts'
import type { Standing } from '../../server/test/standby.ts'

type Row = { id: string; key: AlarmKey; ended: boolean; detail: string }

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
/** A letter that was on its way when its server was killed is sent again after its lease of two minutes. */
const longestMs = 180_000

export type AlarmsTold = Awaited<ReturnType<typeof openAlarmsTold>>

/** @param primary the server that is the primary now */
export async function openAlarmsTold(primary: () => Standing) {
  const receiver = await openReceiver(secret)
  let last = '0'

  const rows = () =>
    primary().ask<Row>(
      `select id::text, key, ended_at is not null as ended, detail from notify.alarm where id > ${last} order by id`,
    )
  /** Until it is so, or the time is over. */
  async function until(is: () => Promise<boolean>): Promise<boolean> {
    for (const since = performance.now(); performance.now() - since < longestMs; await sleep(100))
      if (await is()) return true
    return false
  }
  /** The letters about an alarm; one that was sent again, as its server was killed, has the same id. */
  const told = (type: string, id: string) =>
    new Set(
      receiver.received
        .filter((letter) => letter.type === type && String(letter.data.id) === id)
        .map(({ headers }) => headers['webhook-id']),
    ).size
  const isTold = ({ id, ended }: Row) => told('alarm.began', id) >= 1 && (!ended || told('alarm.ended', id) >= 1)

  return {
    /** Where the servers post. */
    settings: { ALERT_URL: receiver.url, ALERT_SECRET: secret },

    /** Waits until the servers say it. @throws if they do not */
    async stands(key: AlarmKey): Promise<void> {
      if (!(await until(async () => (await rows()).some((row) => row.key === key && !row.ended))))
        throw new Error(`no server says ${key}`)
    },

    /** What is mended has ended, and was told: ends it as if its minute had passed, and compares. @returns what differs */
    async ended(expected: readonly AlarmKey[]): Promise<string[]> {
      // A minute after it was found last.
      const over = await until(async () => {
        await primary().ask(
          `update notify.alarm set last_seen_at = last_seen_at - interval '61 s' where ended_at is null`,
        )
        return (await rows()).every(({ ended }) => ended)
      })
      const found = await rows()
      await until(async () => found.every(isTold))
      const differs = over
        ? []
        : found.filter(({ ended }) => !ended).map(({ key, detail }) => `${key} stays: ${detail}`)
      const keys = found.map(({ key }) => key)
      if (keys.toSorted().join() !== expected.toSorted().join())
        differs.push(
          `alarms [${found.map(({ key, detail }) => `${key} ${detail}`).join(', ')}], expected [${expected.join()}]`,
        )
      last = found.at(-1)?.id ?? last
      return [...differs, ...found.flatMap(toldWrongly)]
    },

    /** Over all rounds: alarms that were told more than once, or not. */
    async all(): Promise<{ alarms: number; wrong: string[] }> {
      last = '0'
      const found = await rows()
      const known = new Set(found.map(({ id }) => id))
      const strange = receiver.received.filter(({ data }) => !known.has(String(data.id)))
      return {
        alarms: found.length,
        wrong: [...found.flatMap(toldWrongly), ...strange.map(({ body }) => `told of an unknown alarm: ${body}`)],
      }
    },

    close: () => receiver.close(),
  }

  function toldWrongly({ id, key, ended }: Row): string[] {
    const [began, over] = [told('alarm.began', id), told('alarm.ended', id)]
    return began === 1 && over === (ended ? 1 : 0) ? [] : [`${key} ${id}: begin told ${began} times, end ${over}`]
  }
}
