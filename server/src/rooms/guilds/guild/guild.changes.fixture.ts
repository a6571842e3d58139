// A product with guilds, for tests of their changes.
import { login } from '@greenroom/contract/access'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anAccount, password } from '../../../access/access.accounts.fixture.ts'
import { anApp, appUser } from '../../users/people.fixture.ts'
import { ensureWeeks } from '../weeks/weeks.service.ts'
import { sweepGuilds } from './guild.rounds.ts'

export let product: TestProduct
export let admin: Client
export let second: Client
export let app: BridgeConnection
let phones = 0
export const uniquePhone = () => ++phones
export const reason = 'a test'

async function signedIn(made: Parameters<typeof anAccount>[1]): Promise<Client> {
  return product.login((await anAccount(product, made)).username, password)
}
/** Every screen of a leader. */
const menus = { 'guilds.family': 3, 'guilds.levelTwoGuild': 3, 'guilds.memberList': 3 } as const
export const leaderOf = (unionId: number, more: object = {}) => signedIn({ unionId, menus, ...more })
export const sweep = (closeWeek: () => Promise<[]> = async () => []) =>
  sweepGuilds({ database: product.database, clock: product.clock, effects: { closeWeek }, timeZone: () => 'UTC' })

/** Someone who may lead a guild, as forms name them. */
export async function candidate(more: { young?: true } = {}) {
  const leaderPhone = String(13_400_000_000 + uniquePhone())
  const userId = await appUser(product, { phone: leaderPhone })
  if (!more.young)
    await sql`update users.app_user set certified = true, birthday = '1990-01-01' where id = ${userId}`.execute(
      product.database,
    )
  return {
    userNumber: String(userId),
    leaderName: 'Bo Li',
    leaderEmail: 'bo@example.com',
    areaCode: '86',
    leaderPhone,
  }
}
export const codeOf = async (username: string) => {
  const answer = await product.as(undefined).send(login, { username, password })
  return answer.code === 200 ? 200 : answer.errorCode
}

export function startGuilds(): void {
  beforeAll(async () => {
    product = await startProduct()
    admin = await product.administrator()
    await ensureWeeks(product.database, product.clock.now(), 'UTC')
    app = await connect(product)
    await anApp(product)
    second = await signedIn({ menus: { 'guilds.list': 3, 'system.approval': 3 } })
  })
  afterAll(() => product.close())
}
