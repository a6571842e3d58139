// Decisions about statements and their differences, in one wording.
import { ordersOf } from './finance.ts'
import { sayer } from './say.ts'
import { type Form, listOf, type Sentence } from './words.ts'

const say = sayer('finance')

type Of = { id: number; gateway: string }

export const mappingSaved = (name: string): Sentence => say('mappingSaved', { name })
export const statementBegun = ({ id, gateway }: Of): Sentence => say('statementBegun', { id: String(id), gateway })
export const statementPartLoaded = ({ id, number }: { id: number; number: number }): Sentence =>
  say('statementPartLoaded', { number, id: String(id) })
export const statementConfirmed = ({ id, gateway, differences }: Of & { differences: number }): Sentence =>
  say('statementConfirmed', { id: String(id), gateway, count: differences })
export const statementDiscarded = ({ id, gateway }: Of): Sentence =>
  say('statementDiscarded', { id: String(id), gateway })

const numbered = (ids: readonly number[]) => ({ count: ids.length, names: listOf(ids.map(String)) })
export const differencesClosed = (ids: readonly number[], close: boolean): Sentence =>
  say(close ? 'differences.closed' : 'differences.reopened', numbered(ids))
export const differenceNoted = (id: number): Sentence => say('differenceNoted', { id: String(id) })
/** `Differences 4 and 5 matched with orders ord-1 and ord-2`. */
export const differencesMatched = (form: Form, ids: readonly number[], orders: readonly string[]): Sentence =>
  say(`differencesMatched.${form}`, { ...numbered(ids), orders: ordersOf(orders) })
