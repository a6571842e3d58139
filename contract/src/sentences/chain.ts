// Decisions about USDT, in one wording.
import { sayer } from './say.ts'
import { amountOf, asItIs, type Form, type Sentence, usdOf } from './words.ts'

const say = sayer('finance')

/** `1,250.50 USDT`; up to six decimals where there are some. */
export function usdt(micros: number): string {
  const decimals = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${amountOf(Math.floor(micros / 1_000_000))}.${decimals} USDT`
}

const chainNames = { trc20: 'TRC20', erc20: 'ERC20' } as const
type Chain = keyof typeof chainNames
export const chainName = (chain: Chain): string => chainNames[chain]

/** `agent 5`, as the ledger names an owner. */
function ownerOf(owner: string): Sentence {
  const [, kind, id = ''] = /^(agent|user) (.*)$/s.exec(owner) ?? []
  return kind === 'agent' || kind === 'user' ? say(`owner.${kind}`, { id }) : asItIs(owner)
}

type State = 'credited' | 'matched' | 'unmatched' | 'rejected' | 'vanished' | 'returned'
type Deposit = { usdtMicros: number; owner: string | null }

/** `Deposit of 100.00 USDT credited (agent 5)`. `owner` is null if unknown. */
export function depositSettled(state: State, { usdtMicros, owner }: Deposit): Sentence {
  const deposit = say(`deposit.${state}`, { usdt: usdt(usdtMicros) })
  return owner === null ? deposit : say('ofOwner', { deposit, owner: ownerOf(owner) })
}

type Owned = { usdtMicros: number; owner: string }

/** `Match a deposit of 100.00 USDT to agent 5`. */
export const depositMatched = (form: Form, { usdtMicros, owner }: Owned): Sentence =>
  form === 'done'
    ? depositSettled('matched', { usdtMicros, owner })
    : say('matchDeposit', { usdt: usdt(usdtMicros), owner: ownerOf(owner) })

export const depositRejected = (form: Form, { usdtMicros }: { usdtMicros: number }): Sentence =>
  form === 'done'
    ? depositSettled('rejected', { usdtMicros, owner: null })
    : say('rejectDeposit', { usdt: usdt(usdtMicros) })

/** `Undo the match of a deposit of 100.00 USDT (agent 5)`. */
export const depositUnmatched = (form: Form, { usdtMicros, owner }: Owned): Sentence =>
  say(`depositUnmatched.${form}`, { usdt: usdt(usdtMicros), owner: ownerOf(owner) })

export const depositsExplained = (count: number): Sentence => say('depositsExplained', { count })

type Instructions = { count: number; usdtMicros: number }

/** `3 instructions exported for the wallet: 1,200.00 USDT`; says so if they were exported before. */
export const instructionsExported = ({ count, usdtMicros }: Instructions, again: boolean): Sentence =>
  say(again ? 'instructionsExportedAgain' : 'instructionsExported', { count, usdt: usdt(usdtMicros) })

export const instructionsWithdrawn = ({ count, usdtMicros }: Instructions): Sentence =>
  say('instructionsWithdrawn', { count, usdt: usdt(usdtMicros) })

export const hashesEntered = (count: number): Sentence => say('hashesEntered', { count })

type InstructionEnd = 'success' | 'failure' | 'manual processing successful'

/** `Payment of 100.00 USDT to Ann proved on the chain`. */
export const instructionEnded = (
  state: InstructionEnd,
  { payee, usdtMicros }: { payee: string; usdtMicros: number },
): Sentence => say(`instructionEnded.${state}`, { usdt: usdt(usdtMicros), payee })

/** `Wallet Treasury registered (TRC20)`. */
export const walletRegistered = (form: Form, { chain, name }: { chain: Chain; name: string }): Sentence =>
  say(`walletRegistered.${form}`, { name, chain: chainNames[chain] })

export const outflowsExplained = (count: number): Sentence => say('outflowsExplained', { count })

type Fees = { chain: Chain; usdCents: number }

export const gasEntered = ({ chain, usdCents }: Fees, form: Form = 'done'): Sentence =>
  say(`gasEntered.${form}`, { chain: chainNames[chain], usd: usdOf(usdCents) })

export const gasReversed = ({ chain, usdCents }: Fees): Sentence =>
  say('gasReversed', { chain: chainNames[chain], usd: usdOf(usdCents) })

export const keyConfirmed = (chain: Chain): Sentence => say('keyConfirmed', { chain: chainNames[chain] })
