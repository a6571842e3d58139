// Test objects: one of each thing that a call changes, created by its room's call where that is a single call.

import * as access from '@greenroom/contract/access'
import { smsSend } from '@greenroom/contract/access'
import * as audits from '@greenroom/contract/audits'
import * as bulk from '@greenroom/contract/bulk'
import * as live from '@greenroom/contract/live'
import * as system from '@greenroom/contract/system'
import * as users from '@greenroom/contract/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { vi } from 'vitest'
import { sentMessages } from '../src/access/accounts.fixture.ts'
import { hashPassword } from '../src/access/password.ts'
import { anItem, aReview } from '../src/rooms/audits/audits.fixture.ts'
import { aDeviceId, appUser, endow } from '../src/rooms/users/people.fixture.ts'
import { addedClient } from './bridge.ts'
import { someGifts } from './gifts.ts'
import { everyMenu, type Made, person } from './people.ts'
import type { Client, TestProduct } from './product.ts'

export type World = { product: TestProduct; admin: Client }

let made = 0
export const anId = () => `01900000-0000-7000-8000-${String(++made).padStart(12, '0')}`
export const unique = (word: string) => `${word}${++made}`
export const reason = 'a test'
export const oldPassword = 'Of-tests-0ld'
export const version = {
  name: '1.0.0',
  address: 'https://example.com/a.apk',
  description: 'New',
  mandatory: false,
  sharePercent: 50,
}

/** A valid number, unique. */
export const aNumber = () => `1380${1_000_000 + ++made}`

/** A fresh IP address, to avoid rate limits. */
export const nobody = async ({ product }: World): Promise<Client> =>
  product.as(undefined, `10.9.${Math.floor(++made / 250)}.${(made % 250) + 1}`)

export const somebody = async ({ product }: World): Promise<Client> => (await person(product)).client

/** An account whose password is `oldPassword`. */
export async function aPersonWithPassword({ product }: World): Promise<Made> {
  const made = await person(product)
  await product.database
    .updateTable('access.staff')
    .set({ password_hash: await hashPassword(oldPassword) })
    .where('id', '=', made.staffId)
    .execute()
  return made
}

/** The payload of resetting a password with a code. */
export async function aForgottenPassword(world: World) {
  const { staffId, username } = await aPersonWithPassword(world)
  const phoneNumber = aNumber()
  await world.product.database
    .updateTable('access.staff')
    .set({ area_code: '86', phone: phoneNumber })
    .where('id', '=', staffId)
    .execute()
  const client = await nobody(world)
  await client.call(smsSend, { areaCode: '86', phoneNumber, validate: 'reset' })
  const message = await vi.waitFor(async () => {
    const [first] = await sentMessages(world.product, `+86${phoneNumber}`)
    if (!first) throw new Error('no code yet')
    return first
  })
  return { username, areaCode: '86', phoneNumber, smsCode: message.code, newPassword: 'An0ther-of-tests' }
}

export const aPerson = async ({ product }: World) => (await person(product)).staffId

/** An account with an authenticator. */
export async function aBoundPerson(world: World): Promise<number> {
  const id = await aPerson(world)
  await world.product.database
    .updateTable('access.staff')
    .set({ google_secret: 'KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD', google_bound_at: world.product.clock.now() })
    .where('id', '=', id)
    .execute()
  return id
}
export const aRole = async ({ admin }: World) =>
  (await admin.call(system.roleSave, { roleName: unique('Role ') })).roleId
export const aMenu = async ({ admin }: World) =>
  (
    await admin.call(system.menuSave, {
      parentId: 100,
      type: 'menu',
      nameEn: unique('Menu '),
      nameCn: '菜单',
      path: 'https://example.com',
    })
  ).id
export const anEntry = async ({ admin }: World) =>
  (await admin.call(system.whitelistSave, { kind: 'device', value: unique('device') })).id
export const aVersion = async ({ admin }: World) =>
  (await admin.call(system.versionSave, { app: unique('App '), build: 1, ...version })).id
export const aView = async ({ admin }: World) =>
  (await admin.call(access.viewSave, { screen: '/sys/log', name: unique('View '), query: 'q=1' })).viewId
