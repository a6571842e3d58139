// Decisions about top-up agents and their trades.
import type { payoutAccountKinds, purchaseKinds, stockEnds } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import { accountKind, type Form, type Named, namesOf, type Sentence, tokensOf, usdOf } from './words.ts'

const say = sayer('finance')

/** `Top-up agent Noura (100297) approved`. */
export const agentsDecided = (
  verb: 'apply' | 'approve' | 'reject' | 'freeze' | 'unfreeze',
  agents: readonly Named[],
): Sentence => say(`agentsDecided.${verb}`, { who: namesOf(agents) })

export const agentLimitsChanged = (form: Form, agent: Named): Sentence =>
  say(`agentLimitsChanged.${form}`, { who: namesOf([agent]) })

export const agentCancelled = (form: Form, agent: Named, end: (typeof stockEnds)[number]): Sentence =>
  say(`agentCancelled.${form}`, { who: namesOf([agent]), stock: say(`stockEnd.${end}`) })

type Purchase = { agent: Named; kind: (typeof purchaseKinds)[number]; usdMicros: bigint }
const purchaseOf = ({ agent, kind, usdMicros }: Purchase): Sentence =>
  say('purchase', { usd: usdOf(usdMicros / 10_000n), who: namesOf([agent]), kind: say(`purchaseKind.${kind}`) })

/** `of` several: their number and total. */
function purchasesOf(all: readonly Purchase[]): Sentence {
  const [first] = all
  if (first && all.length === 1) return purchaseOf(first)
  const usd = usdOf(all.reduce((total, { usdMicros }) => total + usdMicros / 10_000n, 0n))
  return say('purchases', { count: all.length, usd })
}

export const purchaseReported = (purchase: Purchase): Sentence =>
  say('purchaseReported', { purchase: purchaseOf(purchase) })

export const purchasesDecided = (form: Form, decision: 'credit' | 'refuse', all: readonly Purchase[]): Sentence =>
  say(`purchasesDecided.${decision}.${form}`, { purchases: purchasesOf(all) })

export const purchaseReversed = (form: Form, purchase: Purchase): Sentence =>
  say(`purchaseReversed.${form}`, { purchase: purchaseOf(purchase) })

/** `5,000 tokens sold to Ana (100042)`. */
export const tokensSold = (buyer: Named, tokens: number | bigint): Sentence =>
  say('tokensSold', { tokens: tokensOf(tokens), who: namesOf([buyer]) })

/** What an agent asks for, on the agent's own screens. */
export const saleReturnRequested = (buyer: Named, tokens: number | bigint): Sentence =>
  sayer('topup-agents')('saleReturnRequested', { tokens: tokensOf(tokens), who: namesOf([buyer]) })

export const receiptShared = (buyer: Named, tokens: number | bigint): Sentence =>
  sayer('topup-agents')('receiptShared', { tokens: tokensOf(tokens), who: namesOf([buyer]) })

/** `tokens`: the returned amount. */
export function backDecided(agree: boolean, buyer: Named, tokens: number | bigint): Sentence {
  const who = namesOf([buyer])
  return agree ? say('saleReturned', { tokens: tokensOf(tokens), who }) : say('saleKept', { who })
}

export const steppedUp = (name: string): Sentence => say('steppedUp', { name })

export const addressMade = (agent: Named, chain: string): Sentence =>
  say('addressMade', { chain, who: namesOf([agent]) })

type Account = { agent: Named; kind: (typeof payoutAccountKinds)[number]; lastFour: string }

/** `Top-up agent Ana (100042) will be paid to bank account … 1234`. */
export const agentAccountChanged = (form: Form, { agent, kind, lastFour }: Account): Sentence =>
  say(`agentAccountChanged.${form}`, { who: namesOf([agent]), account: accountKind(kind), lastFour })

/** The contacts of an application were revealed. */
export const agentRevealed = (agent: Named): Sentence => say('agentRevealed', { who: namesOf([agent]) })

export const agentAccountRevealed = ({ agent, kind, lastFour }: Account): Sentence =>
  say('agentAccountRevealed', { who: namesOf([agent]), account: accountKind(kind), lastFour })

/** For stock that was bought back. */
export const agentsPaid = (agents: readonly Named[], usdCents: bigint): Sentence =>
  say('agentsPaid', { usd: usdOf(usdCents), who: namesOf(agents) })
