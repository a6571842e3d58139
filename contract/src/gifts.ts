// The gift catalogue (spec section 3, Gift).
import { declare } from './call.ts'
import type * as schema from './gifts.schema.ts'

const menu = 'official.gift'
/** 90003: no such gift. */
const fieldCodes = { id: 90003, giftId: 90003 } as const
const ofGift = { ...fieldCodes, nameEn: 70001, nameCn: 70001, texts: 70001 } as const

export const giftList = declare<typeof schema.giftList>('giftList', {
  method: 'POST',
  path: '/official/gift/list',
  level: 'read',
  menu,
  exportable: true,
})

export const giftInfo = declare<typeof schema.giftInfo>('giftInfo', {
  method: 'GET',
  path: '/official/gift/info',
  level: 'read',
  menu,
  codes: [90003],
  fieldCodes,
})

export const giftSave = declare<typeof schema.giftSave>('giftSave', {
  method: 'POST',
  path: '/official/gift/save',
  level: 'write',
  menu,
  operation: 'gift.save',
  money: { does: 'prices', alone: { because: 'priceShown' } },
  creates: true,
  codes: [70001, 90002, 90003],
  fieldCodes: ofGift,
})

export const giftUpdate = declare<typeof schema.giftUpdate>('giftUpdate', {
  method: 'POST',
  path: '/official/gift/update',
  level: 'write',
  menu,
  operation: 'gift.update',
  codes: [20000, 70001, 90002, 90003],
  fieldCodes: ofGift,
})

export const giftEnable = declare<typeof schema.giftEnable>('giftEnable', {
  method: 'POST',
  path: '/official/gift/enable',
  level: 'write',
  menu,
  operation: 'gift.enable',
  codes: [10032, 20000],
})

export const giftPriceSet = declare<typeof schema.giftPriceSet>('giftPriceSet', {
  method: 'POST',
  path: '/official/gift/price',
  level: 'write',
  menu,
  operation: 'gift.price',
  money: { does: 'prices', alone: { because: 'priceShown' } },
  creates: true,
  codes: [11004, 20000, 90003],
  fieldCodes: { ...fieldCodes, reason: 11004 },
})
