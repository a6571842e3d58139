// Fixtures of this area's tests.

import { benefitSave } from '@greenroom/contract/benefits'
import type { Payload } from '@greenroom/contract/call'
import { channelSave, promoterSave } from '@greenroom/contract/channels'
import { landingSave } from '@greenroom/contract/landing'
import { promoterSettleList } from '@greenroom/contract/promoterSettle'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import type { Client, TestProduct } from '../../../test/product.ts'
import { settled } from '../../../test/settled.ts'
import { foldChannelDays } from './days/channelDays.fold.ts'

let last = 0

export const aPromoter = async (admin: Client): Promise<number> =>
  (await admin.call(promoterSave, { name: `Promoter ${++last}` })).id

export const aNumber = () => `channel-${++last}`

/** A channel; paid by installs unless set otherwise. */
export async function aChannel(admin: Client, options: Partial<Payload<typeof channelSave>> = {}) {
  const number = options.number ?? aNumber()
  const { id } = await admin.call(channelSave, {
    number,
    name: `Channel ${number}`,
    type: 'social',
    model: 'CPA',
    priceCents: 80,
    coefficient: '1.00',
    ...options,
  })
  return { id, number }
}

/** Recounts all touched days. */
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
export const aLanding = async (admin: Client, options: Partial<Payload<typeof landingSave>> = {}): Promise<number> =>
  (
    await admin.call(landingSave, {
      key: `page-${++last}`,
      name: `Page ${last}`,
      channelId: options.channelId ?? (await aChannel(admin)).id,
      content: landingContent,
      ...options,
    })
  ).id

const hourMs = 3_600_000

/** A requested benefit: for everyone, from an hour ago for a month, unless set otherwise. */
export const benefitPayload = (
  { clock }: Pick<TestProduct, 'clock'>,
  options: Partial<Payload<typeof benefitSave>> = {},
): Payload<typeof benefitSave> => {
  const text = (hours: number) =>
    new Date(clock.now().getTime() + hours * hourMs).toISOString().slice(0, 19).replace('T', ' ')
  return {
    name: `Benefit ${++last}`,
    from: text(-1),
    to: text(30 * 24),
    tokens: 200,
    freeMinutes: 0,
    budgetTokens: 1_000_000,
    reason: 'Spring',
    ...options,
  }
}

/** A benefit in force: requested by `maker`, approved by `checker`. */
export async function aBenefit(
  product: TestProduct,
  { maker, checker }: { maker: Client; checker: Client },
  options: Partial<Payload<typeof benefitSave>> = {},
): Promise<number> {
  const { id, approvalId } = await maker.call(benefitSave, benefitPayload(product, options))
  const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve', reason: '' })
  if (!outcomes[0]?.ok) throw new Error(`the benefit was not approved: ${JSON.stringify(outcomes)}`)
  return id
}

/** A promoter's channel with days in the previous month, and their line. */
export async function anEndedLine(product: TestProduct, admin: Client, options: { cents?: number } = {}) {
  const promoterId = await aPromoter(admin)
  const { number, id: channelId } = await aChannel(admin, {
    promoterId,
    model: 'fixed',
    priceCents: options.cents ?? 7_000,
  })
  const before = new Date(product.clock.now())
  before.setUTCDate(0)
  const day = before.toISOString().slice(0, 10)
  await sql`update promotion.term set from_day = ${day}::date where channel_id = ${channelId}`.execute(product.database)
  await foldAll(product)
  const { records } = await admin.call(promoterSettleList, { promoterId, month: day.slice(0, 7) })
  return { promoterId, channelId, number, day, id: records[0]!.id }
}
