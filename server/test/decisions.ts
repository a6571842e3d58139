// Gives effect to decisions that could be undone, as the round `decisions` does.
import { giveEffect } from '../src/access/index.ts'
import type { TestProduct } from './product.ts'

/** All whose moment has come. @returns the errors of those that failed */
export async function giveEffectNow(product: TestProduct): Promise<unknown[]> {
  const { database, clock, decisions, params } = product
  const failed: unknown[] = []
  const timeZone = () => params.text('platform_time_zone')
  while (await giveEffect({ database, clock, kinds: decisions, timeZone }, (error) => failed.push(error))) {
    // The next hundred.
  }
  return failed
}
