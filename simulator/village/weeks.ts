// The settled weeks of the village: drafts by the rounds, then actions of leaders and staff, each at a realistic time and by its regular
// call.
import type { Answer, Call } from '@greenroom/contract/call'
import { deductionSave, planPublish, planSave } from '@greenroom/contract/guildMoney'
import * as payouts from '@greenroom/contract/payouts'
import * as settlement from '@greenroom/contract/settlement'
import { approvalDecide } from '@greenroom/contract/system'
import type { Staff } from '../../server/src/kit/calls/context.ts'
import { type EndedWeek, endedWeeks, isDrafted } from './calendar.ts'
import { accountNamed, actAt, runRounds, type VillageServices } from './context.ts'
import { receipt } from './receipt.ts'
import type { GuildScript } from './story.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const weeksFilled = 4
const stepCents = 1_000

/** A registered guild of the story. */
export type Settled = { script: GuildScript; id: number; leader: Staff; anchors: readonly { id: bigint }[] }
type Guilds = ReadonlyMap<string, Settled>

type Row = Answer<typeof settlement.settlementList>['records'][number]

/** Actions of the staff who settle weeks, by their calls. */
async function financeOf(services: VillageServices) {
  const maker = await accountNamed(services.database, 'demo-finance-maker')
  const checker = await accountNamed(services.database, 'demo-finance-checker')
  const by =
    (staff: Staff) =>
    <A>(at: Date, call: Call, payload: object) =>
      actAt<A>(services, staff, at, call, payload)
  const approveRequest = async (at: Date, id: string) => {
    const answer = await by(checker)<Answer<typeof approvalDecide>>(at, approvalDecide, {
      ids: [id],
      decision: 'approve',
    })
    const failed = answer.outcomes.find(({ ok }) => !ok)
    if (failed) throw new Error(`a request was not approved: ${JSON.stringify(failed)}`)
  }
  return {
    maker: by(maker),
    checker: by(checker),
    approveRequest,
    settlements: async (at: Date, filter: object): Promise<Row[]> =>
      (
        await by(checker)<Answer<typeof settlement.settlementList>>(at, settlement.settlementList, {
          size: 200,
          ...filter,
        })
      ).records,
    /** Pays with a receipt; above the limit, the checker approves an hour later. */
    pay: async (call: Call, ids: readonly number[], at: Date, reference: string) => {
      if (ids.length === 0) return
      const proofFileId = await receipt(services, maker, at, reference)
      const { approvalId } = await by(maker)<Answer<typeof payouts.weekPay>>(at, call, { ids, reference, proofFileId })
      const later = new Date(at.getTime() + hour)
      if (approvalId) services.later(later, () => approveRequest(later, approvalId))
    },
  }
}
type Finance = Awaited<ReturnType<typeof financeOf>>
type Scene = { services: VillageServices; finance: Finance; guilds: Guilds; now: Date }

/** A guild's payout account: entered by one member of staff some hours after the guild's approval, approved by another. */
function planAccount(
  services: VillageServices,
  finance: Finance,
  guilds: Guilds,
  script: GuildScript,
  now: Date,
): void {
  const at = new Date(now.getTime() - script.decided!.days * day + 3 * hour)
  services.later(at, async () => {
    const account = {
      kind: 'bank',
      holder: script.leaderName,
      bankName: 'First Harbour Bank',
      accountNumber: 'DE89370400440532013000',
    }
    const { approvalId } = await finance.maker<Answer<typeof payouts.payoutAccountSave>>(
      at,
      payouts.payoutAccountSave,
      { guildId: guilds.get(script.name)!.id, account },
    )
    const later = new Date(at.getTime() + hour)
    services.later(later, () => finance.approveRequest(later, approvalId))
  })
}

