// send.mjs
import { createClient } from '@greenroom/bridge-client'

const greenroom = createClient({ url: process.env.GREENROOM_URL, secret: process.env.GREENROOM_SECRET })

const answers = await greenroom.send([
  {
    type: 'user.registered',
    data: {
      userId: 501,
      nickname: 'Ana',
      sex: 'woman',
      country: 'BR',
      language: 'pt',
      platform: 'android',
      deviceId: 'a1',
    },
  },
  {
    type: 'user.registered',
    data: {
      userId: 502,
      nickname: '小龙',
      sex: 'man',
      country: 'CN',
      language: 'zh',
      platform: 'ios',
      deviceId: 'b2',
    },
  },
  {
    type: 'recharge.created',
    data: {
      orderId: 'order-1',
      userId: 502,
      product: 'tokens.500',
      tokens: 500,
      promoTokens: 25,
      usdCents: 499,
      gateway: 'card',
    },
  },
  { type: 'recharge.paid', data: { orderId: 'order-1', gatewayReference: 'ch_1', feeUsdCents: 17 } },
  { type: 'gift.sent', data: { giftId: 1, senderId: 502, receiverId: 501, count: 1, tokens: 100 } },
  { type: 'gift.sent', data: { giftId: 2, senderId: 502, receiverId: 501, count: 1, tokens: 9_000 } },
])

for (const answer of answers) {
  if (answer.status === 'rejected') console.log('refused:', answer.errorCode, answer.errorMsg)
  else for (const wallet of answer.result?.balances ?? []) console.log('wallet:', JSON.stringify(wallet))
}
