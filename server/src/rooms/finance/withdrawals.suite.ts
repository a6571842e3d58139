// Events of withdrawals. Run by `finance.events.test.ts`, on its database.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../kit/database/database.ts'
import { balancesOfUsers } from '../../ledger/index.ts'
import { bridge, database, earn, now, params, person, requested, user, walletOf } from './finance.events.fixture.ts'
import { holdForBan, releaseAfterBan } from './index.ts'

export function withdrawals(): void {
  describe('a withdrawal', () => {
    it('holds the bonus until finance decides', async () => {
      await earn(3_000)
      expect(await bridge.send([requested(2_000)])).toEqual([
        { result: { balances: [{ userId: user, paidTokens: 0, promoTokens: 0, bonus: 3_000 }] } },
      ])
      expect(await walletOf()).toMatchObject({ bonus: 3_000n, held: 2_000n })
      const row = await database
        .selectFrom('finance.withdrawal')
        .selectAll()
        .where('id', '=', `w${user}`)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ state: 'in review', held: '', usd_cents: 2_000n, bonus: 2_000n })
      expect(await bridge.send([requested(2_000, 'another')])).toEqual([{ refuse: 60002 }])
      expect(await bridge.send([requested(1_000)])).toMatchObject([{ refuse: 10027 }])
    })

    it('of several people at once is paid to the account of each', async () => {
      const people = [user, await person(), await person()]
      for (const one of people) await earn(3_000, one)
      await bridge.send(people.map((one) => requested(1_000, `w${one}`, one)))
      const { rows } = await sql<{ person: string; payee: string }>`
        select w.user_id::text as person, a.user_id::text as payee
          from finance.withdrawal w join finance.payee_account a on a.id = w.account_id
         where w.id = any(${people.map((one) => `w${one}`)}) order by w.user_id`.execute(database)
      expect(rows).toEqual(people.map((one) => ({ person: String(one), payee: String(one) })))
    })

    it('is refused below 10 USD, between steps, to store reviewers and to anchors paid by their guild', async () => {
      await earn(10_000)
      const reviewer = await person({ market_audit: true })
      const verdicts = await bridge.send([
        requested(900, 'a'),
        requested(1_500, 'b'),
        requested(1_000, 'c', reviewer),
        requested(1_000, 'd', 999_999),
      ])
      expect(verdicts.map((verdict) => ('refuse' in verdict ? verdict.refuse : 0))).toEqual([
        1000002, 1000002, 1000002, 21001,
      ])
      const guild = await database
        .insertInto('guilds.guild')
        .values({
          name: `Guild ${user}`,
          leader_user_id: BigInt(reviewer),
          leader_name: '',
          leader_email: '',
          area_code: '1',
          phone: String(user),
          registered_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const member = { guild_id: guild.id, user_id: BigInt(user), since: now }
      await database
        .insertInto('guilds.member')
        .values({ ...member, state: 'active' })
        .execute()
      expect(await bridge.send([requested(1_000, 'e')])).toMatchObject([{ refuse: 1000002 }])
      await database
        .updateTable('guilds.guild')
        .set({ settlement_method: 'anchor withdrawal' })
        .where('id', '=', guild.id)
        .execute()
      expect(await bridge.send([requested(1_000, 'f')])).toMatchObject([{ result: {} }])
    })

    it('leaves what a guild will be paid for, also after leaving; earlier bonus stays the anchor’s', async () => {
      await earn(4_000)
      const balance = Number((await balancesOfUsers(database, [BigInt(user)])).get(BigInt(user))!.bonus)
      // Everything folded.
      await sql`
      insert into kit.reader (name, boundary) values ('guilds.figures', '9000000000000000000')
      on conflict (name) do update set boundary = excluded.boundary`.execute(database)
      const { rows } = await sql<{ id: number }>`
      insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, registered_at, state)
      values (${`Pickup ${user}`}, ${user}, '', '', '1', ${`9${user}`}, ${now}, 'normal') returning id`.execute(
        database,
      )
      const guildId = rows[0]!.id
      await sql`insert into guilds.member (guild_id, user_id, state, since) values (${guildId}, ${user}, 'active', ${now})`.execute(
        database,
      )
      const theirs = balance - (balance % 1_000) - 1_000
      await sql`
      insert into guilds.anchor_week (guild_id, week, user_id, gift_bonus)
      values (${guildId}, '2026-11-16', ${user}, ${balance - theirs})`.execute(database)
      expect(await bridge.send([requested(theirs + 1_000, 'p1')])).toMatchObject([{ refuse: 1000002 }])
      expect(await bridge.send([requested(theirs, 'p2')])).toMatchObject([{ result: {} }])
      await sql`update guilds.member set state = 'left', ends_at = ${now} where user_id = ${user}`.execute(database)
      expect(await bridge.send([requested(1_000, 'p3')])).toMatchObject([{ refuse: 60002 }])
      await sql`delete from kit.reader where name = 'guilds.figures'`.execute(database)
    })

    it('keeps its USD value: a new bonus_per_usd applies from then on and revalues nothing', async () => {
      await earn(4_000)
      const inUsd = async () => {
        const { rows } = await sql<{ purpose: string; amount: string }>`
        select a.purpose, sum(e.amount)::text as amount
          from ledger.entry e join ledger.account a on a.id = e.account_id
         where a.currency = 'USD' group by 1 order by 1`.execute(database)
        return rows
      }
      const booked = await inUsd()
      await bridge.send([requested(1_000, 'before')])
      const row = { type: 'integer' as const, built_in: true, updated_at: now, updated_by: 'test', version: 2 }
      await database
        .insertInto('system.param')
        .values({ ...row, key: 'bonus_per_usd', value: '200' })
        .execute()
      await params.refresh()
      try {
        await bridge.send([requested(2_000, 'after')])
        const rows = await database
          .selectFrom('finance.withdrawal')
          .select(['id', 'usd_cents'])
          .where('user_id', '=', BigInt(user))
          .orderBy('requested_at')
          .orderBy('id', 'desc')
          .execute()
        expect(rows).toEqual([
          { id: 'before', usd_cents: 1_000n },
          { id: 'after', usd_cents: 1_000n },
        ])
        expect(await inUsd()).toEqual(booked)
      } finally {
        await database.deleteFrom('system.param').where('key', '=', 'bonus_per_usd').execute()
        await params.refresh()
      }
    })

    it('is suspended by a ban, before or after the request, and continues when the ban ends', async () => {
      await earn(5_000)
      await bridge.send([requested(1_000, 'k1')])
      const effect = <R>(work: (tx: Parameters<typeof holdForBan>[0]) => Promise<R>) => inTransaction(database, work)
      expect(await effect((tx) => holdForBan(tx, now, [BigInt(user)], 'fraud'))).toEqual([
        {
          type: 'withdrawal.changed',
          subject: `user:${user}`,
          data: { withdrawalId: 'k1', userId: user, state: 'in review', reason: 'fraud' },
        },
      ])
      expect(await effect((tx) => holdForBan(tx, now, [BigInt(user)], 'fraud'))).toEqual([])
      await database.updateTable('users.app_user').set({ state: 'ban ID' }).where('id', '=', BigInt(user)).execute()
      expect(await bridge.send([requested(1_000, 'k2')])).toMatchObject([{ result: { held: true } }])
      const held = async () =>
        (
          await database
            .selectFrom('finance.withdrawal')
            .select('held')
            .where('user_id', '=', BigInt(user))
            .orderBy('id')
            .execute()
        ).map((row) => row.held)
      expect(await held()).toEqual(['fraud', 'banned'])
      expect(await effect((tx) => releaseAfterBan(tx, now, [BigInt(user)]))).toHaveLength(2)
      expect(await held()).toEqual(['', ''])
    })
  })
}
