// Gifts and paid texts: tokens spent on a user at once.
import type { Arrived, Verdict } from '../../../bridge/index.ts'
import { type Outcome, walletsAfter } from '../../../ledger/index.ts'
import { sendableAt } from '../../official/index.ts'
import { type Memory, type Planned, refusalOf } from './live.chunk.ts'
import { spend } from './spending.items.ts'
import { earnedBy, type Moved, movedBy } from './spending.rules.ts'

type Spent = Moved & { tokens: bigint }

/** Spends `tokens`; `then` receives what was moved. Refused with the ledger's code if not covered. */
export function planSpending(
  memory: Memory,
  cause: Parameters<typeof spend>[0],
  who: { from: bigint; to: bigint; tokens: number },
  then: (spent: Spent, outcomes: readonly Outcome[]) => Verdict,
): Planned {
  const tokens = BigInt(who.tokens)
  const refusal = refusalOf(memory, who.from, who.to)
  if (refusal) return refusal
  const earned = earnedBy(memory.people.get(who.to)?.sex, tokens, memory.rates)
  return {
    items: [spend(cause, { from: who.from, to: who.to, tokens, ...earned })],
    finish: (outcomes) => {
      const [outcome] = outcomes
      if (outcome?.status === 'refused') return { refuse: outcome.code }
      // A duplicate is answered from the existing transfer.
      if (outcome?.status !== 'accepted') return {}
      return then({ ...movedBy(outcome.legs), tokens }, outcomes)
    },
  }
}

/** 70002 for several at once of a gift that can't be sent continuously, 70003 for one shown across the screen that can't be. */
function catalogueRefusal(memory: Memory, { at, data }: Arrived<'gift.sent'>): Planned | null {
  const may = sendableAt(memory.giftRules.get(data.giftId) ?? [], at)
  if (data.count > 1 && !may.continuous)
    return { refuse: 70002, why: `gift ${data.giftId} can't be sent continuously, but ${data.count} were sent` }
  if (data.floatingScreen && !may.floatingScreen)
    return { refuse: 70003, why: `gift ${data.giftId} is not shown on the floating screen` }
  return null
}

export function planGift(memory: Memory, event: Arrived<'gift.sent'>): Planned {
  const refusal = catalogueRefusal(memory, event)
  if (refusal) return refusal
  const { id, at, data } = event
  const [from, to] = [BigInt(data.senderId), BigInt(data.receiverId)]
  return planSpending(
    memory,
    { id, at, kind: 'gift', reference: `gift ${id}` },
    { from, to, tokens: data.tokens },
    (spent, outcomes) => {
      memory.gifts.push({
        id,
        at,
        gift_id: data.giftId,
        sender_id: from,
        receiver_id: to,
        count: data.count,
        tokens: spent.tokens,
        promo_tokens: spent.promo,
        bonus: spent.bonus,
        live_id: data.liveId ?? null,
        call_id: data.callId ?? null,
      })
      addToPlace(memory, data, spent)
      return { result: { balances: walletsAfter(outcomes) } }
    },
  )
}

function addToPlace(memory: Memory, place: { liveId?: string | undefined; callId?: string | undefined }, spent: Spent) {
  const session = place.liveId === undefined ? undefined : memory.sessions.get(place.liveId)
  if (session)
    memory.sessions.set(session.id, {
      ...session,
      gift_tokens: session.gift_tokens + spent.tokens,
      bonus: session.bonus + spent.bonus,
    })
  const entry = place.callId === undefined ? undefined : memory.calls.get(place.callId)
  if (entry)
    entry.call = {
      ...entry.call,
      gift_tokens: entry.call.gift_tokens + spent.tokens,
      bonus: entry.call.bonus + spent.bonus,
    }
}

export const planText = (memory: Memory, { id, at, data }: Arrived<'text.charged'>): Planned =>
  planSpending(
    memory,
    { id, at, kind: 'text', reference: `text ${id}` },
    { from: BigInt(data.senderId), to: BigInt(data.receiverId), tokens: data.tokens },
    // Nothing else of a text is stored; the reconciliation compares the amount in its answer.
    ({ tokens }, outcomes) => ({ result: { tokens: Number(tokens), balances: walletsAfter(outcomes) } }),
  )
