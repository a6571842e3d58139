// Accounts and roles of staff.
import * as access from '@greenroom/contract/access'
import { smsSend } from '@greenroom/contract/access'
import { approvalDecide } from '@greenroom/contract/system'
import * as systemStaff from '@greenroom/contract/systemStaff'
import { vi } from 'vitest'
import { sentMessages } from '../../src/access/access.accounts.fixture.ts'
import { hashPassword } from '../../src/access/access.password.ts'
import { type Made, person } from '../people.ts'
import type { Client } from '../product.ts'
import { aNumber, next, unique, type World } from './base.ts'

export const oldPassword = 'Of-tests-0ld'

/** A fresh IP address, to avoid rate limits. */
export const nobody = async ({ product }: World): Promise<Client> => {
  const number = next()
  return product.as(undefined, `10.9.${Math.floor(number / 250)}.${(number % 250) + 1}`)
}

export const visitor = async ({ product }: World): Promise<Client> => (await person(product)).client

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

async function aPhoneFor({ product }: World, staffId: number): Promise<string> {
  const phone = aNumber()
  await product.database.updateTable('access.staff').set({ area_code: '86', phone }).where('id', '=', staffId).execute()
  return phone
}

/** A client whose account has a phone. */
export async function aPersonWithPhone(world: World): Promise<Client> {
  const { staffId, client } = await person(world.product)
  await aPhoneFor(world, staffId)
  return client
}

/** The payload of resetting a password with a code. */
export async function aForgottenPassword(world: World) {
  const { staffId, username } = await aPersonWithPassword(world)
  const phoneNumber = await aPhoneFor(world, staffId)
  const client = await nobody(world)
  await client.call(smsSend, { areaCode: '86', phoneNumber, validate: 'reset' })
  const message = await vi.waitFor(async () => {
    const [first] = await sentMessages(world.product, `+86${phoneNumber}`)
    if (!first) throw new Error('no code yet')
    return first
  }, 10_000)
  return { username, areaCode: '86', phoneNumber, smsCode: message.code, newPassword: 'An0ther-of-tests' }
}

/** A new account with a right that counts, approved by the second administrator: the maker's half of its first password. */
export async function aNewcomer({ product, admin }: World) {
  const username = unique('newcomer')
  const { approvalId = '', links } = await admin.call(systemStaff.staffSave, { username, roleIds: [5] })
  await (await product.second()).call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  return { approvalId, username, token: links![0]!.token }
}

/** An account whose holder has not set a password yet. */
export async function anInvited(world: World): Promise<number> {
  const payload = { username: unique('invited'), roleIds: [await aRole(world)], invite: true }
  const { userId } = await world.admin.call(systemStaff.staffSave, payload)
  return userId!
}

/** The payload of setting a password with both halves. */
export async function aFirstPassword(world: World) {
  const { approvalId, token } = await aNewcomer(world)
  const { codes } = await (await world.product.second()).call(systemStaff.staffCode, { approvalId })
  return { token, code: codes[0]!.code, newPassword: 'An0ther-of-tests' }
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
  (await admin.call(systemStaff.roleSave, { roleName: unique('Role ') })).roleId

export const aMenu = async ({ admin }: World) =>
  (
    await admin.call(systemStaff.menuSave, {
      parentId: 100,
      type: 'menu',
      nameEn: unique('Menu '),
      nameCn: '菜单',
      path: 'https://example.com',
    })
  ).id

export const aView = async ({ admin }: World) =>
  (await admin.call(access.viewSave, { screen: '/sys/log', name: unique('View '), query: 'q=1' })).viewId

/** The payload of proving the number that an invitation was made with. */
export async function anInvitedPhone({ admin }: World) {
  const payload = { username: unique('invited'), roleIds: [], invite: true, areaCode: '86', phone: aNumber() }
  const { links } = await admin.call(systemStaff.staffSave, payload)
  return { token: links![0]!.token }
}
