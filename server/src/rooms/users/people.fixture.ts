// Users, devices and tokens for tests of this area, inserted directly into the database.
import { countedFrom } from '../../../test/countFrom.ts'
import type { TestProduct } from '../../../test/product.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { ofPlatform, paid, post, promo } from '../../ledger/index.ts'

let last = 5_000_000

/** While it is set, everybody asked for is the same user. */
let only: { id?: number } | undefined

/** Makes rows that share their user. */
export async function ofOneUser<T>(work: () => Promise<T>): Promise<T> {
  only = {}
  try {
    return await work()
  } finally {
    only = undefined
  }
}

type UserOptions = { devices?: readonly string[]; phone?: string; email?: string }

/** A new user, seen on these devices. */
export async function appUser(product: TestProduct, options: UserOptions = {}): Promise<number> {
  const { database, clock } = product
  if (only?.id !== undefined) return only.id
  const id = countedFrom() + ++last
  if (only) only.id = id
  const at = clock.now()
  await database
    .insertInto('users.app_user')
    .values({
      id: BigInt(id),
      nickname: `Someone ${id}`,
      area_code: options.phone ? '86' : '',
      phone: options.phone ?? '',
      email: options.email ?? '',
      created_at: at,
    })
    .execute()
  for (const device of options.devices ?? []) await seenOn(product, id, device)
  return id
}

/** Records that a user was seen on a device. */
export async function seenOn({ database, clock }: TestProduct, userId: number, device: string): Promise<void> {
  const at = clock.now()
  await database
    .insertInto('users.device')
    .values({ id: device, first_seen_at: at, last_seen_at: at, users: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ users: eb('users.device.users', '+', 1) })))
    .execute()
  await database
    .insertInto('users.user_device')
    .values({ user_id: BigInt(userId), device_id: device, first_seen_at: at, last_seen_at: at })
    .execute()
}

/** A device without users. */
export const aDeviceId = (): string => `device-${countedFrom() + ++last}`

/** Gives a user tokens: promotional ones, and paid ones with the deferred revenue behind them. */
export const giveTokens = (
  { database, clock }: TestProduct,
  userId: number,
  tokens: { promo?: number; paid?: number; costMicros?: number },
) =>
  inTransaction(database, async (tx) => {
    const id = BigInt(userId)
    const at = clock.now()
    const [promoTokens, paidTokens, cost] = [tokens.promo ?? 0, tokens.paid ?? 0, tokens.costMicros ?? 0].map(BigInt)
    const issue = ofPlatform('issue', 'TOKEN')
    const issued = ofPlatform('promo', 'TOKEN')
    await post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'test',
        phase: 'single',
        reference: `user ${userId}`,
        occurredAt: at,
        request: { userId, tokens },
        accounts: [promo(id), paid(id), issue, issued],
        decide: () => [
          ...(promoTokens! > 0n
            ? [
                { account: issued, amount: -promoTokens! },
                { account: promo(id), amount: promoTokens! },
              ]
            : []),
          ...(paidTokens! > 0n
            ? [
                { account: issue, amount: -paidTokens! },
                { account: paid(id), amount: paidTokens!, costMicros: cost! },
              ]
            : []),
        ],
      },
    ])
  })

/** An app that listens, so that commands are written. */
export async function anApp({ database, clock }: TestProduct): Promise<void> {
  const [at, by] = [clock.now(), 'test']
  await database
    .insertInto('bridge.client')
    .values({
      name: 'app',
      endpoint: 'https://app.example.com',
      created_by: by,
      created_at: at,
      updated_by: by,
      updated_at: at,
    })
    .execute()
}

/** The commands about a subject such as `user:7`, in order of delivery. */
export const commandsOn = ({ database }: TestProduct, subject: string) =>
  database
    .selectFrom('bridge.command as c')
    .innerJoin('bridge.delivery as d', 'd.command_id', 'c.id')
    .select(['c.type', 'c.data'])
    .where('c.subject', '=', subject)
    .orderBy('d.seq')
    .execute()

/** The commands about a user, in order. */
export const commandsAbout = async (product: TestProduct, userId: number): Promise<Record<string, unknown>[]> =>
  (await commandsOn(product, `user:${userId}`)).map(({ type, data }) => ({ type, ...(data as object) }))
