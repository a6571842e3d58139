// The exported user list equals its pages: PostgreSQL writes the file, the rules the pages.
import { userList } from '@greenroom/contract/users'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import type { DB } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'
import { countryName } from '../../../texts/countryName.ts'
import { appUser, giveTokens } from '../people.fixture.ts'

let product: TestProduct
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const now = product.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const people: Updateable<DB['users.app_user']>[] = [
    {},
    {
      country: 'PH',
      sex: 'woman',
      birthday: new Date('2000-02-29'),
      level: 7,
      vip_type: 'gold',
      registered_at: ago(3),
    },
    { state: 'ban ID', banned_until: ago(1), certified: true, security: true, last_online_at: ago(2) },
    { state: 'ban both', banned_until: ago(-1), market_audit: true, internal: true, risk_level: 3, platform: 'ios' },
    // What ends a cell as the database writes it, and a fraction of a second.
    { nickname: 'A\x1fB\x1f', registered_at: new Date('2001-02-03T04:05:06.789Z'), birthday: new Date('1999-12-31') },
    { state: 'ban device', channel: 'ch=1', nickname: '=1+1;-2', language: 'pt', country: 'ZZ' },
  ]
  for (const fields of people) {
    const id = await appUser(product)
    await product.database
      .updateTable('users.app_user')
      .set({ id: BigInt(id), ...fields })
      .where('id', '=', BigInt(id))
      .execute()
    await giveTokens(product, id, { promo: 5, paid: 20, costMicros: 200_000 })
  }
})
afterAll(() => product.close())

const states: Record<string, string> = {
  normal: 'Normal',
  'ban ID': 'Banned: account',
  'ban device': 'Banned: device',
  'ban both': 'Banned: account and devices',
}
const sexes = { man: 'Man', woman: 'Woman', none: 'Not specified' }

it('has the same content in files and on pages', async () => {
  const { records } = await admin.call(userList, { size: 200 })
  const envelope = await admin.send(userList, { export: 'csv' })
  const { url } = (envelope as unknown as { result: { url: string } }).result
  const body = (await product.app.inject({ method: 'GET', url })).payload.replace('\ufeff', '')
  const [, ...lines] = body.trimEnd().split('\r\n')
  const at = (text: string | null) => (text === null ? '' : textOf(new Date(text), 'UTC'))
  const expected = records.map((user) => [
    user.userId,
    user.nickname.replace('=1+1;-2', "'=1+1;'-2").replaceAll('\x1f', ''),
    sexes[user.sex],
    user.age ?? '',
    countryName(user.country, 'en'),
    user.language,
    user.channel,
    user.platform,
    user.level,
    user.vipType,
    user.riskLevel,
    states[user.state],
    at(user.bannedUntil),
    [
      ...(user.marketAudit ? ['Market audit'] : []),
      ...(user.security ? ['Security'] : []),
      ...(user.internal ? ['Internal'] : []),
      ...(user.certified ? ['Certified'] : []),
    ].join(', '),
    user.tokens,
    user.paidTokens,
    user.promoTokens,
    user.bonus,
    at(user.registeredAt),
    at(user.lastOnlineAt),
  ])
  expect(records).toHaveLength(6)
  expect(lines.map((line) => line.replaceAll('"', ''))).toEqual(expected.map((cells) => cells.join(',')))
})
