// The village's promotion: promoters with channels before the history, so that it counts for them; benefits, landing pages with their
// visits and installs, and settled months during it.
import { fileUpload } from '@greenroom/contract/access'
import { benefitSave } from '@greenroom/contract/benefits'
import type { Answer, Call } from '@greenroom/contract/call'
import { channelSave, promoterAccountSave, promoterSave } from '@greenroom/contract/channels'
import { landingPublish, landingSave, landingUpdate } from '@greenroom/contract/landing'
import * as batches from '@greenroom/contract/payoutBatches'
import { promoterSettleApprove, promoterSettleFreeze, promoterSettleList } from '@greenroom/contract/promoterSettle'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import type { Staff } from '../../kit/context.ts'
import { inTransaction } from '../../kit/database.ts'
import { newId, sign } from '../../kit/random.ts'
import { momentOf, textOf } from '../../kit/time.ts'
import { armOf, campaignOf, countVisits, promotionHandlers, type Visit } from '../../rooms/promotion/index.ts'
import { accountNamed, actAt, contextAt, stopped, type VillageServices } from './context.ts'
import { drawingOf, type Page, pages } from './pages.ts'

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

/** The acting accounts, at any time. */
async function staffOf(services: VillageServices) {
  const by = (staff: Staff) => ({
    staff,
    act: <A>(at: Date, call: Call, payload: object) => actAt<A>(services, staff, at, call, payload),
  })
  const [operations, maker, checker] = await Promise.all(
    ['demo-operations', 'demo-finance-maker', 'demo-finance-checker'].map((name) =>
      accountNamed(services.database, name),
    ),
  )
  const done = ({ outcomes }: { outcomes: { ok: boolean }[] }) => {
    const failed = outcomes.find(({ ok }) => !ok)
    if (failed) throw new Error(`not done: ${JSON.stringify(failed)}`)
  }
  return {
    operations: by(operations!),
    maker: by(maker!),
    checker: by(checker!),
    done,
    approve: async (at: Date, approvalId: string) =>
      done(await by(checker!).act(at, approvalDecide, { ids: [approvalId], decision: 'approve' })),
  }
}

type Staffed = Awaited<ReturnType<typeof staffOf>>

