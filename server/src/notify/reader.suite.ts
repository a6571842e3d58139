// One's own mail address, what one is told, and quiet hours. Run by `notify.test.ts`, on its product.
import type { Moment } from '@greenroom/contract/moments'
import { ownMailChange, ownMailCode, ownMailRemove, securityInfo } from '@greenroom/contract/security'
import { toldSettings, toldSettingsSave } from '@greenroom/contract/told'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { person } from '../../test/people.ts'
import { password } from '../access/access.accounts.fixture.ts'
import { hashPassword } from '../access/access.password.ts'
import { inTransaction } from '../kit/database/database.ts'
import { type Letter, letterOwner } from './notify.letter.ts'
import { mailTo } from './notify.service.ts'
import { quietUntil } from './reader.rules.ts'
import type { On as Told } from './told.suite.ts'

/** `taken`: what the mail server took. */
type On = Told & { taken: () => { to: string[]; text: string }[] }

/** Letters that wait, as they are. */
const openedLetters = async ({ product }: On, moment: Moment) => {
  const rows = await product()
    .database.selectFrom('notify.message')
    .select(['id', 'sealed'])
    .where('moment', '=', moment)
    .where('sealed', 'is not', null)
    .execute()
  return rows.map((row) => JSON.parse(product().seals.open(row.sealed!, letterOwner(row.id))) as Letter)
}

