// States of purchases, and of asking a sale back (docs/money.md, States). Pure.
import { backStates, purchaseStates } from '@greenroom/contract/statesAndKinds'
import { type Moves, rowOf } from '../../../kit/moves.ts'

export type PurchaseState = (typeof purchaseStates)[number]
const purchase = rowOf(purchaseStates)
const decided = { code: 20000, reason: 'agent.decided' } as const

/** Credit and refuse: bank transfers; deposits and salary deductions are credited as they arise. Only a chain reverses a purchase by USDT. */
export const purchaseMoves: Moves<PurchaseState, 'credit' | 'refuse' | 'reverse'> = {
  credit: purchase({ 'in review': 'credited' }, decided),
  refuse: purchase({ 'in review': 'refused' }, decided),
  reverse: purchase({ credited: 'reversed' }, { code: 1000002, reason: 'agent.notCredited' }, { reversed: decided }),
}

export const saleStates = ['sold', ...backStates] as const
export type SaleState = (typeof saleStates)[number]
const sale = rowOf(saleStates)
const notAsked = { sold: { code: 10032, reason: null } } as const

/** A sale is asked back once: Finance's answer, with a reason that both sides see, is final. */
export const saleMoves: Moves<SaleState, 'ask' | 'agree' | 'refuse'> = {
  ask: sale({ sold: 'asked' }, { code: 20000, reason: 'agent.backAsked' }),
  agree: sale({ asked: 'agreed' }, decided, notAsked),
  refuse: sale({ asked: 'refused' }, decided, notAsked),
}
