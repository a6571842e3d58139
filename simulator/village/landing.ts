// The village's landing pages: published, tested in a second version, and visited, with installs from those who followed the link.
import { fileUpload } from '@greenroom/contract/access'
import type { Answer, Call } from '@greenroom/contract/call'
import { landingPublish, landingSave, landingUpdate } from '@greenroom/contract/landing'
import { sql } from 'kysely'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { inTransaction } from '../../server/src/kit/database/database.ts'
import { newId, sign } from '../../server/src/kit/random.ts'
import { textOf } from '../../server/src/kit/time.ts'
import {
  armOf,
  campaignOf,
  countVisits,
  promotionHandlers,
  type Visit,
} from '../../server/src/rooms/promotion/index.ts'
import { actAt, contextAt, type VillageServices } from './context.ts'
import { drawingOf, type Page } from './pages.ts'

const dayMs = 86_400_000

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
export function planPage(services: VillageServices, staff: Staff, page: Page, now: Date): void {
  const { database, later } = services
  const at = (days: number) => new Date(now.getTime() - days * dayMs)
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
        visits.push({
          day: dayOf(services, at),
          phaseId: phase.id,
          hash,
          // Each at home.
          network: hash,
          arm,
          visited: true,
          clicked,
          country,
          platform,
        })
        if (clicked && platform === 'android' && random() * 100 < page.installs)
          installs.push({ at, campaign: campaignOf(page.key, phase.id, arm), country, n })
      }
    }
    const handler = promotionHandlers(params, async () => new Set()).find(({ types }) =>
      types.includes('install.attributed'),
    )!
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