export const template = async ({ product }: World) => ({
  name: unique('Set '),
  scene: 'chat' as const,
  giftIds: await someGifts(product, 6),
})
export const aTemplate = async (world: World) =>
  (await world.admin.call(system.giftTemplateSave, await template(world))).id

/** A parameter that anyone with the menu may change without approval, and its version. */
export async function aParam({ admin }: World, key = 'export_keep_hours') {
  const { records } = await admin.call(system.paramList, { q: key, size: 200 })
  return records.find((row) => row.key === key)!
}

/** A change that waits for a checker other than the administrator. */
export async function anApproval(world: World) {
  const param = await aParam(world, 'login_failures')
  // One waits at a time for each parameter.
  const waiting = await world.admin.call(system.approvalList, { state: 'pending', size: 200 })
  const ids = waiting.records.map((row) => row.approvalId)
  if (ids.length > 0) await world.admin.call(system.approvalCancel, { ids })
  const { approvalId } = await world.admin.call(system.paramSet, {
    key: param.key,
    value: String(11 + (++made % 80)),
    version: param.version,
    reason,
  })
  return approvalId!
}

/** A selection of the administrator's, not acted on yet. */
export async function aSelection(world: World): Promise<string> {
  const filters = { q: String(await anAppUser(world)) }
  return (await world.admin.call(bulk.bulkFreeze, { list: 'userList', filters })).bulkId
}

/** A bulk job that no worker has claimed yet. */
export async function aBulk(world: World): Promise<string> {
  const bulkId = await aSelection(world)
  await world.product.database
    .updateTable('bulk.job')
    .set({ state: 'waiting', call: 'userLogOut', payload: JSON.stringify({ reason: 'x' }) })
    .where('id', '=', bulkId)
    .execute()
  return bulkId
}

