// Events of broadcasts. Run by `live.events.test.ts`, on its database.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anEvent } from '../../../../test/chunks.ts'
import type { Arrived } from '../../../bridge/index.ts'
import {
  at,
  bridge,
  deal,
  letPass,
  man,
  now,
  person,
  sessionRow,
  splitting,
  sweep,
  woman,
} from './live.events.fixture.ts'

export function broadcasts(): void {
  describe('a broadcast', () => {
    test('has the same final state in every order of events', async () => {
      const story = (liveId: string): Arrived[] => [
        anEvent('live.started', at(0), {
          liveId,
          userId: woman,
          title: 'Hi',
          rate: 0,
          coverUrl: 'https://a.example/c.png',
        }),
        anEvent('live.heartbeat', at(20), { liveId, viewers: 3 }),
        anEvent('live.heartbeat', at(40), { liveId, viewers: 9 }),
        anEvent('live.heartbeat', at(60), { liveId, viewers: 2 }),
        anEvent('live.snapshot', at(30), { liveId, url: 'https://a.example/1.jpg', score: 0.9, labels: ['skin'] }),
        anEvent('live.snapshot', at(50), { liveId, url: 'https://a.example/2.jpg', score: 0.1 }),
        anEvent('live.viewed', at(55), { liveId, viewId: `v${liveId}`, userId: man, seconds: 40 }),
        anEvent('live.ended', at(70), { liveId, reason: 'done' }),
      ]
      let round = 0
      const expected = {
        viewers: 2,
        peak_viewers: 9,
        views: 1,
        end_reason: 'done',
        ended_at: at(70),
        started_at: at(0),
        last_seen_at: at(60),
        snapshot_url: 'https://a.example/2.jpg',
        labels: [],
      }
      await fc.assert(
        fc.asyncProperty(splitting(8), async (plan) => {
          const liveId = `s${man}-${round++}`
          for (const part of deal(story(liveId), plan)) await bridge.send(part)
          expect(await sessionRow(liveId)).toMatchObject(expected)
        }),
        { numRuns: 25 },
      )
    })

    it('is refused to a banned user; a second start with other content is a duplicate', async () => {
      const banned = await person('woman', 0, 'ban both')
      const go = (liveId: string, userId: number) =>
        anEvent('live.started', at(0), { liveId, userId, title: '', rate: 0 })
      expect(await bridge.send([go('x1', banned), go('x2', woman), go('x2', woman), go('x2', man)])).toMatchObject([
        { refuse: 1000002 },
        {},
        {},
        { refuse: 10027 },
      ])
    })

    it('ends after a timeout, is not reopened, and the app’s own end still counts', async () => {
      const liveId = `l${man}`
      await bridge.send([anEvent('live.started', now, { liveId, userId: woman, title: '', rate: 0 })])
      await sweep()
      expect(await sessionRow(liveId)).toMatchObject({ ended_at: null })
      const lastHeartbeat = now
      letPass(61_000)
      await sweep()
      expect(await sessionRow(liveId)).toMatchObject({
        ended_at: lastHeartbeat,
        ended_by: 'platform',
        end_reason: 'silent',
      })
      await bridge.send([anEvent('live.heartbeat', now, { liveId, viewers: 1 })])
      expect(await sessionRow(liveId)).toMatchObject({ ended_at: lastHeartbeat })
      await bridge.send([anEvent('live.ended', now, { liveId, reason: 'done' })])
      expect(await sessionRow(liveId)).toMatchObject({ ended_at: now, ended_by: 'app', end_reason: 'done' })
    })
  })
}
