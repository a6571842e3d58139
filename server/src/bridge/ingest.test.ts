import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BridgeConnection, connect } from '../../test/bridge.ts'
import { startProduct, type TestProduct } from '../../test/product.ts'

let product: TestProduct
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
})
afterAll(() => product.close())

it('takes an event', async () => {
  const answers = await app.send([
    {
      type: 'user.registered',
      data: {
        userId: 7,
        nickname: 'Ann',
        sex: 'woman',
        country: 'DE',
        language: 'en',
        platform: 'ios',
        deviceId: 'd7',
      },
    },
    { type: 'user.online', data: { userId: 7, platform: 'ios', deviceId: 'd7' } },
  ])
  expect(answers.map((a) => a.status)).toEqual(['accepted', 'accepted'])
})