export function ownMail(on: On): void {
  test('one’s own address is proved by a code that is sent there and a proof; the one before is told, and gets nothing more', async () => {
    const { client, staffId, username } = await person(on.product(), { permissions: { 'system.installation': 1 } })
    await sql`update access.staff set password_hash = ${await hashPassword(password)} where id = ${staffId}`.execute(
      on.product().database,
    )
    const later = () => sql`update access.mail_code set at = at - interval '2 minutes'`.execute(on.product().database)
    const codeTo = async (email: string) => {
      await client.call(ownMailCode, { email })
      await on.product().letters.round()
      const [letter] = on.taken().splice(0)
      expect(letter!.to).toEqual([email])
      return /Subject: (\d{6}) /.exec(letter!.text)![1]!
    }
    expect(await client.refused(ownMailCode, { email: 'no address' })).toMatchObject({ code: 30018 })
    const email = 'eva@example.com'
    const mailCode = await codeTo(email)
    expect(await client.refused(ownMailCode, { email })).toMatchObject({ code: 1000104 })
    expect(await client.refused(ownMailChange, { email, mailCode, password: 'wrong one' })).toMatchObject({
      code: 12005,
    })
    expect(await client.refused(ownMailChange, { email, mailCode: '12', password })).toMatchObject({ code: 12001 })
    // Another address than the code was sent to, and another account.
    const other = { mailCode, password }
    expect(await client.refused(ownMailChange, { ...other, email: 'other@example.com' })).toMatchObject({ code: 12002 })
    expect(await on.admin().refused(ownMailCode, { email })).toMatchObject({ code: 1000104 })
    await client.call(ownMailChange, { email, mailCode, password })
    expect((await client.call(securityInfo, {})).mail).toEqual({ address: 'e…@example.com', works: true })
    expect(await client.refused(ownMailChange, { email, mailCode, password })).toMatchObject({ code: 12002 })

    // A letter that waits goes to where the account is now.
    await inTransaction(on.product().database, (tx) =>
      on
        .notifier()
        .tell(tx, [
          mailTo(
            { moment: 'alarmBegan', about: 'moved', staffId },
            { to: email, subject: 'Alarm', text: 'x', language: 'en' },
          ),
        ]),
    )
    await later()
    await client.call(ownMailCode, { email: 'Eva@Home.example' })
    const codes = await openedLetters(on, 'mailCode')
    const again = codes.find(({ to }) => to === 'Eva@home.example')!.subject.slice(0, 6)
    await client.call(ownMailChange, { email: 'Eva@HOME.example', mailCode: again, password })
    await on.product().letters.round()
    const arrived = on
      .taken()
      .splice(0)
      .map(({ to, text }) => [to[0], /Subject: (.*)\r/.exec(text)![1]!.slice(0, 18)])
    expect(arrived.toSorted((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))).toEqual([
      ['Eva@home.example', `${again} is your Gre`],
      ['Eva@home.example', 'Alarm'],
      ['eva@example.com', 'Your mail address '],
    ])

    // Without an address, and for a disabled account, a letter is let go; a code or a notice about the account itself goes.
    await client.call(ownMailRemove, { password })
    expect(await client.refused(ownMailRemove, { password })).toMatchObject({ code: 20000, reason: 'mail.none' })
    const waiting = (about: string) =>
      inTransaction(on.product().database, (tx) =>
        on
          .notifier()
          .tell(tx, [
            mailTo({ moment: 'alarmEnded', about, staffId }, { to: email, subject: 'x', text: 'x', language: 'en' }),
          ]),
      )
    await waiting('no address')
    await on.product().letters.round()
    await sql`update access.staff set email = ${email}, status = 0 where id = ${staffId}`.execute(on.product().database)
    await waiting('disabled')
    await on.product().letters.round()
    expect(
      on
        .taken()
        .splice(0)
        .map(({ to }) => to[0]),
    ).toEqual(['Eva@home.example'])
    const gone = await on
      .product()
      .database.selectFrom('notify.message')
      .select(['state'])
      .where('moment', '=', 'alarmEnded')
      .execute()
    expect(gone).toEqual([{ state: 'withdrawn' }, { state: 'withdrawn' }])
    const logged = await on
      .product()
      .database.selectFrom('log.readable')
      .select('operation')
      .where('target', '=', `staff ${staffId}`)
      .orderBy('id')
      .execute()
    expect(logged.map(({ operation }) => operation)).toEqual([
      'account.mailCode',
      'account.mail',
      'account.mailCode',
      'account.mail',
      'account.mail',
    ])
    expect(username).not.toBe('')
    await sql`delete from notify.message`.execute(on.product().database)
  })

  test('codes for addresses are few: a minute, an hour, a day', async () => {
    const { client } = await person(on.product())
    const at = (minutes: number, count: number) =>
      sql`update access.mail_code set at = now() - ${minutes} * interval '1 minute' where at > now() - interval '1 minute' and ${count} > 0`.execute(
        on.product().database,
      )
    for (let count = 0; count < 5; count++) {
      await client.call(ownMailCode, { email: `many${count}@example.com` })
      await at(2 + count, 1)
    }
    expect(await client.refused(ownMailCode, { email: 'many@example.com' })).toMatchObject({ code: 1000175 })
    await sql`update access.mail_code set at = at - interval '2 hours'`.execute(on.product().database)
    for (let count = 0; count < 5; count++) {
      await client.call(ownMailCode, { email: `more${count}@example.com` })
      await at(2 + count, 1)
    }
    await sql`update access.mail_code set at = at - interval '2 hours'`.execute(on.product().database)
    expect(await client.refused(ownMailCode, { email: 'many@example.com' })).toMatchObject({ code: 1000174 })
    await sql`delete from notify.message`.execute(on.product().database)
  })

  test('what one is told is one’s own choice, within what one may see; quiet hours put it off', async () => {
    const { client, staffId } = await person(on.product(), { permissions: { 'system.installation': 1 } })
    const other = await person(on.product(), { permissions: { 'system.bridge': 3 } })
    expect((await other.client.call(toldSettings, {})).topics.map(({ topic }) => topic)).toEqual(['requests'])
    const first = await client.call(toldSettings, {})
    expect(first).toMatchObject({ language: 'en', zone: '', quietFrom: null, quietTo: null })
    expect(first.ways).toEqual([
      { way: 'bell', leads: 'yes' },
      { way: 'push', leads: 'address' },
      { way: 'mail', leads: 'address' },
      { way: 'sms', leads: 'address' },
    ])
    expect(first.topics).toEqual([
      { topic: 'alarmCritical', urgent: true, ways: ['bell', 'push', 'mail'] },
      { topic: 'alarmWarning', urgent: false, ways: ['bell', 'push', 'mail'] },
      { topic: 'requests', urgent: false, ways: ['bell', 'push'] },
    ])
    const choice = { language: 'cn' as const, zone: 'Asia/Jakarta', topics: {} }
    const refused = (more: object) => client.refused(toldSettingsSave, { ...choice, ...more })
    expect(await refused({ zone: 'Mars/Base' })).toMatchObject({ code: 10009, reason: 'field.invalid' })
    expect(await refused({ quietFrom: 60 })).toMatchObject({ code: 10009, reason: 'told.quiet' })
    expect(await refused({ quietFrom: 60, quietTo: 60 })).toMatchObject({ code: 10009, reason: 'told.quiet' })
    expect(
      await other.client.refused(toldSettingsSave, { ...choice, topics: { alarmWarning: ['sms'] } }),
    ).toMatchObject({ code: 10009, reason: 'field.invalid' })
    // Quiet from a minute ago until an hour on, over whatever midnight there is.
    const here = new Date(Date.now() + 7 * 3_600_000)
    const minute = here.getUTCHours() * 60 + here.getUTCMinutes()
    const quiet = { quietFrom: (minute + 1_439) % 1_440, quietTo: (minute + 60) % 1_440 }
    const topics = { alarmWarning: ['sms' as const, 'mail' as const] }
    await client.call(toldSettingsSave, { ...choice, ...quiet, topics })
    expect(await client.call(toldSettings, {})).toMatchObject({
      language: 'cn',
      zone: 'Asia/Jakarta',
      ...quiet,
      topics: [
        { topic: 'alarmCritical', ways: ['bell', 'push', 'mail'] },
        { topic: 'alarmWarning', ways: ['mail', 'sms'] },
        { topic: 'requests', ways: ['bell', 'push'] },
      ],
    })
    await sql`update access.staff set email = 'night@example.com' where id = ${staffId}`.execute(on.product().database)
    const letter = (about: string, urgent: boolean) =>
      mailTo(
        { moment: 'alarmBegan', about, staffId },
        { to: 'night@example.com', subject: about, text: 'x', language: 'en', urgent },
      )
    await inTransaction(on.product().database, (tx) =>
      on.notifier().tell(tx, [letter('warning', false), letter('critical', true)]),
    )
    await on.product().letters.round()
    expect(
      on
        .taken()
        .splice(0)
        .map(({ text }) => /Subject: (.*)\r/.exec(text)![1]),
    ).toEqual(['critical'])
    const [held] = await on
      .product()
      .database.selectFrom('notify.message')
      .select(['state', 'attempts', 'first_at', 'next_at'])
      .where('state', '=', 'waiting')
      .execute()
    expect(held).toMatchObject({ state: 'waiting', attempts: 0, first_at: null })
    expect(Math.round((held!.next_at.getTime() - Date.now()) / 60_000)).toBeGreaterThanOrEqual(58)
    await sql`delete from notify.message`.execute(on.product().database)
  })

  test('quiet hours end at the next such moment of the reader’s day, also over midnight and where clocks change', () => {
    const at = (text: string) => new Date(`${text}Z`)
    const night = { zone: 'Asia/Jakarta', from: 22 * 60, to: 8 * 60 }
    // 21:59, 22:00, 03:00 and 08:00 in Jakarta.
    expect(quietUntil(at('2026-12-01T14:59:59'), night)).toBeNull()
    expect(quietUntil(at('2026-12-01T15:00:00'), night)).toEqual(at('2026-12-02T01:00:00'))
    expect(quietUntil(at('2026-12-01T20:00:00'), night)).toEqual(at('2026-12-02T01:00:00'))
    expect(quietUntil(at('2026-12-02T01:00:00'), night)).toBeNull()
    expect(quietUntil(at('2026-12-01T06:30:00'), { zone: 'UTC', from: 6 * 60, to: 7 * 60 })).toEqual(
      at('2026-12-01T07:00:00'),
    )
    expect(quietUntil(at('2026-12-01T06:30:00'), { zone: 'UTC', from: null, to: null })).toBeNull()
    // Clocks of Berlin leave out 02:00 to 03:00 on 29 March 2026.
    expect(quietUntil(at('2026-03-29T00:30:00'), { zone: 'Europe/Berlin', from: 60, to: 150 })).toEqual(
      at('2026-03-29T01:30:00'),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('Asia/Jakarta', 'Africa/Cairo', 'America/Sao_Paulo', 'Asia/Kathmandu', 'UTC'),
        fc.integer({ min: 0, max: 1_439 }),
        fc.integer({ min: 0, max: 1_439 }),
        fc.date({ min: at('2026-01-01T00:00:00'), max: at('2027-01-01T00:00:00'), noInvalidDate: true }),
        (zone, from, to, now) => {
          fc.pre(from !== to)
          const until = quietUntil(now, { zone, from, to })
          if (until === null) return
          expect(until.getTime()).toBeGreaterThan(now.getTime())
          expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
          // It is over then.
          expect(quietUntil(until, { zone, from, to })).toBeNull()
        },
      ),
    )
  })
}
