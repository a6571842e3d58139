// The village's promotion: promoters with channels, benefits and landing pages, created before the history is sent, so that it counts for
// them; then visits, installs from pages, and a settled month.
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
import { textOf } from '../../kit/time.ts'
import { ensureLogMonths } from '../../log/index.ts'
import { armOf, campaignOf, countVisits, promotionHandlers, type Visit } from '../../rooms/promotion/index.ts'
import { accountNamed, actAt, contextAt, type VillageServices } from './context.ts'
import { drawingOf, type Page, pages } from './pages.ts'

const day = 86_400_000
/** Before the start of the history, and in any case in the previous month. */
const startedDaysAgo = 92

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

/** Content created before the history; does nothing if there is a promoter already. */
export async function preparePromotion(services: VillageServices, now: Date): Promise<void> {
  const { database } = services
  if (await database.selectFrom('promotion.promoter').select('id').limit(1).executeTakeFirst()) return
  const staff = await staffOf(services)
  const at = (days: number) => new Date(now.getTime() - days * day)
  const text = (days: number) => textOf(at(days), services.timeZone())
  const act = <A>(days: number, call: Call, payload: object) => staff.operations.act<A>(at(days), call, payload)
  await ensureLogMonths(database, at(startedDaysAgo))
  for (const { name, remark, iban, channels } of promoters) {
    const { id: promoterId } = await act<{ id: number }>(startedDaysAgo, promoterSave, { name, remark })
    for (const channel of channels) await act(startedDaysAgo, channelSave, { ...channel, promoterId })
    if (iban === null) continue
    const account = { kind: 'bank', holder: name, bankName: 'First Harbour Bank', accountNumber: iban }
    const { approvalId } = await act<{ approvalId: string }>(startedDaysAgo - 1, promoterAccountSave, {
      id: promoterId,
      account,
    })
    await staff.approve(at(startedDaysAgo - 1.1), approvalId)
  }
  for (const channel of own) await act(startedDaysAgo, channelSave, channel)

  const benefit = async (days: number, payload: object, approved = true) => {
    const { approvalId } = await act<{ approvalId: string }>(days, benefitSave, payload)
    if (approved) await staff.approve(at(days - 0.1), approvalId)
  }
  await benefit(29.6, {
    name: 'Welcome tokens',
    from: text(29.6),
    to: text(-60),
    tokens: 30,
    freeMinutes: 0,
    budgetTokens: 60_000,
    reason: 'A first gift for everybody, as in the spring.',
  })
  await benefit(24, {
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
  await benefit(20, {
    name: 'Latin America opening',
    countries: ['BR', 'MX', 'AR', 'CO'],
    from: text(20),
    to: text(6),
    tokens: 100,
    freeMinutes: 0,
    budgetTokens: 3_000,
    reason: 'Opening weeks in Latin America.',
  })
  await benefit(
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

type Shown = {
  id: number
  key: string
  channel: string
  page: Page
  phases: { id: number; shareB: number; from: number; to: number }[]
}

/** Publishes a page, and some days later tests its second version. */
async function publish(services: VillageServices, staff: Staff, page: Page, now: Date): Promise<Shown> {
  const at = (days: number) => new Date(now.getTime() - days * day)
  const act = <A>(days: number, call: Call, payload: object) => actAt<A>(services, staff, at(days), call, payload)
  const { id: channelId } = await services.database
    .selectFrom('promotion.channel')
    .select('id')
    .where('number', '=', page.channel)
    .executeTakeFirstOrThrow()
  const pictures = await uploaded(services, staff, page, at(page.published + 1))
  const { key, name } = page
  const { id } = await act<{ id: number }>(page.published + 1, landingSave, {
    key,
    name,
    channelId,
    content: JSON.stringify({ ...page.content, pictures }),
  })
  await act(page.published, landingPublish, { id, version: 1, a: 1 })
  if (page.rival && page.tested) {
    const content = JSON.stringify({ ...page.rival, pictures })
    await act(page.tested + 0.5, landingUpdate, { id, version: 2, name, content })
    await act(page.tested, landingPublish, { id, version: 3, a: 1, b: 2, shareB: 50 })
  }
  const { rows } = await sql<{ id: number; share_b: number }>`
    select id, share_b from promotion.landing_phase where landing_id = ${id} order by id`.execute(services.database)
  const phases = rows.map((row, index) => ({
    id: row.id,
    shareB: row.share_b,
    from: index === 0 ? page.published : page.tested!,
    to: index === 0 && rows.length > 1 ? page.tested! : 0,
  }))
  return { id, key, channel: page.channel, page, phases }
}

const village = Buffer.from('village')
const visitors = ['BR', 'MX', 'IN', 'TR', 'PH', 'CO', 'US', 'ID', 'EG', 'AR']

/** Visits by day as the served page would count them, and installs from those who followed the link. */
async function visit(services: VillageServices, shown: Shown, now: Date): Promise<void> {
  let seed = shown.id * 7_919 + 17
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const visits: Visit[] = []
  const installs: { at: Date; campaign: string; country: string; n: number }[] = []
  for (const phase of shown.phases)
    for (let days = phase.from; days > phase.to + 0.5; days--) {
      const at = new Date(now.getTime() - days * day)
      const count = Math.round(shown.page.visits * (0.7 + 0.6 * random()))
      for (let n = 0; n < count; n++) {
        const hash = sign(village, `${shown.id} ${visits.length}`).slice(0, 22)
        const arm = armOf(hash, phase.shareB)
        const clicked = random() * 100 < shown.page.clicks[arm === 'a' ? 0 : 1]
        const country = visitors[Math.floor(random() ** 1.6 * visitors.length)]!
        const platform = random() < 0.7 ? 'android' : 'ios'
        visits.push({
          day: textOf(at, services.timeZone()).slice(0, 10),
          phaseId: phase.id,
          hash,
          arm,
          clicked,
          country,
          platform,
        })
        if (clicked && platform === 'android' && random() * 100 < shown.page.installs)
          installs.push({ at, campaign: campaignOf(shown.key, phase.id, arm), country, n })
      }
    }
  const { database, params } = services
  for (let from = 0; from < visits.length; from += 1_000)
    await inTransaction(database, (tx) => countVisits(tx, visits.slice(from, from + 1_000)))
  const handler = promotionHandlers(params).find(({ types }) => types.includes('install.attributed'))!
  const events = installs.map(({ at, campaign, country, n }) => ({
    id: newId(at),
    type: 'install.attributed' as const,
    at,
    data: {
      deviceId: `page-${shown.id}-${at.getTime()}-${n}`,
      channel: shown.channel,
      platform: 'android' as const,
      country,
      campaign,
    },
  }))
  await inTransaction(database, (tx) => handler.plan({ tx, now, send: () => {} }, events))
}

/** Recounts the days of all channels. */
async function fold(services: VillageServices, now: Date): Promise<void> {
  // The round that recounts days needs nothing but the clock.
  const round = services.rounds({ now: () => now } as never).find(({ name }) => name === 'promotion-days')
  for (let tries = 0; tries < 50; tries++) {
    await round?.run(() => true)
    if (!(await services.database.selectFrom('promotion.stirred').select('id').limit(1).executeTakeFirst())) return
  }
}

/** The previous months: frozen by Operations, approved by the Finance maker, paid by a batch; in the last one, one promoter is unpaid. */
async function settle(services: VillageServices, now: Date): Promise<void> {
  const staff = await staffOf(services)
  const { records } = await staff.operations.act<Answer<typeof promoterSettleList>>(now, promoterSettleList, {
    ended: true,
    size: 200,
  })
  const months = records.map(({ month }) => month).toSorted()
  const last = months.at(-1)
  if (last === undefined) return
  const [year = 0, month = 0] = last.split('-').map(Number)
  const ended = Date.UTC(year, month, 1)
  // Within the days since: requests expire after three days.
  const step = Math.min(0.9 * day, (now.getTime() - ended) / 6)
  const at = (steps: number) => new Date(Math.max(ended + steps * step, ended + steps * 60_000))
  const idsOf = (lines: typeof records) => lines.toSorted((a, b) => (a.month < b.month ? -1 : 1)).map(({ id }) => id)
  const before = records.filter((line) => line.month < last || line.promoter.name !== 'Metro Posters')
  staff.done(await staff.operations.act(at(1), promoterSettleFreeze, { ids: idsOf(before) }))
  const approved = before.filter(({ month: of, promoter }) => of < last || promoter.name === 'Bluewave Ads')
  staff.done(await staff.maker.act(at(2), promoterSettleApprove, { ids: idsOf(approved) }))
  // The poster promoter has no payout account yet.
  const paid = approved.filter(({ promoter, payableCents }) => promoter.name !== 'Metro Posters' && payableCents > 0)
  const lines = paid.map(({ id }) => ({ source: 'promoter', id: String(id) }))
  if (lines.length === 0) return
  const made = await staff.maker.act<Answer<typeof batches.payoutBatchSave>>(at(3), batches.payoutBatchSave, {
    lines: JSON.stringify(lines),
    note: `Promoters, ${last}`,
  })
  const batchId = made.batchId!
  await staff.approve(at(4), made.approvalId!)
  await staff.maker.act(at(4.2), batches.payoutBatchSend, { batchId, format: 'csv' })
  const { payouts } = await staff.maker.act<Answer<typeof batches.payoutBatchInfo>>(at(5), batches.payoutBatchInfo, {
    batchId,
  })
  const results = payouts.map(({ payoutId }, index) => ({
    payoutId,
    outcome: 'paid',
    reference: `FHB-${last}-${index + 1}`,
    reason: '',
  }))
  staff.done(await staff.maker.act(at(5), batches.payoutBatchResult, { batchId, results: JSON.stringify(results) }))
}

/** Content created after the history: figures of pages, and the settled month. Does nothing if there is a page already. */
export async function fillPromotion(services: VillageServices, now: Date): Promise<void> {
  if (await services.database.selectFrom('promotion.landing').select('id').limit(1).executeTakeFirst()) return
  const operations = await accountNamed(services.database, 'demo-operations')
  for (const page of pages) await visit(services, await publish(services, operations, page, now), now)
  await fold(services, now)
  await settle(services, now)
}
