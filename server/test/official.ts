// Objects of the Official area, and a valid payload of each of its calls that changes something.
import * as gifts from '@greenroom/contract/gifts'
import * as messages from '@greenroom/contract/messages'
import * as official from '@greenroom/contract/official'
import type { ValueOf } from '../src/kit/database/database.ts'
import { appUser } from '../src/rooms/users/people.fixture.ts'
import type { TestProduct } from './product.ts'
import { anId, reason, unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

let sort = 100

/** A file as if someone had uploaded it. */
export async function anUpload(
  { database, clock }: TestProduct,
  purpose: ValueOf<'files.file', 'purpose'>,
  mime = 'image/webp',
): Promise<string> {
  const id = anId()
  await database
    .insertInto('files.file')
    .values({
      id,
      purpose,
      mime,
      bytes: 1,
      width: 1,
      height: 1,
      sha256: Buffer.alloc(32),
      storage_key: id,
      staff_id: null,
      created_at: clock.now(),
    })
    .execute()
  return id
}

export const banner = async ({ product }: World) => ({
  kind: 'banner' as const,
  name: unique('Banner '),
  pictureId: await anUpload(product, 'banner'),
  position: 'home' as const,
  sort: ++sort,
})
export const aBanner = async (world: World): Promise<number> =>
  (await world.admin.call(official.placementSave, await banner(world))).id

const message = async (over: object = {}) => ({
  name: unique('Message '),
  type: 'text' as const,
  texts: { en: { title: 'Hello', text: 'Welcome back' } },
  audience: { userType: 'all' as const },
  sendType: 'draft' as const,
  ...over,
})
export const aMessage = async (world: World, over: object = {}): Promise<number> =>
  (await world.admin.call(messages.messageSave, await message(over))).id

/** A message in a state, as its sender would leave it. */
async function messageIn(world: World, state: ValueOf<'official.message', 'state'>): Promise<number> {
  const id = await aMessage(world)
  await world.product.database
    .updateTable('official.message')
    .set({ state, started_at: world.product.clock.now() })
    .where('id', '=', id)
    .execute()
  return id
}

const account = async ({ product }: World) => ({
  userId: Number(await appUser(product)),
  title: unique('Care '),
  writerIds: [] as number[],
})
export const anOfficialAccount = async (world: World): Promise<number> =>
  (await world.admin.call(official.officialAccountCalls.save, await account(world))).id

const gift = async ({ product }: World) => ({
  nameEn: unique('Rose '),
  nameCn: unique('玫瑰 '),
  type: 'ordinary' as const,
  continuous: true,
  floatingScreen: false,
  sort: ++sort,
  pictureId: await anUpload(product, 'giftPicture'),
})
export const aGift = async (world: World, price = 10): Promise<number> =>
  (await world.admin.call(gifts.giftSave, { ...(await gift(world)), price })).id

export const officialWrites: Record<string, Write> = {
  messageSave: { leaves: 'after', payload: () => message() },
  messageUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aMessage(world), version: 1, ...(await message()) }),
  },
  messageTest: {
    leaves: 'after',
    payload: async (world) => ({ id: await aMessage(world), userIds: [await appUser(world.product)] }),
  },
  messagePause: {
    leaves: 'both',
    payload: async (world) => ({ id: await messageIn(world, 'sending'), version: 1 }),
  },
  messageResume: {
    leaves: 'both',
    payload: async (world) => ({ id: await messageIn(world, 'paused'), version: 1 }),
  },
  messageStop: {
    leaves: 'both',
    payload: async (world) => ({ id: await messageIn(world, 'sending'), version: 1, reason }),
  },
  messageDelete: { leaves: 'before', payload: async (world) => ({ ids: [await aMessage(world)], reason }) },
  giftSave: { leaves: 'after', payload: async (world) => ({ ...(await gift(world)), price: 5 }) },
  giftUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aGift(world), version: 1, ...(await gift(world)) }),
  },
  giftEnable: { leaves: 'both', payload: async (world) => ({ ids: [await aGift(world)], enabled: true }) },
  giftPriceSet: {
    leaves: 'both',
    payload: async (world) => ({ id: await aGift(world), version: 1, price: 77, reason }),
  },
  placementSave: { leaves: 'after', payload: banner },
  placementUpdate: {
    leaves: 'both',
    payload: async (world) => ({ id: await aBanner(world), ...(await banner(world)), version: 1 }),
  },
  placementEnable: {
    leaves: 'both',
    payload: async (world) => ({ kind: 'banner', ids: [await aBanner(world)], enabled: true }),
  },
  placementDelete: {
    leaves: 'before',
    payload: async (world) => ({ kind: 'banner', ids: [await aBanner(world)], reason }),
  },
  placementOrder: {
    leaves: 'both',
    payload: async (world) => {
      await aBanner(world)
      const found = await world.admin.call(official.placementShown, { kind: 'banner', position: 'home' })
      return { kind: 'banner', position: 'home', ids: found.order.map(({ id }) => id).toReversed() }
    },
  },
  officialAccountSave: { leaves: 'after', payload: account },
  officialAccountUpdate: {
    leaves: 'both',
    payload: async (world) => ({
      id: await anOfficialAccount(world),
      version: 1,
      title: unique('Care '),
      writerIds: [],
    }),
  },
  officialAccountEnable: {
    leaves: 'both',
    payload: async (world) => ({ ids: [await anOfficialAccount(world)], enabled: false }),
  },
}
