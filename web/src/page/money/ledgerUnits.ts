// The unit an amount of the ledger is in, by its currency.
import type { currencies } from '@greenroom/contract/statesAndKinds'
import { label } from '../../ui/labels.ts'

export type Currency = (typeof currencies)[number]

export const unitOf = { TOKEN: 'tokens', BONUS: 'bonus', USD: 'usdMicros', USDT: 'usdt' } as const satisfies Record<
  Currency,
  string
>

/** Kinds of transfers with a text; others show their key. */
export const kinds = [
  'gift',
  'call',
  'room',
  'text',
  'recharge',
  'refund',
  'chargeback',
  'chargeback.reverse',
  'debt.writeOff',
  'withdrawal',
  'withdrawal.debt',
  'withdrawal.debt.back',
  'grant',
  'deduct',
  'grant.reverse',
  'deduct.reverse',
  'guild.request',
  'guild.payment',
  'benefit',
  'promoter.settlement',
  'promoter.payment',
  'agent.purchase',
  'agent.purchase.reverse',
  'agent.sale',
  'agent.sale.back',
  'agent.buyBack',
  'agent.writeOff',
  'agent.payout',
  'agent.payment',
  'opening',
  'opening.back',
] as const

/** The name of a kind; `gift.usd` has the USD legs of gifts. */
export function kindName(kind: string): string {
  const usd = kind.endsWith('.usd')
  const own = usd ? kind.slice(0, -4) : kind
  const name = (kinds as readonly string[]).includes(own) ? label(`flow:options.kind.${own.replaceAll('.', '_')}`) : own
  return usd ? label('flow:inUsd', { kind: name }) : name
}