/** A village earns little: before the first week, Operations publishes a plan with levels that its guilds can reach. */
function planLevels(services: VillageServices, finance: Finance, { week, endsAt }: EndedWeek): void {
  const at = new Date(endsAt.getTime() - 10 * day)
  services.later(at, async () => {
    const operations = await accountNamed(services.database, 'demo-operations')
    const { id } = await actAt<Answer<typeof planSave>>(services, operations, at, planSave, {
      name: 'Small guilds',
      kind: 'whole',
      levels: [
        { fromCents: 0, rateBp: 500 },
        { fromCents: 3_000, rateBp: 800 },
        { fromCents: 6_000, rateBp: 1_000 },
        { fromCents: 15_000, rateBp: 1_200 },
        { fromCents: 60_000, rateBp: 1_500 },
      ],
      salary: [
        { points: 20_000, days: 3, usdCents: 500 },
        { points: 50_000, days: 4, usdCents: 1_000 },
        { points: 100_000, days: 5, usdCents: 2_500 },
      ],
      startWeek: week,
      note: 'Levels for a platform that has just begun.',
    })
    const { approvalId } = await actAt<Answer<typeof planPublish>>(services, operations, at, planPublish, {
      id,
      version: 1,
      reason: 'Guilds should reach a level in their first month.',
    })
    const later = new Date(at.getTime() + hour)
    services.later(later, () => finance.approveRequest(later, approvalId))
  })
}

/** Leaders confirm on Monday morning; one of them disputes a week first. */
async function confirmDrafts(
  services: VillageServices,
  finance: Finance,
  guilds: Guilds,
  week: string,
  at: Date,
  disputed: boolean,
) {
  const drafts = await finance.settlements(at, { weekFrom: week, weekTo: week, state: 'draft' })
  const leaders = new Map([...guilds.values()].map((guild) => [guild.id, guild]))
  for (const { settlementId, version, guild } of drafts) {
    const { script, leader } = leaders.get(guild.guildId) ?? {}
    if (!script?.confirms || !leader) continue
    if (disputed && script.paid === 'requests') {
      const reason = 'One anchor says that a call of Friday evening is missing.'
      await actAt(services, leader, at, settlement.settlementDispute, { settlementId, version, reason, lines: [1] })
    } else await actAt(services, leader, at, settlement.settlementConfirm, { settlementId, version })
  }
}

/** Staff answer disputes; the 48 hours restart. */
async function answerDisputes(finance: Finance, week: string, at: Date) {
  for (const { settlementId, version } of await finance.settlements(at, {
    weekFrom: week,
    weekTo: week,
    state: 'disputed',
  }))
    await finance.maker(at, settlement.settlementAnswer, {
      settlementId,
      version,
      outcome: 'kept',
      answer: 'The call lasted nine seconds, and calls under ten seconds do not count.',
    })
}

/** Guilds paid by request ask for their payable: it is paid, pending while new, or refused, and asked for again the next day. */
async function askAndPay(scene: Scene, guild: Settled, at: Date, { refused }: { refused: boolean }) {
  const { services, finance, now } = scene
  const { leader, id } = guild
  const { payableCents, reservedCents } = await actAt<Answer<typeof payouts.guildMoney>>(
    services,
    leader,
    at,
    payouts.guildMoney,
    {},
  )
  const usdCents = Math.floor((payableCents - reservedCents) / stepCents) * stepCents
  if (usdCents < stepCents) return
  const requested = await actAt<{ id: number }>(services, leader, at, payouts.payoutRequestSave, { usdCents })
  if (at.getTime() + 7 * day > now.getTime()) return
  const later = new Date(at.getTime() + hour)
  services.later(later, async () => {
    if (refused) {
      const reason = 'The bank is closed today. Please ask again tomorrow.'
      await finance.checker(later, payouts.payoutRequestDecide, { ids: [requested.id], decision: 'refuse', reason })
      const again = new Date(at.getTime() + day)
      services.later(again, () => askAndPay(scene, guild, again, { refused: false }))
      return
    }
    await finance.checker(later, payouts.payoutRequestDecide, { ids: [requested.id], decision: 'agree' })
    const paid = new Date(later.getTime() + hour)
    services.later(paid, () => finance.pay(payouts.payoutPay, [requested.id], paid, `GR-${id}-${requested.id}`))
  })
}

