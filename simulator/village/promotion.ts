// The village's promotion: promoters with channels before the history, so that it counts for them, and benefits during it.
import { benefitSave } from '@greenroom/contract/benefits'
import type { Call } from '@greenroom/contract/call'
import { channelSave, promoterAccountSave, promoterSave } from '@greenroom/contract/channels'
import { textOf } from '../../server/src/kit/time.ts'
import type { VillageServices } from './context.ts'
import { planPage } from './landing.ts'
import { pages } from './pages.ts'
import { planSettlement } from './promoterMonths.ts'
import { type Staffed, staffOf } from './promotionStaff.ts'

const day = 86_400_000
/** Before the start of the history, and in any case in the previous month. */
const begun = 92

const promoters = [
  {
    name: 'KolHub Media',
    remark: 'Creators in India and Türkiye; pays its creators itself.',
    iban: 'GB29NWBK60161331926819',
    channels: [
      {
        number: 'kol-priya',
        name: 'Priya, creator',
        type: 'creator',
        model: 'CPS',
        shareBp: 1_200,
        coefficient: '1.00',
      },
      { number: 'kol-emre', name: 'Emre, creator', type: 'creator', model: 'CPA', priceCents: 90, coefficient: '0.85' },
    ],
  },
  {
    name: 'Bluewave Ads',
    remark: '',
    iban: 'FR1420041010050500013M02606',
    channels: [
      {
        number: 'tiktok-01',
        name: 'TikTok, spring',
        type: 'social',
        model: 'CPA',
        priceCents: 120,
        coefficient: '0.90',
      },
      {
        number: 'tiktok-02',
        name: 'TikTok, evening',
        type: 'social',
        model: 'CPA',
        priceCents: 80,
        coefficient: '1.00',
      },
      {
        number: 'fb-latam',
        name: 'Facebook, Latin America',
        type: 'social',
        model: 'CPS',
        shareBp: 900,
        coefficient: '1.00',
      },
    ],
  },
  {
    name: 'Metro Posters',
    remark: 'Underground stations, three cities.',
    iban: null,
    channels: [
      {
        number: 'metro-lines',
        name: 'Posters in the underground',
        type: 'offline',
        model: 'fixed',
        priceCents: 2_500,
        coefficient: '1.00',
      },
    ],
  },
] as const
const own = [
  {
    number: 'google-uac',
    name: 'Google app campaigns',
    type: 'search',
    model: 'CPA',
    priceCents: 150,
    coefficient: '1.00',
  },
  { number: 'asa', name: 'Apple search ads', type: 'search', model: 'CPA', priceCents: 190, coefficient: '1.00' },
  { number: 'organic', name: 'Organic', type: 'other', model: 'CPA', priceCents: 0, coefficient: '1.00' },
] as const

/** Plans the village's promotion; nothing if there is a promoter already. */
export async function planPromotion(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  if (await database.selectFrom('promotion.promoter').select('id').limit(1).executeTakeFirst()) return
  const staff = await staffOf(services)
  const at = (days: number) => new Date(now.getTime() - days * day)
  later(at(begun), () => begin(services, staff, at))
  planBenefits(services, staff, at)
  for (const page of pages) planPage(services, staff.operations.staff, page, now)
  planSettlement(services, staff, at(begun), now)
}

async function begin({ later }: VillageServices, staff: Staffed, at: (days: number) => Date): Promise<void> {
  const act = <A>(days: number, call: Call, payload: object) => staff.operations.act<A>(at(days), call, payload)
  for (const { name, remark, iban, channels } of promoters) {
    const { id: promoterId } = await act<{ id: number }>(begun, promoterSave, { name, remark })
    for (const channel of channels) await act(begun, channelSave, { ...channel, promoterId })
    if (iban === null) continue
    const account = { kind: 'bank', holder: name, bankName: 'First Harbour Bank', accountNumber: iban }
    later(at(begun - 1), async () => {
      const { approvalId } = await act<{ approvalId: string }>(begun - 1, promoterAccountSave, {
        id: promoterId,
        account,
      })
      later(at(begun - 1.1), () => staff.approve(at(begun - 1.1), approvalId))
    })
  }
  for (const channel of own) await act(begun, channelSave, channel)
}

function planBenefits({ later, timeZone }: VillageServices, staff: Staffed, at: (days: number) => Date): void {
  const text = (days: number) => textOf(at(days), timeZone())
  /** Requested some hours before it begins. */
  const benefit = (days: number, payload: object, approved = true) =>
    later(at(days), async () => {
      const { approvalId } = await staff.operations.act<{ approvalId: string }>(at(days), benefitSave, payload)
      if (approved) later(at(days - 0.1), () => staff.approve(at(days - 0.1), approvalId))
    })
  benefit(29.6, {
    name: 'Welcome tokens',
    from: text(29.6),
    to: text(-60),
    tokens: 30,
    freeMinutes: 0,
    budgetTokens: 60_000,
    reason: 'A first gift for everybody, as in the spring.',
  })
  benefit(24, {
    name: 'First call free, TikTok',
    sex: 'man',
    channels: ['tiktok-01', 'tiktok-02'],
    from: text(24),
    to: text(-30),
    tokens: 20,
    freeMinutes: 2,
    budgetTokens: 40_000,
    reason: 'The landing pages of TikTok promise it.',
  })
  benefit(20, {
    name: 'Latin America opening',
    countries: ['BR', 'MX', 'AR', 'CO'],
    from: text(20),
    to: text(6),
    tokens: 100,
    freeMinutes: 0,
    budgetTokens: 3_000,
    reason: 'Opening weeks in Latin America.',
  })
  benefit(
    0.2,
    {
      name: 'December welcome',
      from: text(-8),
      to: text(-38),
      tokens: 50,
      freeMinutes: 1,
      budgetTokens: 100_000,
      reason: 'More for the holidays; the budget was agreed with Finance.',
    },
    false,
  )
}
