// A database address with several hosts, of which one is the primary: postgres://user@one:5432,two:5432/greenroom. node-postgres takes one host
// only (brianc/node-postgres#2781), so the hosts are asked which of them takes writes before a connection is made, as libpq does with
// `target_session_attrs=read-write`. Of two that do, the one on the newer timeline is meant: the other is a primary of before a failover.
import pg from 'pg'

const form = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([/?#].*)?$/

/** Says what is meant; it is always meant, and PostgreSQL does not know the name. */
const attribute = 'target_session_attrs'

/**
 * An address for each host of an address, without what is said to the driver only.
 *
 * @throws TypeError for what is no address
 */
export function addressesOf(url: string): string[] {
  const [, scheme, user, hosts, rest = ''] = form.exec(url) ?? []
  if (scheme === undefined || hosts === undefined) throw new TypeError('not the address of a database')
  const several = hosts.split(',')
  if (several.length === 1 && !rest.includes(attribute)) return [url]
  return several.map((host) => {
    if (host === '' && several.length > 1) throw new TypeError('an empty host')
    const one = new URL(`${scheme}${user === undefined ? '' : `${user}@`}${host}${rest}`)
    one.searchParams.delete(attribute)
    return one.href
  })
}

/** The wanted kind of session that an address names. */
export const attributeOf = (url: string): string | null => new URLSearchParams(url.split('?')[1] ?? '').get(attribute)

/** The address with another user or password, whatever characters they have. */
export function withUser(url: string, change: { name?: string; password?: string }): string {
  const [, scheme, user, hosts, rest = ''] = form.exec(url) ?? []
  if (scheme === undefined) throw new TypeError('not the address of a database')
  const [name = '', password] = (user ?? '').split(/:(.*)/s)
  const known = change.password === undefined ? password : encodeURIComponent(change.password)
  const whole = `${change.name === undefined ? name : encodeURIComponent(change.name)}${known === undefined ? '' : `:${known}`}`
  return `${scheme}${whole}@${hosts}${rest}`
}

/** The user whom an address names. */
export const userOf = (url: string): string => decodeURIComponent(new URL(addressesOf(url)[0]!).username)

export type Place = { host: string; port: number; timeline: number }

/** What a host answered: where it is if it takes writes. */
type Answer = { host: string; found?: Place; why: string; error?: unknown }

/** None of the hosts takes writes. `57P03` is what PostgreSQL itself answers while it starts: it may pass. */
export class NoPrimary extends Error {
  readonly code = '57P03'
  /** One of them can be read, as a standby can. */
  readonly isReadable: boolean
  constructor(answers: readonly Answer[]) {
    super(`no host of the database takes writes: ${answers.map(({ host, why }) => `${host} ${why}`).join(', ')}`)
    this.isReadable = answers.some(({ why }) => why === readsOnly)
  }
}

const readsOnly = 'can only be read'
const isOlder = 'is on an older timeline'

/** A host that says nothing counts as away after this time. */
const probeMs = 2_000
/** Another primary, on a newer timeline, may answer a little later than the first. */
const graceMs = 250

const question = `
  select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as reads,
         case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as segment`

const nameOf = (address: string): string => new URL(address).host

/** The timeline is the first eight digits of a segment's name. */
export const timelineIn = (segment: string | null): number => Number.parseInt((segment ?? '').slice(0, 8), 16) || 0

async function ask(address: string): Promise<Answer> {
  const host = nameOf(address)
  const client = new pg.Client({
    connectionString: address,
    application_name: 'greenroom hosts',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ reads: boolean; segment: string | null }>(question)
    if (rows[0]!.reads) return { host, why: readsOnly }
    const place = { host: client.host, port: client.port, timeline: timelineIn(rows[0]!.segment) }
    return { host, why: '', found: place }
  } catch (error) {
    return { host, why: (error as Error).message, error }
  } finally {
    const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
    void client.end().catch(() => {})
    connection?.stream?.destroy()
  }
}

/** The first one on the newest timeline. Pure. */
export function chosen<T extends { timeline: number }>(found: readonly T[], newest: number): T | undefined {
  const most = Math.max(newest, ...found.map(({ timeline }) => timeline))
  return found.find(({ timeline }) => timeline === most)
}

export type Hosts = {
  /** Where the primary is: known, or asked now. @throws NoPrimary */
  find(): Promise<Place>
  /** It may have moved: the next connection asks. */
  doubt(): void
  /** Asks now, and tells who listens if it has moved. */
  look(): Promise<void>
  /** Told when the primary is another host than before. @returns ends it */
  onMoved(told: (place: Place) => void): () => void
}

function openHosts(addresses: readonly string[]): Hosts {
  const listeners = new Set<(place: Place) => void>()
  let known: Place | undefined
  let isDoubted = true
  let newest = 0
  let searching: Promise<Place> | undefined

  async function search(): Promise<Place> {
    const answers: Answer[] = []
    const { promise: first, resolve: answered } = Promise.withResolvers<void>()
    const all = Promise.all(
      addresses.map(async (address, at) => {
        answers[at] = { host: nameOf(address), why: 'has not answered yet' }
        answers[at] = await ask(address)
        if (answers[at].found) setTimeout(answered, graceMs).unref()
      }),
    )
    await Promise.race([all, first])
    const found = answers.flatMap((answer) => answer.found ?? [])
    const place = chosen(found, newest)
    if (!place) {
      for (const answer of answers) if (answer.found) answer.why = isOlder
      const errors = answers.map(({ error }) => error as { code?: string } | undefined)
      // A wrong password or name is the same on all of them, and says more.
      if (errors.every((error) => error?.code !== undefined && error.code === errors[0]?.code)) throw errors[0]
      throw new NoPrimary(answers)
    }
    newest = place.timeline
    const isMoved = known !== undefined && (known.host !== place.host || known.port !== place.port)
    known = place
    isDoubted = false
    if (isMoved) for (const told of listeners) told(place)
    return place
  }

  const searchOnce = () => {
    searching ??= search().finally(() => (searching = undefined))
    return searching
  }
  return {
    find: () => (known && !isDoubted ? Promise.resolve(known) : searchOnce()),
    doubt() {
      isDoubted = true
    },
    async look() {
      await searchOnce()
    },
    onMoved(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
  }
}

const opened = new Map<string, Hosts>()

/** What this process knows of an address's hosts; undefined for an address with a single one. */
export function hostsOf(url: string): Hosts | undefined {
  const known = opened.get(url)
  if (known) return known
  const addresses = addressesOf(url)
  if (addresses.length === 1) return undefined
  const made = openHosts(addresses)
  opened.set(url, made)
  return made
}
