// All users of the world. Changing data is in typed arrays, so that a million users take a few megabytes; fixed traits
// are derived from the seed and the user's number whenever needed.
import { nicknameOf } from './names.ts'
import { type Place, placeAt } from './places.ts'
import { mix, share } from './random.ts'
import { day } from './sizes.ts'
import { models, professions } from './texts.ts'

export type Sex = 'man' | 'woman' | 'none'

/** How much a user is willing to spend: half of all men never pay, a few pay most. */
export type SpendingType = 'none' | 'casual' | 'regular' | 'whale'

/** A user's flags. */
export const online = 1
export const banned = 2
/** May not broadcast. */
export const muted = 4
/** Our copy of the wallet may be wrong: read it again. */
export const walletStale = 8
/** Deleted their account, and may still change their mind. */
export const leaving = 16
/** Erased: nobody of this number comes any more. */
export const gone = 32

const firstId = 100_001
/** A user's traits; each gets its own random share from the seed. */
const facet = {
  sex: 1,
  place: 2,
  platform: 3,
  channel: 4,
  purse: 5,
  host: 6,
  zeal: 7,
  stay: 8,
  device: 9,
  bad: 10,
  age: 11,
  regret: 12,
}

const channels = ['', '', 'organic', 'tiktok-01', 'tiktok-02', 'fb-latam', 'google-uac', 'kol-priya', 'kol-emre', 'asa']
export class People {
  readonly seed: number
  #count = 0
  registeredAt: Float64Array<ArrayBuffer>
  paid: Int32Array<ArrayBuffer>
  promo: Int32Array<ArrayBuffer>
  bonus: Int32Array<ArrayBuffer>
  /** Bonus requested by open withdrawals. */
  requestedBonus: Int32Array<ArrayBuffer>
  flags: Uint8Array<ArrayBuffer>

  constructor(seed: number, capacity: number) {
    this.seed = seed
    this.registeredAt = new Float64Array(capacity)
    this.paid = new Int32Array(capacity)
    this.promo = new Int32Array(capacity)
    this.bonus = new Int32Array(capacity)
    this.requestedBonus = new Int32Array(capacity)
    this.flags = new Uint8Array(capacity)
  }

  get count(): number {
    return this.#count
  }

