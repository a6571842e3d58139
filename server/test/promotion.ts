// Promoters and channels, and a valid payload of each call of the area that changes something.
import { benefitSave } from '@greenroom/contract/benefits'
import * as calls from '@greenroom/contract/channels'
import { landingPublish } from '@greenroom/contract/landing'
import { promoterSettleFreeze } from '@greenroom/contract/promoterSettle'
import {
  aChannel,
  aLanding,
  aNumber,
  anEndedLine,
  aPromoter,
  benefitPayload,
  landingContent,
} from '../src/rooms/promotion/promotion.fixture.ts'
import { person } from './people.ts'
import { reason, unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

const account = { kind: 'bank' as const, holder: 'K', bankName: 'B', accountNumber: '12345678' }
const today = ({ product }: World) => product.clock.now().toISOString().slice(0, 10)

export const aPromoterAccount = async ({ admin }: World): Promise<number> =>
  (await admin.call(calls.promoterAccountSave, { id: await aPromoter(admin), account })).accountId

export const promotionWrites: Record<string, Write> = {
  channelSave: {
    leaves: 'after',
    payload: async () => ({
      number: aNumber(),
      name: 'x',
      type: 'social',
      model: 'CPA',
      priceCents: 80,
      coefficient: '1.00',
    }),
  },
  channelUpdate: {
    leaves: 'both',
    payload: async ({ admin }) => ({ id: (await aChannel(admin)).id, version: 1, name: 'y', type: 'search' }),
  },
  channelEnable: {
    leaves: 'both',
    payload: async ({ admin }) => ({ ids: [(await aChannel(admin)).id], enabled: false }),
  },
  channelTermSave: {
    leaves: 'both',
    payload: async (world) => ({
      id: (await aChannel(world.admin)).id,
      fromDay: today(world),
      model: 'CPS',
      shareBp: 1_000,
      coefficient: '0.90',
    }),
  },
  benefitSave: { asks: true, leaves: 'after', payload: async ({ product }) => benefitPayload(product) },
  benefitStop: {
    leaves: 'both',
    payload: async ({ admin, product }) => ({
      ids: [(await admin.call(benefitSave, benefitPayload(product))).id],
      reason,
    }),
  },
  promoterSettleFreeze: {
    leaves: 'both',
    payload: async ({ admin, product }) => ({ ids: [(await anEndedLine(product, admin)).id] }),
  },
  promoterSettleReopen: {
    leaves: 'both',
    payload: async ({ admin, product }) => {
      const { id } = await anEndedLine(product, admin)
      await admin.call(promoterSettleFreeze, { ids: [id] })
      return { ids: [id], reason }
    },
  },
  promoterSettleApprove: {
    leaves: 'both',
    payload: async ({ admin, product }) => {
      const { id } = await anEndedLine(product, admin)
      const { client } = await person(product, { permissions: { 'promotion.settle': 3 } })
      await client.call(promoterSettleFreeze, { ids: [id] })
      return { ids: [id] }
    },
  },
  landingSave: {
    leaves: 'after',
    payload: async ({ admin }) => ({
      key: unique('page-'),
      name: 'x',
      channelId: (await aChannel(admin)).id,
      content: landingContent,
    }),
  },
  landingUpdate: {
    leaves: 'both',
    payload: async ({ admin }) => ({ id: await aLanding(admin), version: 1, name: 'y', content: landingContent }),
  },
  landingPublish: { leaves: 'after', payload: async ({ admin }) => ({ id: await aLanding(admin), version: 1, a: 1 }) },
  landingUnpublish: {
    leaves: 'both',
    payload: async ({ admin }) => {
      const id = await aLanding(admin)
      await admin.call(landingPublish, { id, version: 1, a: 1 })
      return { ids: [id] }
    },
  },
  promoterSave: { leaves: 'after', payload: async () => ({ name: unique('Test promoter ') }) },
  promoterUpdate: {
    leaves: 'both',
    payload: async ({ admin }) => ({ id: await aPromoter(admin), version: 1, name: unique('Test promoter ') }),
  },
  promoterAccountSave: {
    asks: true,
    leaves: 'after',
    payload: async ({ admin }) => ({ id: await aPromoter(admin), account }),
  },
  promoterAccountReveal: {
    leaves: 'after',
    payload: async (world) => ({ accountId: await aPromoterAccount(world), reason }),
  },
}
