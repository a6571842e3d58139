// Telling people: a letter each, in the transaction of what it tells about.
import { directionOf, isLanguage, tagOf } from '@greenroom/contract/languages'
import { type Moment, type TopicKey, topics } from '@greenroom/contract/moments'
import { wallNow } from '../kit/clock.ts'
import type { Transaction } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import { newId } from '../kit/random.ts'
import { type Letter, letterOwner, type Way } from './notify.letter.ts'
import type { Mailer } from './notify.mail.ts'
import * as queries from './notify.queries.ts'
import { addressOf, maskMail, maskNumber } from './notify.rules.ts'
import type { Receiver } from './reader.queries.ts'
import { waysOf } from './reader.rules.ts'

/** Which ways lead out of this installation. */
export type Ways = Readonly<Record<Way, boolean>>

export type Told = {
  moment: Moment
  /** What makes it one of its kind, such as `alarm 7 began`: nobody is told the same twice in the same way. */
  about: string
  way: Way
  /** The account; null for a receiver without one. */
  staffId: number | null
  /** The receiver as staff see it. */
  receiver: string
  letter: Letter
  /** Of several letters in the same way to one account: which. */
  copy?: string
}

export type Notifier = {
  ways: Ways
  /** The address of a page, for letters; empty without `PUBLIC_URL`. */
  pageOf(path: string): string
  mailer: Mailer
  /** Whether text messages reach people, and are not just printed. */
  smsSends: boolean
  /** Puts these into the outbox; what was told already is left out. */
  tell(tx: Transaction, told: readonly Told[]): Promise<void>
}

/** @param url `PUBLIC_URL`: without it no letter can lead anywhere, and none is sent but by the webhook. */
export function openNotifier(options: {
  seals: Seals
  url: string | undefined
  mailer: Mailer
  sms: { notices: boolean; sends: boolean }
  webhook: boolean
}): Notifier {
  const { seals, url, mailer, sms } = options
  return {
    ways: {
      push: true,
      mail: mailer.sends && url !== undefined,
      sms: sms.notices && url !== undefined,
      webhook: options.webhook,
    },
    pageOf: (path) => (url === undefined ? '' : `${url}${path}`),
    mailer,
    smsSends: sms.sends,
    async tell(tx, told) {
      if (told.length === 0) return
      const now = wallNow()
      await queries.addMessages(
        tx,
        told.map(({ moment, about, way, staffId, receiver, letter, copy = '' }) => {
          const id = newId(now)
          return {
            id,
            moment,
            key: `${moment} ${about} ${way} ${staffId ?? receiver}${copy}`,
            way,
            staff_id: staffId,
            receiver,
            sealed: seals.seal(JSON.stringify(letter), letterOwner(id)),
            made_at: now,
            next_at: now,
          }
        }),
      )
    },
  }
}

/** A mail to an account, as it is told. */
export const mailTo = (
  { moment, about, staffId }: Pick<Told, 'moment' | 'about' | 'staffId'>,
  letter: Letter,
): Told => ({ moment, about, way: 'mail', staffId, receiver: maskMail(letter.to), letter })

/** What a receiver is told: `text` by mail under `subject`, `short` as a text message. */
type Telling = Pick<Told, 'moment' | 'about'> & {
  topic: TopicKey
  language: string
  subject: string
  text: string
  short: string
  /** In a browser's notification, which leads to `href`. */
  push: string
  href: string
}

/** A push service takes 4,096 bytes. */
const mostCharacters = 800

/** What the browser's worker shows: a later message about the same takes its place. */
const pushOf = ({ moment, about, language, push, href }: Telling): string =>
  JSON.stringify({
    title: 'Greenroom',
    body: push.slice(0, mostCharacters),
    lang: tagOf(language),
    dir: isLanguage(language) ? directionOf(language) : 'auto',
    tag: `${moment} ${about}`,
    href,
  })

/** The letters to one account, in the ways that it chose and that lead anywhere. */
export function toldBy({ ways }: Notifier, receiver: Receiver, told: Telling): Told[] {
  const { moment, about, topic, language, subject, text, short } = told
  const urgent = 'urgent' in topics[topic]
  return waysOf(topic, receiver.choices).flatMap((way): Told[] => {
    if (way === 'bell') return []
    if (way === 'push')
      return receiver.browsers.map((browserId) => ({
        moment,
        about,
        way,
        staffId: receiver.id,
        receiver: '',
        letter: { to: browserId, subject, text: pushOf(told), language, urgent },
        copy: ` ${browserId}`,
      }))
    const to = addressOf(receiver, way)
    if (!ways[way] || to === '') return []
    const staffId = receiver.id
    return way === 'mail'
      ? [mailTo({ moment, about, staffId }, { to, subject, text, language, urgent })]
      : [
          {
            moment,
            about,
            way,
            staffId,
            receiver: maskNumber(to),
            letter: { to, subject, text: short, language, urgent },
          },
        ]
  })
}

/** Re-encrypts letters of older keys with the current one. */
export async function renewMessages(tx: Transaction, seals: Seals): Promise<void> {
  const rows = await queries.foreignSeals(tx, seals.prefix)
  if (rows.length === 0) return
  await queries.putSeals(
    tx,
    rows.map(({ id, sealed }) => ({ id, sealed: seals.seal(seals.open(sealed!, letterOwner(id)), letterOwner(id)) })),
  )
}
