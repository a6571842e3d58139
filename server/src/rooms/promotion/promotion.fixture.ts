// What tests of this area begin with.

import type { Payload } from '@greenroom/contract/call'
import { channelSave, promoterSave } from '@greenroom/contract/channels'
import type { Client, TestProduct } from '../../../test/product.ts'
import { settled } from '../../../test/settled.ts'
import { foldChannelDays } from './days/fold.ts'

let last = 0

export const aPromoter = async (admin: Client): Promise<number> =>
  (await admin.call(promoterSave, { name: `Promoter ${++last}` })).id

export const aNumber = () => `channel-${++last}`

/** A channel; paid by installs unless wanted otherwise. */
export async function aChannel(admin: Client, wanted: Partial<Payload<typeof channelSave>> = {}) {
  const number = wanted.number ?? aNumber()
  const { id } = await admin.call(channelSave, {
    number,
    name: `Channel ${number}`,
    type: 'social',
    model: 'CPA',
    priceCents: 80,
    coefficient: '1.00',
    ...wanted,
  })
  return { id, number }
}

/** Counts all days that facts have stirred. */
export async function foldAll({ database, clock }: TestProduct, zone = 'UTC'): Promise<void> {
  await settled(database)
  const at = { now: clock.now(), zone }
  while (await foldChannelDays(database, at));
}
