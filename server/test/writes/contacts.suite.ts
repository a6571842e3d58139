// Full phone numbers and e-mail addresses are returned by the reveal call only, not by another answer, an export or a page of the log, and
// the database stores them only where they belong. Run by `writes.test.ts`, on its product.

import { declaredCalls } from '@greenroom/contract/allCalls'
import type { AnyCall } from '@greenroom/contract/call'
import { clientList } from '@greenroom/contract/clients'
import { staffUpdate } from '@greenroom/contract/systemStaff'
import { userGrant, userReveal } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../bridge.ts'
import { everyMenu, person } from '../people.ts'
import {
  asked,
  details,
  fullUser,
  product,
  readAnswers,
  type Told,
  world,
  writtenAnswers,
} from './everyWrite.fixture.ts'

/** Tables meant to hold contact details. */
const theirPlace = new Set([
  'users.app_user',
  'access.staff',
  'access.sms_code',
  'guilds.guild',
  'topup_agents.application',
])

const mails = [details.appMail, 'bridge.whole@example.org', 'rejected.whole@example.org']
const needles = [details.app, details.staff, details.bridge, '13955503456', ...mails]

const told = (answers: readonly Told[]) =>
  answers.flatMap(({ name, body }) =>
    needles.filter((needle) => body.includes(needle)).map((needle) => `${name} tells ${needle}`),
  )

export function contacts(): void {
  describe('contact details', () => {
    const answers: Told[] = []

    beforeAll(async () => {
      answers.push(...(await writtenAnswers()).filter(({ name }) => name !== 'userReveal'))
      const { admin } = world
      const userId = fullUser
      const reason = 'asked on the phone'
      const onThem: [AnyCall, object][] = declaredCalls
        .filter(
          ({ call }) => /^user(Ban|Unban|Flag|Note|LogOut|Grant|Deduct)/.test(call.name) && call.level === 'write',
        )
        .map(({ call }) => [call, { ids: [userId], userId, reason, text: 'a note', hours: 1, kind: 'id', tokens: 1 }])
      for (const [call, payload] of onThem)
        answers.push({ name: call.name, body: JSON.stringify(await admin.send(call, payload as never)) })
      await admin.call(userGrant, { ids: [userId], tokens: 500_000, kind: 'reward', reason } as never)
      const revealed = await admin.call(userReveal, { userId, field: 'phone', reason })
      expect(JSON.stringify(revealed)).toContain(details.app)

      const { staffId, roleId } = await person(product, { permissions: everyMenu(1) })
      const phone = { areaCode: '86', phone: details.staff }
      await admin.call(staffUpdate, { userId: staffId, version: 1, roleIds: [roleId], ...phone })

      const app = await connect(product)
      const stored = { sex: 'woman', country: 'CN', language: 'zh', platform: 'ios' } as const
      await app.send([
        {
          type: 'user.registered',
          data: { userId: 77_001, nickname: 'A', deviceId: 'd1', areaCode: '86', phone: details.bridge, ...stored },
        },
        { type: 'user.updated', data: { userId: 77_001, email: mails[1] } as never },
        // Refused lines are kept for inspection.
        { type: 'user.registered', data: { userId: -1, phone: '13955503456', email: mails[2], ...stored } as never },
        { type: 'agent.applied', data: { userId: 1, contact: `+86 13955503456, ${mails[2]}`, note: '' } as never },
      ])
      await app.post(`{"id":"x","type":"user.registered","data":{"phone":"13955503456","email":"${mails[2]}`)
      await admin.call(clientList, {})
      // Some hundred calls, which a busy machine answers in a minute: here they have the time of set-up.
      await readAnswers()
    })

    test('no answer contains one', async () => {
      answers.push(...(await readAnswers()))
      expect(answers.length).toBeGreaterThan(250)
      expect(told(answers)).toEqual([])
    })

    test('no export contains one', async () => {
      const lists = declaredCalls.filter(({ call }) => call.exportable)
      expect(lists.length).toBeGreaterThan(25)
      const exported: Told[] = []
      for (const { call } of lists) {
        const payload = { ...(await asked(call)), export: 'csv' }
        const answer = await world.admin.send(call, payload as never)
        expect(answer, call.name).toMatchObject({ code: 200, result: { url: expect.any(String) } })
        const { url } = (answer as unknown as { result: { url: string } }).result
        const file = await product.app.inject({ url })
        expect(file.statusCode, call.name).toBe(200)
        exported.push({ name: `${call.name}.csv`, body: file.body })
      }
      expect(told(exported)).toEqual([])
    })

    test('the database stores them where they belong, and in no log, approval, delivery or rejected line', async () => {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', n.nspname, c.relname) as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`.execute(
        product.owner,
      )
      expect(tables.length).toBeGreaterThan(60)
      const kept: string[] = []
      for (const { name } of tables) {
        const { rows } = await sql<{ needle: string }>`
          select distinct needle from ${sql.raw(name)} t, unnest(${needles}::text[]) needle
           where strpos(to_jsonb(t)::text, needle) > 0`.execute(product.owner)
        kept.push(...rows.map(({ needle }) => `${name}: ${needle}`))
      }
      const places = new Set(kept.map((one) => one.split(':')[0]!))
      // Where they belong, the search finds them.
      expect(places).toContain('users.app_user')
      expect(places).toContain('access.staff')
      expect(kept.filter((one) => !theirPlace.has(one.split(':')[0]!))).toEqual([])
    })
  })
}
