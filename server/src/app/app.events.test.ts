import { eventData } from '@greenroom/contract/bridgeEvents.schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { eventHandlers } from './app.events.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

test('every event of the contract is handled by exactly one room', () => {
  const handled = eventHandlers(product).flatMap(({ types }) => types as readonly string[])
  expect(handled.toSorted()).toEqual(Object.keys(eventData).toSorted())
})
