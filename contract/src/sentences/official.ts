// Decisions about official content, in one wording.
import { sayer } from './say.ts'
import { type Change, changed, type Form, inOne, listOf, type Sentence, titleIn, tokensOf } from './words.ts'

const say = sayer('official')

type Kind = 'banner' | 'activity' | 'advert'

/** `Banner Summer gala enabled`. */
export const placementsChanged = (form: Form, kind: Kind, names: readonly string[], how: Change): Sentence =>
  changed(say(`placement.${kind}`, { count: names.length }), listOf(names), how, form)

type Position = 'home' | 'live' | 'recharge' | 'profile' | 'start' | 'ticker' | 'chat'

/** `5 banners of the home page reordered`. */
export const placementsOrdered = ({ kind, position, count }: { kind: Kind; position: Position; count: number }) =>
  say('placementsOrdered', {
    count,
    placements: say(`placement.${kind}`, { count }),
    position: say(`position.${position}`),
  })

/** `Official account Greenroom Care edited`. */
export const officialAccountsChanged = (
  accounts: readonly { title: string }[],
  how: Change,
  form: Form = 'done',
): Sentence =>
  changed(say('account', { count: accounts.length }), listOf(accounts.map(({ title }) => title)), how, form)

/** `Gift Rose edited`. */
export const giftsChanged = (form: Form, names: readonly Sentence[], how: Change): Sentence =>
  changed(say('gift', { count: names.length }), inOne(names.map(titleIn)), how, form)

/** `Price of gift Rose set to 20 tokens from 2026-02-01 00:00:00`. */
export function giftPriced(details: { names: Sentence; price: number; from: string | undefined }): Sentence {
  const { from } = details
  const gift = titleIn(details.names)
  const tokens = tokensOf(details.price)
  return from === undefined ? say('giftPriced', { gift, tokens }) : say('giftPricedFrom', { gift, tokens, from })
}

/** `System message Welcome edited`. */
export const messagesChanged = (names: readonly string[], how: Change): Sentence =>
  changed(say('message', { count: names.length }), listOf(names), how)

type Did = { name: string; how: 'tested' | 'paused' | 'resumed' | 'stopped'; users: number }

/** `System message Welcome stopped; it had been sent to 5,000 users`. */
export const messageDid = ({ name, how, users }: Did): Sentence => say(`messageDid.${how}`, { name, count: users })
