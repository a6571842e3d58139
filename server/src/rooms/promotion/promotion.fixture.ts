// What tests of this area begin with.

import type { Payload } from '@greenroom/contract/call'
import { channelSave, promoterSave } from '@greenroom/contract/channels'
import { landingSave } from '@greenroom/contract/landing'
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

const english = { title: 'Meet', tagline: 'Now', points: ['Free'], button: 'Get it', note: '' }
export const landingContent: Payload<typeof landingSave>['content'] = {
  template: 'hero',
  accent: '#0f8a6d',
  background: '#ffffff',
  texts: { en: english, ar: { title: 'قابل' } },
  pictures: [],
  links: {
    google: 'https://play.google.com/store/apps/details?id=live.app',
    apple: 'https://apps.apple.com/app/id1',
  },
}

/** A landing page with one version, of a channel of its own unless one is named. */
export const aLanding = async (admin: Client, wanted: Partial<Payload<typeof landingSave>> = {}): Promise<number> =>
  (
    await admin.call(landingSave, {
      key: `page-${++last}`,
      name: `Page ${last}`,
      channelId: wanted.channelId ?? (await aChannel(admin)).id,
      content: landingContent,
      ...wanted,
    })
  ).id