  /** Adds a user. @returns the user's number. */
  add(at: number): number {
    if (this.#count === this.flags.length) this.#grow(Math.ceil(this.#count * 1.5))
    this.registeredAt[this.#count] = at
    return this.#count++
  }

  #grow(capacity: number): void {
    const larger = <A extends Float64Array | Int32Array | Uint8Array>(from: A, to: A): A => (to.set(from), to)
    this.registeredAt = larger(this.registeredAt, new Float64Array(capacity))
    this.paid = larger(this.paid, new Int32Array(capacity))
    this.promo = larger(this.promo, new Int32Array(capacity))
    this.bonus = larger(this.bonus, new Int32Array(capacity))
    this.requestedBonus = larger(this.requestedBonus, new Int32Array(capacity))
    this.flags = larger(this.flags, new Uint8Array(capacity))
  }

  /** The arrays in a fixed order, for saving and loading. */
  arrays(): (Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>)[] {
    return [this.registeredAt, this.paid, this.promo, this.bonus, this.requestedBonus, this.flags].map((array) =>
      array.subarray(0, this.#count),
    ) as ReturnType<People['arrays']>
  }

  restore(count: number, bytes: Uint8Array): void {
    if (count > this.flags.length) this.#grow(count)
    this.#count = count
    let from = 0
    for (const array of this.arrays()) {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(
        bytes.subarray(from, from + array.byteLength),
      )
      from += array.byteLength
    }
  }

  /** Users who registered after this may not have been reported. */
  forgetSince(at: number): void {
    while (this.#count > 0 && this.registeredAt[this.#count - 1]! > at) {
      this.#count--
      this.flags[this.#count] = 0
    }
  }

  /** Bytes needed to restore `count` users. */
  static bytesOf(count: number): number {
    return count * (8 + 4 * 4 + 1)
  }

  is(who: number, flag: number): boolean {
    return (this.flags[who]! & flag) !== 0
  }

  set(who: number, flag: number, on: boolean): void {
    this.flags[who] = on ? this.flags[who]! | flag : this.flags[who]! & ~flag
  }

  idOf(who: number): number {
    return firstId + who
  }

  /** The number of a user id, or -1 if it is not of this world. */
  whoIs(userId: number): number {
    const who = userId - firstId
    return who >= 0 && who < this.#count ? who : -1
  }

  #share(who: number, of: number): number {
    return share(this.seed, who + 1, of)
  }

  sexOf(who: number): Sex {
    const at = this.#share(who, facet.sex)
    return at < 0.54 ? 'man' : at < 0.98 ? 'woman' : 'none'
  }

  placeOf(who: number): Place {
    return placeAt(this.#share(who, facet.place))
  }

  platformOf(who: number): 'ios' | 'android' | 'web' {
    const at = this.#share(who, facet.platform)
    return at < 0.3 ? 'ios' : at < 0.95 ? 'android' : 'web'
  }

  channelOf(who: number): string {
    return channels[Math.floor(this.#share(who, facet.channel) * channels.length)]!
  }

  purseOf(who: number): SpendingType {
    const at = this.#share(who, facet.purse) * (this.sexOf(who) === 'woman' ? 12 : 1)
    return at < 0.05 ? 'whale' : at < 0.16 ? 'regular' : at < 0.45 ? 'casual' : 'none'
  }

  /** Women who broadcast and take calls. */
  isHost(who: number): boolean {
    return this.sexOf(who) === 'woman' && this.#share(who, facet.host) < 0.4
  }

  /** Users who will break rules. */
  isBad(who: number): boolean {
    return this.#share(who, facet.bad) < 0.03
  }

  /** Whether the user has enough of the app in this hour; one in so many visits ends with that. */
  hasEnough(who: number, hours: number): boolean {
    return mix(this.seed, who + 1, 2_000 + hours) % 150 === 0
  }

  /** Whether somebody who deleted their account comes back in time. */
  regrets(who: number): boolean {
    return this.#share(who, facet.regret) < 0.5
  }

  /** The price per minute of a call with this user, in tokens. */
  priceOf(who: number, kind: 'voice' | 'video'): number {
    const base = [20, 30, 40, 60][mix(this.seed, who, 31) & 3]!
    return kind === 'voice' ? base : base * 2
  }

  /**
   * How likely a user is to come online, 0 to 1, `age` milliseconds after registration. Most leave within days, the rest ever more slowly:
   * a share of (1 + age ÷ scale) ^ -0.5 stays.
   */
  zealOf(who: number, age: number): number {
    const keen = 0.15 + 0.85 * this.#share(who, facet.zeal)
    const isLoyal = this.isHost(who) || this.purseOf(who) === 'whale' || this.purseOf(who) === 'regular'
    const scale = (isLoyal ? 12 : 1.2) * day
    const stays = scale * (this.#share(who, facet.stay) ** -2 - 1)
    return age <= stays ? keen : keen * 0.03
  }

  /** Whether the user may come on this day, `days` after an arbitrary epoch, if they come on this share of days. */
  isDayOf(who: number, days: number, part: number): boolean {
    return share(this.seed, who + 1, 1_000 + days) < part
  }

  /** One in twenty shares a device with a recent newcomer. */
  deviceOwner(who: number): number {
    const at = this.#share(who, facet.device)
    return at < 0.05 && who > 3 ? who - 1 - Math.floor(at * 60) : who
  }

  deviceOf(who: number): string {
    const owner = this.deviceOwner(who)
    return `${mix(this.seed, owner, 91).toString(16).padStart(8, '0')}-${owner.toString(36)}`
  }

  /** All users of this device. */
  usersOf(deviceId: string): number[] {
    const owner = Number.parseInt(deviceId.split('-')[1] ?? '', 36)
    if (Number.isNaN(owner)) return []
    return [0, 1, 2, 3, 4]
      .map((step) => owner + step)
      .filter((who) => who < this.#count && this.deviceOf(who) === deviceId)
  }

  deviceModelOf(who: number): string {
    return models[mix(this.seed, this.deviceOwner(who), 92) % models.length]!
  }

  ipOf(who: number): string {
    const at = mix(this.seed, this.deviceOwner(who), 93)
    // This channel is sold fake registrations from one place.
    if (this.channelOf(who) === 'kol-emre' && at % 5 < 2) return `185.220.101.${1 + ((at >>> 8) % 254)}`
    return `${1 + ((at >>> 24) % 222)}.${(at >>> 16) & 255}.${(at >>> 8) & 255}.${1 + (at % 254)}`
  }

  /** The registration event's data. */
  profileOf(who: number, at: number, media: string) {
    const place = this.placeOf(who)
    const sex = this.sexOf(who)
    const age = 18 + Math.floor(this.#share(who, facet.age) ** 2 * 40)
    const turn = (below: number, of: number) => mix(this.seed, who, of) % below
    return {
      nickname: nicknameOf(mix(this.seed, who, 51), place.culture, sex),
      sex,
      birthday: new Date(at - (age * 365.25 + turn(360, 52)) * day).toISOString().slice(0, 10),
      country: place.country,
      language: place.language,
      ...(turn(3, 53) === 0 && { profession: professions[turn(professions.length, 54)]! }),
      ...(turn(4, 55) === 0 && { email: `user${this.idOf(who)}@mail.example` }),
      ...(turn(10, 56) < 7 && {
        areaCode: place.code,
        phone: `9${String(mix(this.seed, who, 57))
          .padStart(10, '0')
          .slice(-9)}`,
      }),
      ...(turn(10, 58) < 8 && { avatarUrl: `${media}/media/portrait/${this.idOf(who)}.svg` }),
    }
  }
}
