// States of alerts about the app's events and the commands to it.
import { sql } from 'kysely'
import { newId } from '../src/kit/random.ts'
import { type Making, minute, now, ofTwo, type States, wall } from './alerts.making.ts'
import { registered } from './bridge.ts'

export function bridgeStates({ watched, run, after, during, withoutPeople }: Making): States {
  async function aCommand(state: 'waiting' | 'dead'): Promise<void> {
    const [id, at] = [newId(wall(400)), wall(400)]
    await run(sql`
      insert into bridge.command (id, type, subject, stream, data, at) values (${id}, 'user.banned', 'user:1', ${state}, '{}', ${at})`)
    await run(sql`
      insert into bridge.delivery (client_id, command_id, type, subject, stream, state, next_at, first_at)
      values (${watched().app.clientId}, ${id}, 'user.banned', 'user:1', ${state}, ${state}, ${wall(-3_600)}, ${at})`)
  }

  /** A gift that nobody sent. */
  const refusedGift = () =>
    watched().app.rejected({
      type: 'gift.sent',
      data: { giftId: 1, senderId: 799, receiverId: 798, count: 1, tokens: 1 },
    })
  return {
    GreenroomEventsFail: () => during(() => withoutPeople(() => watched().app.send([registered(720, 'man')]))),
    GreenroomEventsHeld: () =>
      after(
        run(sql`
          insert into bridge.held_event (id, client_id, type, happened_at, state, tries, first_failed_at, last_failed_at, reason, sealed)
          values (${newId(wall(0))}, ${watched().app.clientId}, 'user.updated', now(), 'held', 9, now(), now(), 'x', 'x')`),
      ),
    GreenroomEventsRejected: () => during(refusedGift),
    GreenroomEventsStopped: async () => {
      const { app, scrape } = watched()
      const before = ofTwo(await scrape())
      await app.accepted(registered(721, 'man'))
      const arrived = ofTwo(await scrape())
      return [
        { at: now - 34 * minute, series: before },
        ...[31, 4, 0].map((ago) => ({ at: now - ago * minute, series: arrived })),
      ]
    },
    GreenroomEventsLate: () =>
      during(async () => {
        const late = [722, 723].map((userId) => ({ ...registered(userId, 'man'), at: wall(240) }))
        await watched().app.send(late)
      }),
    GreenroomSignatureClock: () => during(() => watched().app.post('', { at: wall(3_600) })),
    GreenroomCommandsWait: () => after(aCommand('waiting')),
    GreenroomDeadLetters: () => after(aCommand('dead')),
    GreenroomDeliveriesOff: async () => {
      const scrapes = await after(run(sql`insert into bridge.pause (since) values (${wall(0)})`))
      await run(sql`delete from bridge.pause`)
      return scrapes
    },
  }
}
