// The tables of docs/money.md, States, made from the rules that decide.
import { isRefused, type Moves } from '../src/kit/moves.ts'
import { depositMoves } from '../src/rooms/chain/deposit/deposit.rules.ts'
import { refundFault } from '../src/rooms/finance/orders/orders.rules.ts'
import { payoutMoves } from '../src/rooms/finance/payouts/payouts.moves.ts'
import {
  type Happening,
  isPending,
  merge,
  type Order,
  standingReturn,
} from '../src/rooms/finance/recharges/recharges.rules.ts'
import { differenceMoves } from '../src/rooms/finance/statements/statements.moves.ts'
import { withdrawalMoves } from '../src/rooms/finance/withdrawals/withdrawals.states.ts'
import { purchaseMoves, saleMoves } from '../src/rooms/topup-agents/trades/trades.moves.ts'

export type Cells = { acts: readonly string[]; rows: readonly { state: string; cells: readonly string[] }[] }

const refusedAs = ({ code, reason }: { code: number; reason: string | null }) =>
  reason === null ? String(code) : `${code} \`${reason}\``

/** For each state: where each act leads, or how it is refused. */
export function cellsOf(moves: Moves<string, string>): Cells {
  const acts = Object.keys(moves)
  const states = Object.keys(moves[acts[0]!]!)
  return {
    acts,
    rows: states.map((state) => ({
      state,
      cells: acts.map((act) => {
        const next = moves[act]![state]!
        return isRefused(next) ? refusedAs(next) : next === state ? 'stays' : next
      }),
    })),
  }
}

const at = (second: number) => new Date(second * 1_000)
const created: Order = {
  ...({
    id: 'o',
    user_id: 1n,
    product: '',
    tokens: 1n,
    promo_tokens: 0n,
    usd_cents: 1n,
    gateway: '',
    gateway_reference: '',
  } as const),
  ...({
    fee_usd_cents: 0n,
    state: 'not paid',
    failure_reason: '',
    created_at: at(0),
    paid_at: null,
    failed_at: null,
  } as const),
  ...({
    recharge_id: null,
    channel: '',
    currency: null,
    amount_minor: null,
    payer_reference: '',
    returns: [],
    reversals: [],
  } as const),
}
type What = 'paid' | 'failed' | 'refunded' | 'chargedBack' | 'won'
const happening = (what: What, second: number): Happening => {
  const moment = at(second)
  switch (what) {
    case 'paid':
      return { what, at: moment, gatewayReference: '', feeUsdCents: 0n, payerReference: '' }
    case 'failed':
      return { what, at: moment, reason: '' }
    case 'won':
      return { what: 'chargebackReversed', at: moment }
    default:
      return {
        what: 'refunded',
        at: moment,
        kind: what === 'refunded' ? 'refund' : 'chargeback',
        id: `${what}${second}`,
      }
  }
}
/** Orders in each state, by what the app reported. */
export const orderStories: Record<string, readonly What[]> = {
  'not paid': [],
  failure: ['failed'],
  success: ['paid'],
  refunded: ['paid', 'refunded'],
  'charged back': ['paid', 'chargedBack'],
  won: ['paid', 'chargedBack', 'won'],
}
const storyOf = (story: readonly What[]): Order =>
  story.reduce((order, what, index) => merge(order, happening(what, index + 1)), created)
const shownAs = (order: Order): string => {
  const standing = standingReturn(order)
  if (order.paid_at === null) return order.returns.length > 0 && isPending(order) ? `waits for _paid_` : order.state
  if (standing) return standing.kind === 'refund' ? 'refunded' : 'charged back'
  return order.returns.some(({ reversed_at }) => reversed_at !== null) ? 'won' : order.state
}
const eventActs = ['paid', 'failed', 'refunded', 'chargedBack', 'won'] as const

/** What the app's events change of an order, and how staff's request to refund is answered. */
export function orderCells(): Cells {
  return {
    acts: [...eventActs, 'staff refund'],
    rows: Object.entries(orderStories).map(([state, story]) => {
      const order = storyOf(story)
      const fault = refundFault({
        state: order.state,
        returned: standingReturn(order)?.kind ?? 'none',
        complete: true,
        credited: true,
        refundOpen: false,
        ofDeposit: false,
      })
      return {
        state,
        cells: [
          ...eventActs.map((what) => {
            const after = shownAs(merge(order, happening(what, 9)))
            return after === state ? 'no effect' : after
          }),
          fault === null
            ? 'asks the app'
            : refusedAs({ code: fault === 'order.givenBack' ? 20000 : 1000002, reason: fault }),
        ],
      }
    }),
  }
}

export const stateTables: Record<string, Cells> = {
  Order: orderCells(),
  Withdrawal: cellsOf(withdrawalMoves),
  'Payout line': cellsOf(payoutMoves),
  Deposit: cellsOf(depositMoves),
  Purchase: cellsOf(purchaseMoves),
  Sale: cellsOf(saleMoves),
  'Statement difference': cellsOf(differenceMoves),
}

/** As Markdown, aligned unless it is too wide. */
export function tableText({ acts, rows }: Cells): string {
  const lines = [['', ...acts], ...rows.map(({ state, cells }) => [state, ...cells])]
  const padded = lines[0]!.map((_, column) => Math.max(3, ...lines.map((line) => line[column]!.length)))
  // A document's line has at most 160 characters (documents.test.ts).
  const isWide = padded.reduce((sum, width) => sum + width + 3, 1) > 160
  const widths = isWide ? padded.map(() => 0) : padded
  const text = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [
    text(lines[0]!),
    `| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |`,
    ...lines.slice(1).map(text),
  ].join('\n')
}
