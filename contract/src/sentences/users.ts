// Decisions about users and devices, in one wording: for toasts, batch reports, approvals and the operation log.

import type { banKinds, userFlags } from '../statesAndKinds.ts'
import { sayer } from './say.ts'
import {
  contactField,
  type Form,
  lengthOf,
  listOf,
  type Named,
  namesOf,
  personOf,
  type Sentence,
  tokensOf,
  usersOf,
} from './words.ts'

const say = sayer('users')

/** `all` is the number of users where only the first few are named. */
type Targets = { people: readonly Named[]; all?: number | undefined }
const whoOf = ({ people, all }: Targets): Sentence => namesOf(people, all)

/** 0 hours means permanent. Decisions on reports use it, too. */
export const banned = (form: Form, targets: Targets & { kind: (typeof banKinds)[number]; hours: number }): Sentence =>
  sayer('list')(`banned.${form}.${targets.kind}`, { who: whoOf(targets), length: lengthOf(targets.hours) })

export const unbanned = (form: Form, targets: Targets): Sentence => say(`unbanned.${form}`, { who: whoOf(targets) })

type Direction = 'grant' | 'deduct'
type Move = Targets & { direction: Direction; tokens: number | bigint }

/** Tokens for each user; with several users the sum is added. */
export function moved(form: Form, { people, direction, tokens, ...targets }: Move): Sentence {
  const all = targets.all ?? people.length
  const of = { tokens: tokensOf(tokens), who: namesOf(people, all) }
  return all > 1
    ? say(`movedEach.${direction}.${form}`, { ...of, sum: BigInt(tokens) * BigInt(all) })
    : say(`moved.${direction}.${form}`, of)
}

/** The amount that a reversed grant or deduction moved. */
export const moveReversed = (move: Move): Sentence =>
  say(`moveReversed.${move.direction}`, { count: move.tokens, who: whoOf(move) })

export function flagged(targets: Targets & { flag: (typeof userFlags)[number]; on: boolean }): Sentence {
  const flag = say(`flag.${targets.flag}`)
  return say(targets.on ? 'flagged' : 'unflagged', { who: whoOf(targets), flag })
}

export const loggedOut = (targets: Targets): Sentence => say('loggedOut', { who: whoOf(targets) })

/** A device by its number; `until` hours are unknown if a user's ban caused it. */
export const deviceBanned = (id: string, isBanned: boolean): Sentence =>
  say(isBanned ? 'deviceBanned' : 'deviceUnbanned', { id })

/** An approved operation that worked for some users only. */
export const partlyMoved = ({ maker, done, all }: { maker: string; done: number; all: number }): Sentence =>
  say('partlyMoved', { maker, done, users: usersOf(all) })

/** `Note added to Noura2008 (100297)`. */
export const noted = (person: Named, how: 'added' | 'edited' | 'deleted'): Sentence =>
  say(`noted.${how}`, { who: personOf(person) })

/** Who revealed a masked phone number or e-mail address. */
export const revealed = (person: Named, field: 'phone' | 'email'): Sentence =>
  say('revealed', { field: contactField(field), who: personOf(person) })

/** `Devices a and b banned for 24 hours`. Hours 0 is permanent. */
export const devicesBanned = (form: Form, ids: readonly string[], hours: number): Sentence =>
  say(`devicesBanned.${form}`, { count: ids.length, names: listOf(ids), length: lengthOf(hours) })

/** `Devices a and b unbanned`. */
export const devicesUnbanned = (ids: readonly string[]): Sentence =>
  say('devicesUnbanned', { count: ids.length, names: listOf(ids) })

/** Bans of users and of devices lifted together. */
export function bansLifted({ people, devices }: { people: readonly Named[]; devices: readonly string[] }): Sentence {
  if (devices.length === 0) return unbanned('done', { people })
  const ofDevices = devicesUnbanned(devices)
  return people.length === 0
    ? ofDevices
    : say('bothLifted', { people: unbanned('done', { people }), devices: ofDevices })
}

/** A reversed grant or deduction whose sum is unknown. */
export const operationReversed = (person: Named, direction: Direction): Sentence =>
  say(`operationReversed.${direction}`, { who: personOf(person) })
