// Guilds, their members and their leaders.
import { smsSend } from '@greenroom/contract/access'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { sentMessages } from '../../src/access/access.accounts.fixture.ts'
import type { ValueOf } from '../../src/kit/database/database.ts'
import { appUser } from '../../src/rooms/users/people.fixture.ts'
import { everyMenu, type Made, person } from '../people.ts'
import { aNumber, next, unique, type World } from './base.ts'
import { nobody } from './staff.ts'

/** Everything that a guild registration needs: an app user with a phone, and the code sent to it. */
export async function application(world: World) {
  const { product } = world
  const userNumber = String(700_000 + next())
  const leaderPhone = aNumber()
  await product.database
    .insertInto('users.app_user')
    .values({
      id: BigInt(userNumber),
      nickname: 'Leader',
      area_code: '86',
      phone: leaderPhone,
      created_at: product.clock.now(),
    })
    .execute()
  const client = await nobody(world)
  await client.call(smsSend, { areaCode: '86', phoneNumber: leaderPhone, validate: 'register' })
  const [message] = await sentMessages(product, `+86${leaderPhone}`)
  return {
    unionName: unique('Guild '),
    leaderName: 'Li Lei',
    userNumber,
    leaderEmail: 'leader@example.com',
    areaCode: '86',
    leaderPhone,
    cmsUserName: unique('guildleader'),
    cmsPassWord: 'Guild-pass1',
    smsCode: message!.code,
  }
}

/** A guild in its normal state. */
export async function aGuild(world: World, state: ValueOf<'guilds.guild', 'state'> = 'normal'): Promise<number> {
  const applied = await application(world)
  const { id } = await world.product.database
    .insertInto('guilds.guild')
    .values({
      name: applied.unionName,
      leader_user_id: BigInt(applied.userNumber),
      leader_name: 'Leader',
      leader_email: 'l@example.com',
      area_code: '86',
      phone: applied.leaderPhone,
      state,
      registered_at: world.product.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A guild under review with an adult leader. */
export async function anApplication(world: World): Promise<number> {
  const id = await aGuild(world, 'under review')
  await sql`
    update users.app_user set certified = true, birthday = '1990-01-01'
     where id = (select leader_user_id from guilds.guild where id = ${id})`.execute(world.product.database)
  return id
}

/** A woman whom a guild may invite: adult, certified, with a phone and a passed cover. */
export async function anAnchorToBe({ product }: World): Promise<number> {
  const id = await appUser(product, { phone: aNumber() })
  await product.database
    .updateTable('users.app_user')
    .set({ sex: 'woman', certified: true, birthday: new Date('1999-05-04') })
    .where('id', '=', BigInt(id))
    .execute()
  await product.database
    .insertInto('audits.item')
    .values({
      id: `cover ${id}`,
      kind: 'cover',
      user_id: BigInt(id),
      state: 'passed',
      submitted_at: product.clock.now(),
    })
    .execute()
  return id
}

/** Someone's membership of a new guild; a leaving one has requested it. */
export async function aMember(world: World, state: 'invited' | 'active' | 'leaving'): Promise<number> {
  const now = world.product.clock.now()
  const { id } = await world.product.database
    .insertInto('guilds.member')
    .values({
      guild_id: await aGuild(world),
      user_id: BigInt(await anAnchorToBe(world)),
      state,
      since: now,
      ...(state === 'leaving' && { leave_asked_at: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Leading = { made: Made; guildId: number; phone: string; used: Set<'by' | 'payload'> }

const leading = new WeakMap<World, Leading>()

/** A leader of a separate guild, the same for caller and payload; each later use gets another one. */
async function leaderFor(world: World, use: 'by' | 'payload'): Promise<Leading> {
  const known = leading.get(world)
  if (known && !known.used.has(use)) {
    known.used.add(use)
    return known
  }
  const guildId = await aGuild(world)
  const phone = aNumber()
  const made = await person(world.product, { permissions: everyMenu(3), unionId: guildId })
  await world.product.database
    .updateTable('access.staff')
    .set({ area_code: '86', phone })
    .where('id', '=', made.staffId)
    .execute()
  const leader = { made, guildId, phone, used: new Set([use]) }
  leading.set(world, leader)
  return leader
}

export const aLeader = async (world: World): Promise<Made> => (await leaderFor(world, 'by')).made

/** The code with which that leader changes the settlement method. */
export async function aWithdrawCode(world: World): Promise<string> {
  const { phone } = await leaderFor(world, 'payload')
  await (await nobody(world)).call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'withdraw' })
  return vi.waitFor(async () => {
    const [first] = await sentMessages(world.product, `+86${phone}`)
    if (!first) throw new Error('no code yet')
    return first.code
  }, 10_000)
}

/** The name of an account created by this leader. */
export async function aHelperName(world: World): Promise<string> {
  await leaderFor(world, 'payload')
  return unique('helper00')
}

/** A read-only account of that leader's guild. */
export async function aHelper(world: World): Promise<number> {
  const { guildId } = await leaderFor(world, 'payload')
  const { staffId } = await person(world.product, { permissions: everyMenu(3), unionId: guildId })
  await world.product.database.updateTable('access.staff').set({ read_only: true }).where('id', '=', staffId).execute()
  return staffId
}

/** An adult user who leads no guild, as a form names them. */
export async function aGrownLeader({ product }: World) {
  const leaderPhone = aNumber()
  const userNumber = await appUser(product, { phone: leaderPhone })
  await sql`
    update users.app_user set certified = true, birthday = '1990-01-01' where id = ${userNumber}`.execute(
    product.database,
  )
  return {
    userNumber: String(userNumber),
    leaderName: 'Li Lei',
    leaderEmail: 'leader@example.com',
    areaCode: '86',
    leaderPhone,
  }
}

/** A guild below another. */
export async function aSubAgency(world: World): Promise<number> {
  const [parentId, id] = [await aGuild(world), await aGuild(world)]
  await world.product.database.updateTable('guilds.guild').set({ parent_id: parentId }).where('id', '=', id).execute()
  return id
}