/** Plans the village's promotion; nothing if there is a promoter already. */
export async function planPromotion(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  if (await database.selectFrom('promotion.promoter').select('id').limit(1).executeTakeFirst()) return
  const staff = await staffOf(services)
  const at = (days: number) => new Date(now.getTime() - days * day)
  later(at(begun), () => begin(services, staff, at))
  planBenefits(services, staff, at)
  for (const page of pages) planPage(services, staff.operations.staff, page, now)
  planSettlement(services, staff, now)
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

async function uploaded(services: VillageServices, operations: Staff, page: Page, at: Date): Promise<string[]> {
  const { default: sharp } = await import('sharp')
  const names: string[] = []
  for (const drawing of page.drawings) {
    const file = await sharp(Buffer.from(drawingOf(drawing)))
      .webp({ quality: 82 })
      .toBuffer()
    const context = contextAt(services, fileUpload, operations, at)
    const { fileId } = (await services
      .served(fileUpload.name)!
      .handle(context, { purpose: 'landing', file })) as Answer<typeof fileUpload>
    names.push(`${fileId}.webp`)
  }
  return names
}

type Phase = { id: number; shareB: number }
type Shown = { id: number; phases: Phase[] }

/** Plans a page: saved, published, some days later tested in a second version, and visited. */
function planPage(services: VillageServices, staff: Staff, page: Page, now: Date): void {
  const { database, later } = services
  const at = (days: number) => new Date(now.getTime() - days * day)
  const act = <A>(days: number, call: Call, payload: object) => actAt<A>(services, staff, at(days), call, payload)
  const shown: Shown = { id: 0, phases: [] }
  const publish = async (days: number, versions: object): Promise<void> => {
    const { id } = shown
    await act(days, landingPublish, { id, ...versions })
    const { rows } = await sql<{ id: number; share_b: number }>`
      select id, share_b from promotion.landing_phase where landing_id = ${id} order by id`.execute(database)
    shown.phases = rows.map((row) => ({ id: row.id, shareB: row.share_b }))
  }
  let pictures: string[] = []
  later(at(page.published + 1), async () => {
    const { id: channelId } = await database
      .selectFrom('promotion.channel')
      .select('id')
      .where('number', '=', page.channel)
      .executeTakeFirstOrThrow()
    pictures = await uploaded(services, staff, page, at(page.published + 1))
    const content = JSON.stringify({ ...page.content, pictures })
    const { key, name } = page
    shown.id = (await act<{ id: number }>(page.published + 1, landingSave, { key, name, channelId, content })).id
  })
  later(at(page.published), () => publish(page.published, { version: 1, a: 1 }))
  const { rival, tested } = page
  if (rival && tested) {
    later(at(tested + 0.5), () =>
      act(tested + 0.5, landingUpdate, {
        id: shown.id,
        version: 2,
        name: page.name,
        content: JSON.stringify({ ...rival, pictures }),
      }),
    )
    later(at(tested), () => publish(tested, { version: 3, a: 1, b: 2, shareB: 50 }))
  }
  const visits = visitsOf(services, page, shown)
  // Some days together, but not of two months, since a month is frozen soon after its end.
  const days = Array.from({ length: Math.floor(page.published) }, (_, n) => page.published - n - 0.01)
  for (const together of Map.groupBy(
    days,
    (one) => `${dayOf(services, at(one)).slice(0, 7)} ${one > (tested ?? 0)} ${Math.floor(one / 4)}`,
  ).values()) {
    const last = at(together.at(-1)!)
    later(last, () => visits(together.map(at), last))
  }
}

const dayOf = (services: VillageServices, at: Date) => textOf(at, services.timeZone()).slice(0, 10)

const village = Buffer.from('village')
const visitors = ['BR', 'MX', 'IN', 'TR', 'PH', 'CO', 'US', 'ID', 'EG', 'AR']

/** Visits by day as the served page would count them, and installs from those who followed the link. */
function visitsOf(
  services: VillageServices,
  page: Page,
  shown: Shown,
): (days: readonly Date[], now: Date) => Promise<void> {
  const { database, params } = services
  let seed = page.published * 7_919 + 17
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  let visited = 0
  return async (days, now) => {
    const phase = shown.phases.at(-1)!
    const visits: Visit[] = []
    const installs: { at: Date; campaign: string; country: string; n: number }[] = []
    for (const at of days) {
      const count = Math.round(page.visits * (0.7 + 0.6 * random()))
      for (let n = 0; n < count; n++) {
        const hash = sign(village, `${shown.id} ${visited++}`).slice(0, 22)
        const arm = armOf(hash, phase.shareB)
        const clicked = random() * 100 < page.clicks[arm === 'a' ? 0 : 1]
        const country = visitors[Math.floor(random() ** 1.6 * visitors.length)]!
        const platform = random() < 0.7 ? 'android' : 'ios'
        visits.push({ day: dayOf(services, at), phaseId: phase.id, hash, arm, clicked, country, platform })
        if (clicked && platform === 'android' && random() * 100 < page.installs)
          installs.push({ at, campaign: campaignOf(page.key, phase.id, arm), country, n })
      }
    }
    const handler = promotionHandlers(params).find(({ types }) => types.includes('install.attributed'))!
    const events = installs.map(({ at, campaign, country, n }) => ({
      id: newId(at),
      type: 'install.attributed' as const,
      at,
      data: {
        deviceId: `page-${shown.id}-${at.getTime()}-${n}`,
        channel: page.channel,
        platform: 'android' as const,
        country,
        campaign,
      },
    }))
    await inTransaction(database, async (tx) => {
      await countVisits(tx, visits)
      await handler.plan({ tx, now, send: () => {} }, events)
    })
  }
}

/** Recounts the days of all channels. */
async function fold(services: VillageServices, at: Date): Promise<void> {
  const round = services.rounds(stopped(at)).find(({ name }) => name === 'promotion-days')
  for (let tries = 0; tries < 50; tries++) {
    await round?.run(() => true)
    if (!(await services.database.selectFrom('promotion.stirred').select('id').limit(1).executeTakeFirst())) return
  }
}

type Line = Answer<typeof promoterSettleList>['records'][number]

/** The ended months of the history, oldest first: the first day of the next one, in the platform's zone. */
function endsOfMonths({ timeZone }: VillageServices, now: Date): { month: string; ended: Date }[] {
  const from = new Date(now.getTime() - begun * day)
  const first = textOf(from, timeZone()).slice(0, 7)
  const [year = 0, month = 1] = first.split('-').map(Number)
  return Array.from({ length: 4 }, (_, n) => {
    const text = (of: number) => new Date(Date.UTC(year, month - 1 + of, 1)).toISOString().slice(0, 7)
    return { month: text(n), ended: momentOf(`${text(n + 1)}-01`, timeZone(), 'month') }
  }).filter(({ ended }) => ended < now)
}

/**
 * Plans the ended months: frozen by Operations, approved by the Finance maker, paid by a batch. Of the last one, the poster promoter is not
 * frozen yet, and KolHub Media not approved.
 */
function planSettlement(services: VillageServices, staff: Staffed, now: Date): void {
  const months = endsOfMonths(services, now)
  for (const [index, { month, ended }] of months.entries()) {
    const isLast = index === months.length - 1
    // Requests expire after three days.
    const step = Math.min(0.9 * day, (now.getTime() - ended.getTime()) / 6)
    const at = (steps: number) => new Date(ended.getTime() + steps * step)
    let frozen: Line[] = []
    services.later(at(1), async () => {
      await fold(services, at(1))
      const { records } = await staff.operations.act<Answer<typeof promoterSettleList>>(at(1), promoterSettleList, {
        ended: true,
        size: 200,
      })
      frozen = records.filter((line) => line.month === month && !(isLast && line.promoter.name === 'Metro Posters'))
      if (frozen.length > 0)
        staff.done(await staff.operations.act(at(1), promoterSettleFreeze, { ids: frozen.map(({ id }) => id) }))
    })
    let approved: Line[] = []
    services.later(at(2), async () => {
      approved = frozen.filter(({ promoter }) => !isLast || promoter.name === 'Bluewave Ads')
      if (approved.length > 0)
        staff.done(await staff.maker.act(at(2), promoterSettleApprove, { ids: approved.map(({ id }) => id) }))
    })
    services.later(at(3), () => pay(services, staff, month, approved, at))
  }
}

/** A batch of what is payable, approved, sent and paid in the following steps. */
async function pay(
  { later }: VillageServices,
  { maker, approve, done }: Staffed,
  month: string,
  approved: readonly Line[],
  at: (steps: number) => Date,
): Promise<void> {
  // The poster promoter has no payout account yet.
  const paid = approved.filter(({ promoter, payableCents }) => promoter.name !== 'Metro Posters' && payableCents > 0)
  const lines = paid.map(({ id }) => ({ source: 'promoter', id: String(id) }))
  if (lines.length === 0) return
  const made = await maker.act<Answer<typeof batches.payoutBatchSave>>(at(3), batches.payoutBatchSave, {
    lines: JSON.stringify(lines),
    note: `Promoters, ${month}`,
  })
  const batchId = made.batchId!
  if (made.approvalId) later(at(4), () => approve(at(4), made.approvalId!))
  later(at(4.2), () => maker.act(at(4.2), batches.payoutBatchSend, { batchId, format: 'csv' }))
  later(at(5), async () => {
    const { payouts } = await maker.act<Answer<typeof batches.payoutBatchInfo>>(at(5), batches.payoutBatchInfo, {
      batchId,
    })
    const results = payouts.map(({ payoutId }, index) => ({
      payoutId,
      outcome: 'paid',
      reference: `FHB-${month}-${index + 1}`,
      reason: '',
    }))
    done(await maker.act(at(5), batches.payoutBatchResult, { batchId, results: JSON.stringify(results) }))
  })
}