export async function anExport({ product }: World, state: 'waiting' | 'done' = 'waiting') {
  const session = await product.database
    .selectFrom('access.session')
    .innerJoin('access.staff', 'access.staff.id', 'access.session.staff_id')
    .select(['access.session.id', 'staff_id'])
    .where('access.staff.username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const at = product.clock.now()
  const { id } = await product.database
    .insertInto('files.export')
    .values({
      id: anId(),
      staff_id: session.staff_id,
      session_id: session.id,
      call: 'countryList',
      payload: JSON.stringify({}),
      format: 'csv',
      language: 'en',
      state,
      created_at: at,
      beat_at: at,
      expires_at: new Date(at.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Everything that a guild registration needs: an app user with a phone, and the code sent to it. */
export async function application(world: World) {
  const { product } = world
  const userNumber = String(700_000 + ++made)
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
export async function aGuild(world: World, state = 'normal'): Promise<number> {
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

/** A guild that waits for review; its leader is of age. */
export async function anApplication(world: World): Promise<number> {
  const id = await aGuild(world, 'under review')
  await sql`
    update users.app_user set certified = true, birthday = '1990-01-01'
     where id = (select leader_user_id from guilds.guild where id = ${id})`.execute(world.product.database)
  return id
}

/** A woman whom a guild may invite: of age, certified, with a phone and a cover that passed. */
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

/** Somebody's membership of a new guild; a leaving one asked for it. */
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

/** An app user with a phone and some tokens. */
export async function anAppUser({ product }: World): Promise<number> {
  const id = await appUser(product, { phone: aNumber() })
  await endow(product, id, { promo: 50, paid: 50, costMicros: 500_000 })
  return id
}
/** A post. */
export async function aDynamic({ product }: World): Promise<string> {
  const id = unique('post-')
  await product.database
    .insertInto('community.dynamic')
    .values({ id, user_id: BigInt(await appUser(product)), text: 'Words', posted_at: product.clock.now() })
    .execute()
  return id
}
export async function aComment(world: World): Promise<string> {
  const id = unique('comment-')
  const at = world.product.clock.now()
  await world.product.database
    .insertInto('community.comment')
    .values({
      id,
      dynamic_id: await aDynamic(world),
      user_id: BigInt(await appUser(world.product)),
      text: 'Words',
      posted_at: at,
    })
    .execute()
  return id
}
export async function aTopic({ product }: World): Promise<string> {
  const name = unique('#topic')
  const at = product.clock.now()
  await product.database
    .insertInto('community.topic')
    .values({ name, first_posted_at: at, last_posted_at: at })
    .execute()
  return name
}
export async function aBannedUser(world: World): Promise<number> {
  const id = await anAppUser(world)
  await world.admin.call(users.userBan, { ids: [id], kind: 'id', hours: 0, reason })
  return id
}
/** A device used by some user. */
export async function aDevice({ product }: World): Promise<string> {
  const device = aDeviceId()
  await appUser(product, { devices: [device] })
  return device
}
export async function aBannedDevice(world: World): Promise<string> {
  const device = await aDevice(world)
  await world.admin.call(users.deviceBan, { ids: [device], hours: 0, reason })
  return device
}
export const aNote = async (world: World) =>
  (await world.admin.call(users.userNoteSave, { userId: await anAppUser(world), text: 'A note' })).noteId
/** A grant that can be reversed. */
export async function aGrant(world: World): Promise<string> {
  const ids = [await anAppUser(world)]
  const { operationId } = await world.admin.call(users.userGrant, { ids, tokens: 10, kind: 'reward', reason })
  return operationId!
}

/** A user who is live. */
export async function aBroadcaster(world: World): Promise<number> {
  const { database } = world.product
  const { user_id, started_at } = await database
    .selectFrom('live.session')
    .select(['user_id', 'started_at'])
    .where('id', '=', await aBroadcast(world))
    .executeTakeFirstOrThrow()
  await database
    .insertInto('live.broadcaster')
    .values({ user_id: user_id!, sessions: 1, last_started_at: started_at })
    .execute()
  return Number(user_id)
}
/** A running call. */
export async function aCall(world: World): Promise<string> {
  const [caller, callee] = [await anAppUser(world), await anAppUser(world)]
  const at = world.product.clock.now()
  const id = unique('call')
  await world.product.database
    .insertInto('live.call')
    .values({
      id,
      caller_id: BigInt(caller),
      callee_id: BigInt(callee),
      kind: 'video',
      requested_at: at,
      answered_at: at,
      heard_at: at,
    })
    .execute()
  return id
}
/** A broadcast ban in force. */
export async function aForbid(world: World): Promise<string> {
  const userId = await anAppUser(world)
  await world.admin.call(live.liveForbid, { ids: [userId], hours: 24, reason })
  return (await world.admin.call(live.liveForbiddenList, { userId })).records[0]!.forbidId
}

/** A pending photo review; `heldBy` has claimed it. */
export async function aLook({ product }: World, heldBy?: string): Promise<string> {
  const { database, clock } = product
  const id = await aReview(product, { itemId: await anItem(product, { itemId: unique('photo-') }) })
  if (heldBy === undefined) return id
  const now = clock.now()
  const { id: staffId } = await database
    .selectFrom('access.staff')
    .select('id')
    .where('username', '=', heldBy)
    .executeTakeFirstOrThrow()
  const until = new Date(now.getTime() + 600_000)
  await database
    .updateTable('audits.review')
    .set({ claimed_by: staffId, claimed_at: now, claimed_until: until })
    .where('id', '=', id)
    .execute()
  return id
}

/** A review that the administrator passed a moment ago. */
export async function aDecidedLook(world: World): Promise<string> {
  const id = await aLook(world, 'admin')
  await world.admin.call(audits.auditDecide, { kind: 'photo', ids: [id], decision: 'passed' })
  return id
}

/** A photo that passed. */
export async function aPassedItem({ product }: World): Promise<string> {
  const itemId = await anItem(product, { itemId: unique('photo-'), state: 'passed' })
  await aReview(product, { itemId, decision: 'passed' })
  return itemId
}

/** A reason template's data, unique. */
export function reasonTemplate() {
  const number = 1_000 + ++made
  return {
    kinds: ['photo' as const],
    titleEn: `Reason ${number}`,
    titleCn: `理由${number}`,
    textEn: 'Please choose another.',
    textCn: '请更换。',
    sort: number,
  }
}
export const aReasonTemplate = async ({ admin }: World) =>
  (await admin.call(audits.auditTemplateSave, reasonTemplate())).template.templateId

/** A user with one report that nobody has claimed. */
export async function aReportedPerson(world: World): Promise<{ userId: number; reportId: string }> {
  const [userId, reporterId] = [await anAppUser(world), await anAppUser(world)]
  const { database, clock } = world.product
  const at = clock.now()
  const [reviewId, reportId] = [anId(), unique('report')]
  await database
    .insertInto('audits.review')
    .values({ id: reviewId, kind: 'report', purpose: 'first', user_id: BigInt(userId), waiting_since: at })
    .execute()
  await database
    .insertInto('audits.report')
    .values({
      id: reportId,
      reporter_id: BigInt(reporterId),
      user_id: BigInt(userId),
      reason: 'abuse',
      reported_at: at,
      review_id: reviewId,
    })
    .execute()
  return { userId, reportId }
}
/** The reported user's case, claimed by the administrator. */
export async function aCase(world: World): Promise<{ reviewId: string; reportIds: string[] }> {
  const { userId, reportId } = await aReportedPerson(world)
  const { cases } = await world.admin.call(audits.reportClaim, { size: 20, sort: 'waiting', userId })
  return { reviewId: cases.find(({ user }) => user.userId === userId)!.reviewId, reportIds: [reportId] }
}

/** A reported user whose reports the administrator has just closed: the review. */
export async function aClosedCase(world: World): Promise<string> {
  const { reviewId, reportIds } = await aCase(world)
  await world.admin.call(audits.reportDecide, { reviewId, reportIds, action: 'nothing' })
  return reviewId
}

/** A small picture. */
export const aPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 24, height: 24, channels: 3, background: { r: 200, g: 30, b: 90 } } })
    .png()
    .toBuffer()

/** A multipart body with these fields and this file. */
export function multipart(fields: Record<string, string>, file?: Buffer) {
  const boundary = 'a-boundary-of-tests'
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    parts.push(Buffer.from(head), file, Buffer.from('\r\n'))
  }
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** An app client whose endpoint does not answer. */
export const aBridgeClient = async ({ product }: World): Promise<number> =>
  (await addedClient(product, { name: unique('App '), endpoint: 'https://app.example.com/greenroom' })).clientId

/** A client whose new secret the administrator may fetch. */
export async function aSecretToFetch(world: World): Promise<number> {
  const clientId = await aBridgeClient(world)
  const { user } = await world.admin.call(access.userInfo, {})
  const { id } = await world.product.database
    .updateTable('bridge.client_secret')
    .set({ reveal_to: user.userId })
    .where('client_id', '=', clientId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A dead command of a client, after three days of tries. */
export async function aDeadLetter(world: World) {
  const { database, clock } = world.product
  const clientId = await aBridgeClient(world)
  const commandId = anId()
  const at = clock.now()
  const subject = { type: 'user.unbanned', subject: `user:${++made}`, stream: 'sanctions' }
  const data = JSON.stringify({ userId: made, reason })
  await database
    .insertInto('bridge.command')
    .values({ id: commandId, ...subject, data, at })
    .execute()
  const { seq } = await database
    .insertInto('bridge.delivery')
    .values({
      client_id: clientId,
      command_id: commandId,
      ...subject,
      state: 'dead',
      attempts: 40,
      next_at: at,
      first_at: new Date(at.getTime() - 3 * 86_400_000),
      last_status: 503,
      last_error: 'answered 503',
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return { clientId, commandId, deliveryId: seq.toString(), ...subject }
}

/** A running broadcast. */
export async function aBroadcast({ product }: World): Promise<string> {
  const id = unique('live-')
  const at = product.clock.now()
  await product.database
    .insertInto('live.session')
    .values({
      id,
      user_id: BigInt(await appUser(product)),
      title: 'Hello',
      started_at: at,
      last_seen_at: at,
      heard_at: at,
    })
    .execute()
  return id
}

/** Deliveries off, as in a restored copy. */
export const aPause = async ({ product }: World): Promise<void> => {
  await product.database
    .insertInto('bridge.pause')
    .values({ since: product.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
  })
}

/** The name of an account that this leader makes. */
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
