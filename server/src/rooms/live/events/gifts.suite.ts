// Events of gifts and paid rooms. Run by `live.events.test.ts`, on its database.
import { describe, expect, it, test } from 'vitest'
import { anEvent } from '../../../../test/chunks.ts'
import {
  at,
  bridge,
  database,
  forget,
  gift,
  man,
  now,
  person,
  sessionRow,
  walletOf,
  woman,
} from './live.events.fixture.ts'

export function gifts(): void {
  describe('a gift', () => {
    it('burns tokens, earns the recipient a share and returns both balances', async () => {
      expect(await bridge.send([gift(99)])).toEqual([
        {
          result: {
            balances: [
              { userId: man, paidTokens: 901, promoTokens: 0, bonus: 0 },
              { userId: woman, paidTokens: 0, promoTokens: 0, bonus: 39 },
            ],
          },
        },
      ])
      const row = await database
        .selectFrom('live.gift')
        .selectAll()
        .where('sender_id', '=', BigInt(man))
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ gift_id: 7, tokens: 99n, promo_tokens: 0n, bonus: 39n, live_id: null })
    })

    it('earns nothing for a man', async () => {
      const other = await person('man', 0)
      await bridge.send([gift(100, { receiverId: other })])
      expect(await walletOf(other)).toMatchObject({ bonus: 0n })
    })

    it('is refused if it is invalid, and nothing moves', async () => {
      const banned = await person('man', 500, 'ban ID')
      const codes = await bridge.send([
        gift(1_001),
        gift(1, { senderId: 999_999 }),
        gift(1, { receiverId: 999_999 }),
        gift(1, { receiverId: man }),
        gift(1, { senderId: banned }),
      ])
      expect(codes.map((verdict) => ('refuse' in verdict ? verdict.refuse : 0))).toEqual([
        60001, 21001, 21001, 1000002, 1000002,
      ])
      expect(await walletOf(man)).toMatchObject({ paid: 1_000n })
      expect(await walletOf(banned)).toMatchObject({ paid: 500n })
    })

    it('counts for its broadcast, even before the broadcast is known', async () => {
      const liveId = `l${man}`
      await bridge.send([gift(50, { liveId }), gift(20, { liveId })])
      await bridge.send([anEvent('live.started', at(0), { liveId, userId: woman, title: 'Hello', rate: 0 })])
      expect(await sessionRow(liveId)).toMatchObject({ gift_tokens: 70n, bonus: 28n, user_id: BigInt(woman) })
    })
  })

  test('a paid text is charged like a gift', async () => {
    await bridge.send([anEvent('text.charged', at(0), { senderId: man, receiverId: woman, tokens: 5 })])
    expect(await walletOf(man)).toMatchObject({ paid: 995n })
    expect(await walletOf(woman)).toMatchObject({ bonus: 2n })
  })

  describe('a paid room', () => {
    const startedRoom = (liveId: string, rate: 0 | 30 | 60 | 120) =>
      anEvent('live.started', at(0), { liveId, userId: woman, title: '', rate })
    const watched = (liveId: string, k: number, userId = man) =>
      anEvent('live.minute', at(60 * k), { liveId, userId, minute: k })

    it('costs its rate for each minute, once', async () => {
      const liveId = `l${man}`
      await bridge.send([startedRoom(liveId, 60), watched(liveId, 1), watched(liveId, 1)])
      await bridge.send([watched(liveId, 1), watched(liveId, 2)])
      expect(await walletOf(man)).toMatchObject({ paid: 880n })
      expect(await sessionRow(liveId)).toMatchObject({ minute_tokens: 120n, bonus: 48n })
    })

    it('takes nothing when it is free', async () => {
      const liveId = `l${man}`
      await bridge.send([startedRoom(liveId, 0), watched(liveId, 1)])
      expect(await walletOf(man)).toMatchObject({ paid: 1_000n })
    })

    it('refuses viewers with too few tokens, who may try again', async () => {
      const liveId = `l${man}`
      const poor = await person('man', 20)
      const verdicts = await bridge.send([startedRoom(liveId, 30), watched(liveId, 1, poor), watched(liveId, 1, poor)])
      expect(verdicts.slice(1)).toMatchObject([{ refuse: 60001 }, { refuse: 60001 }])
      expect(await bridge.send([watched(liveId, 1, woman), watched(liveId, 1, 999_999)])).toMatchObject([
        { refuse: 1000002 },
        { refuse: 21001 },
      ])
    })

    it('charges minutes reported before its rate was known', async () => {
      const liveId = `l${man}`
      expect(await bridge.send([watched(liveId, 1)])).toEqual([{ result: { pending: true } }])
      await bridge.send([watched(liveId, 2), startedRoom(liveId, 30), watched(liveId, 2), watched(liveId, 3)])
      await bridge.send([watched(liveId, 1)])
      expect(await walletOf(man)).toMatchObject({ paid: 910n })
      expect(await sessionRow(liveId)).toMatchObject({ minute_tokens: 90n })
    })
  })

  test('minutes whose events are no longer accepted are deleted', async () => {
    const minutes = () =>
      database.selectFrom('live.paid_minute').select('minute').where('live_id', '=', 'old').execute()
    const row = (k: number, moment: Date) => ({
      live_id: 'old',
      user_id: BigInt(man),
      minute: k,
      tokens: 30,
      at: moment,
    })
    await database
      .insertInto('live.paid_minute')
      .values([row(1, new Date(now.getTime() - 32 * 86_400_000)), row(2, now)])
      .execute()
    await forget()
    expect(await minutes()).toEqual([{ minute: 2 }])
  })
}