/** One week, from its draft to its payment. Only the past is planned. */
function planWeek(scene: Scene, { week, endsAt }: EndedWeek, index: number): void {
  const { services, finance, guilds, now } = scene
  const after = (ms: number, run: (at: Date) => Promise<unknown>): void => {
    const at = new Date(endsAt.getTime() + ms)
    if (at < now) services.later(at, () => run(at))
  }
  const ofWeek = { weekFrom: week, weekTo: week }
  after(2 * hour + minute, (at) => runRounds(services, at, () => isDrafted(services.database, week)))
  after(9 * hour, (at) => confirmDrafts(services, finance, guilds, week, at, index === 1))
  after(15 * hour, (at) => answerDisputes(finance, week, at))
  // Unconfirmed weeks are confirmed automatically after 48 hours.
  after(2 * day + 16 * hour, (at) => runRounds(services, at))
  after(3 * day + 10 * hour, async (at) => {
    const confirmed = await finance.settlements(at, { weekTo: week, state: 'confirmed' })
    const ids = confirmed.map(({ settlementId }) => settlementId)
    if (ids.length > 0) await finance.checker(at, settlement.settlementApprove, { ids })
  })
  after(4 * day + 11 * hour, async (at) => {
    // A batch above the limit is paid completely or not at all; a banned guild's weeks are held.
    const banned = ({ later }: GuildScript) => later?.verb === 'ban' && now.getTime() - later.days * day <= at.getTime()
    const paid = [...guilds.values()].filter(({ script }) => script.paid === 'weeks' && !banned(script))
    const byOrder = new Set(paid.map(({ id }) => id))
    const due = (await finance.settlements(at, { ...ofWeek, state: 'approved' })).filter(
      ({ guild, payableCents }) => byOrder.has(guild.guildId) && payableCents > 0,
    )
    await finance.pay(
      payouts.weekPay,
      due.map(({ settlementId }) => settlementId),
      at,
      `GR-${week}`,
    )
    for (const guild of guilds.values())
      if (guild.script.paid === 'requests') await askAndPay(scene, guild, at, { refused: index === 1 })
  })
}

/** Plans the states, payments and deductions of the newest ended weeks. */
export async function planWeeks(
  services: VillageServices,
  story: readonly GuildScript[],
  guilds: Guilds,
  now: Date,
): Promise<void> {
  const finance = await financeOf(services)
  const weeks = (await endedWeeks(services.database, new Date(now.getTime() - 60 * day), now)).slice(-weeksFilled)
  const deduct = (script: GuildScript, week: EndedWeek, of: 'guild' | 'anchor', more: object) => {
    const at = new Date(week.endsAt.getTime() - 2 * day)
    services.later(at, async () => {
      const guild = guilds.get(script.name)!
      const ids = of === 'guild' ? [guild.id] : [Number(guild.anchors[0]!.id)]
      await finance.maker(at, deductionSave, { of, ids, week: week.week, ...more })
    })
  }
  const [first] = story
  const [firstWeek] = weeks
  const third = weeks.at(-2)
  if (firstWeek) planLevels(services, finance, firstWeek)
  for (const script of story) if (script.paid) planAccount(services, finance, guilds, script, now)
  if (first && third) {
    deduct(first, third, 'guild', { kind: 'advance', usdCents: 2_500, reason: 'Advance for studio lights' })
    deduct(first, third, 'anchor', { kind: 'penalty', usdCents: 500, reason: 'Left a paid room without a word' })
  }
  for (const [index, week] of weeks.entries()) planWeek({ services, finance, guilds, now }, week, index)
}
