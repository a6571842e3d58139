// How the personal data of a table is declared: whose its rows are, and what becomes of each column when that person is erased. Erasing, the
// person's archive and the check that nothing is forgotten are made of these declarations (docs/operating.md, A person's data).

/** Why a word stays although its person is erased. */
export type Keep =
  /** Money's records name the number, what was paid and by which reference; books must. */
  | 'money'
  /** Figures by country, channel and platform; nobody is named by them. */
  | 'figures'
  /** So that a ban, a benefit or a sanction reaches the person again: a keyed hash. */
  | 'hash'
  /** Details of payments that were made: sealed, for `payout_detail_years`. */
  | 'paid'
  /** A business's name, or what it is paid by. */
  | 'business'
  /** Of staff at work, or written by them about things. */
  | 'staff'
  /** The sealed log, whose personal words stand apart. */
  | 'log'
  /** Removed soon by itself: after the time that `until` names. */
  | 'short'
  /** What others have in common: a topic, a gift, a statement of a gateway. */
  | 'shared'

/** How long the rows of a table stay in any case: a parameter, or a fixed time. */
export type Until = { param: string } | { days: number }

/** `$person` stands for the user's number in each piece of SQL; the row is `t`. */
export type TableData = {
  /** The rows about the person; none: the table holds nothing about a user of the app. */
  whose?: string
  /** They are deleted rather than emptied. */
  deleted?: true
  /** Columns that are emptied, with the value that they get: an expression. */
  erased?: Readonly<Record<string, string>>
  /** Columns that hold or may hold personal data, and stay. */
  kept?: Readonly<Record<string, Keep>>
  /** Columns that hold nothing about a person: ids, keys, states, hashes, settings. */
  plain?: string
  until?: Until
  /** Columns that no archive shows: sealed texts and hashes. */
  secret?: string
}

export type SchemaData = Readonly<Record<string, TableData>>

/** Columns that name the account which did something, in any table: an account's name, which staff or a guild chose. */
export const accountNames: ReadonlySet<string> = new Set(
  `by created_by updated_by ended_by decided_by approved_by reversed_by changed_by asked_by made_by paid_by sent_by taken_by confirmed_by
   entered_by explained_by registered_by closed_by second_by frozen_by published_by requested_by answered_by started_by stopped_by set_by
   undone_by known_by cancelled_by asked_for decided_name username`.split(/\s+/),
)

/** Keys under which requests, commands and histories hold words about people. */
export const wordKeys: readonly string[] =
  `account address answer avatarUrl birthday comment contact coverUrl detail device deviceId deviceIds email evidenceUrls holder ip lastFour
  leaderEmail leaderName leaderPhone listedName message name nickname note owner payee payeeName phone pictureUrls profession question
  reason registeredIp text title url who word`.split(/\s+/)

const keys = `'{${wordKeys.join(',')}}'`

/** A JSON column without the words under these keys. */
export const scrubbed = (column: string): string => `privacy.scrub(t.${column}, ${keys})`
