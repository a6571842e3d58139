// Settings from the environment, checked at start; each bad one gets a line that says what is valid.
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { inFile, withFiles, withPassword } from './config.files.ts'
import { isLoopback, trustedProxiesOf } from './kit/calls/proxies.ts'
import { addressesOf, attributeOf, userOf } from './kit/standby/hosts.ts'

const text = z.string().trim().min(1)
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const origins = text
  .transform((list) => list.split(/[\s,]+/))
  .pipe(z.array(webAddress.transform((url) => new URL(url).origin)))

const proxies = z.string().transform((given, context) => {
  const read = trustedProxiesOf(given)
  if (read !== null) return read
  context.issues.push({ code: 'custom', input: given, message: 'no proxies' })
  return z.NEVER
})

/** The address of a database; of several hosts the primary is meant. */
const databaseAddress = z.string().refine((url) => {
  try {
    const isOne = z.url({ protocol: /^postgres(ql)?$/ })
    return (
      addressesOf(url).every((address) => isOne.safeParse(address).success) &&
      [null, 'read-write', 'primary'].includes(attributeOf(url))
    )
  } catch {
    return false
  }
})

/** So many backups, or so many days, weeks and months of which the newest is kept (`backup/keep.rules.ts`). */
export const keepForm = /^(?:([1-9]\d{0,3})|([1-9]\d{0,3})d(?:[\s,]+(\d{1,4})w)?(?:[\s,]+(\d{1,4})m)?)$/

/** One or two addresses of JSON-RPC nodes. */
const nodes = text.transform((list) => list.split(/[\s,]+/)).pipe(z.array(z.url({ protocol: /^https?$/ })).max(2))

const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_PASSWORD: text.optional(),
  DATABASE_DIRECT_PASSWORD: text.optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
  PUBLIC_URL: webAddress.optional(),
  MOBILE_SITE_URL: webAddress.optional(),
  STREAM_ORIGINS: origins.default([]),
  LANDING_ORIGIN: webAddress.transform((url) => new URL(url).origin).optional(),
  TRUST_PROXY: proxies.default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  SMS_PROVIDER: z.enum(['console', 'twilio', 'aliyun']).default('console'),
  SMS_SECOND: z.enum(['twilio', 'aliyun']).optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  ALIYUN_ACCESS_KEY_ID: text.optional(),
  ALIYUN_ACCESS_KEY_SECRET: text.optional(),
  ALIYUN_SMS_SIGN_NAME: text.optional(),
  ALIYUN_SMS_TEMPLATE_CODE: text.optional(),
  ALIYUN_SMS_NOTICE_TEMPLATE_CODE: text.optional(),
  ALIYUN_SMS_ENDPOINT: webAddress.default('https://dysmsapi.aliyuncs.com'),
  SMTP_HOST: text.optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(587),
  SMTP_TLS: z.enum(['starttls', 'tls', 'off']).default('starttls'),
  SMTP_USER: text.optional(),
  SMTP_PASSWORD: text.optional(),
  SMTP_CA: text.optional(),
  MAIL_FROM: text.refine((from) => /^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from)).optional(),
  ALERT_URL: webAddress.optional(),
  ALERT_SECRET: text.regex(/^(?:whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/).optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.optional(),
  OIDC_SCOPES: text.optional(),
  OIDC_GROUPS_CLAIM: text.optional(),
  BRIDGE_ALLOW_PRIVATE: z.stringbool().default(false),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_BUCKET: text.optional(),
  S3_ROLE: z.stringbool().default(false),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SEAL_KEYS: text.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_BUCKET: text.optional(),
  BACKUP_AT: z.union([z.literal('off'), z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)]).optional(),
  BACKUP_KEEP: text.regex(keepForm).default('7d 5w 12m'),
  RESTORE_TEST_DAYS: z.coerce.number().int().min(0).max(366).default(7),
  RESTORE_TEST_DIR: text.optional(),
  UPDATE_BACKUPS: text.optional(),
  MIGRATE_AT_START: z.stringbool().default(true),
  DATABASE_STANDBYS: z
    .union([z.literal('sync'), z.stringbool().transform((is): 'on' | 'off' => (is ? 'on' : 'off'))])
    .optional(),
  LEDGER_CACHE: z.stringbool().default(true),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  DATA_FREE_MB: z.coerce.number().int().min(0).max(1_000_000_000).default(500),
  TRON_NODES: nodes.default([]),
  TRON_XPUB: text.optional(),
  TRON_USDT: text.default('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  ETHEREUM_NODES: nodes.default([]),
  ETHEREUM_XPUB: text.optional(),
  ETHEREUM_USDT: text.default('0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  SIMULATE: z.enum(['off', 'village', 'town', 'city']).optional(),
})

type Read = z.output<typeof settings>
export type Config = Read & { DATABASE_STANDBYS: 'off' | 'on' | 'sync' }

const names = Object.keys(settings.shape)

const hints: Record<string, string> = {
  PORT: 'a port number from 0 to 65535 (0 chooses a free one)',
  DATABASE_URL:
    'postgres://user:password@host:port/database, PostgreSQL 17 or newer; several hosts with commas (host:port,host:port), of which the ' +
    'primary is meant (target_session_attrs=read-write)',
  DATABASE_DIRECT_URL: 'postgres://…, the address without a pooler',
  DATABASE_REPLICA_URL: 'postgres://…, a replica of the database, for reading',
  ADMIN_PASSWORD: '8 to 200 characters',
  PUBLIC_URL: 'an http(s) address',
  MOBILE_SITE_URL: 'an http(s) address',
  LANDING_ORIGIN: 'a separate http(s) address that serves landing pages and nothing else',
  STREAM_ORIGINS: 'http(s) addresses, comma-separated: the origins of broadcast streams',
  TRUST_PROXY:
    'the proxies in front of Greenroom: their number (1), or their addresses and ranges, comma-separated (10.0.0.5, 10.1.0.0/16); true would trust any address that a caller sends',
  OIDC_ISSUER: 'an http(s) address: the issuer of the identity provider',
  BRIDGE_ALLOW_PRIVATE: 'on or off (on lets commands be posted to private addresses)',
  SMS_PROVIDER: 'console, twilio or aliyun',
  SMS_SECOND: 'twilio or aliyun, and not the same as SMS_PROVIDER',
  S3_ROLE: 'on or off (on takes the role of the machine instead of keys)',
  ALIYUN_SMS_ENDPOINT: 'an http(s) address',
  SMTP_PORT: 'a port number from 1 to 65535',
  SMTP_TLS: 'starttls, tls or off',
  ALERT_URL: 'an http(s) address that takes the alarms',
  ALERT_SECRET: 'whsec_ and at least 24 random bytes in base64 (openssl rand -base64 32)',
  MAIL_FROM: 'a mail address, with or without a name: Greenroom <greenroom@example.com>',
  SIMULATE: 'off, village, town or city (how large a live app to simulate)',
  LOG_LEVEL: 'silent, error, warn, info or debug',
  S3_ENDPOINT: 'an http(s) address',
  BACKUP_AT: 'a time of day in UTC, such as 02:30, or off',
  BACKUP_KEEP: 'the number of backups to keep (7), or days, weeks and months of which the newest is kept (7d 5w 12m)',
  RESTORE_TEST_DAYS: 'days between two trials of a restore, 0 to 366 (0: never)',
  MIGRATE_AT_START: 'on or off (off only checks; npm run migrate migrates)',
  DATABASE_STANDBYS:
    'off, on (the database fails over to standbys) or sync (and nothing is acknowledged that no standby has)',
  TRON_NODES: 'one or two http(s) addresses of JSON-RPC nodes, comma-separated',
  ETHEREUM_NODES: 'one or two http(s) addresses of JSON-RPC nodes, comma-separated',
  METRICS_PORT: 'a port number from 0 to 65535 (0 chooses a free one); unset: no metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the http(s) address of a collector of OpenTelemetry, without /v1/traces',
  OTEL_TRACES_SAMPLER_ARG: 'a share from 0 to 1 of the traces that begin here',
  DRAIN_SECONDS: 'seconds from 0 to 600: how long it still serves after SIGTERM',
  LOG_FORMAT: 'json or text',
  DATA_FREE_MB: 'whole megabytes that must be free in DATA_DIR (0 does not look)',
  LEDGER_CACHE: 'on or off (off posts to the ledger without cached balances)',
}

const usesSms = ({ SMS_PROVIDER, SMS_SECOND }: Read, name: Read['SMS_SECOND']) =>
  SMS_PROVIDER === name || SMS_SECOND === name

/** Required settings of each provider. */
const together: [(config: Read) => boolean, (keyof Read)[]][] = [
  [(c) => usesSms(c, 'twilio'), ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  [
    (c) => usesSms(c, 'aliyun'),
    ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME', 'ALIYUN_SMS_TEMPLATE_CODE'],
  ],
  [(c) => c.DATABASE_STANDBYS === 'sync' || c.DATABASE_REPLICA_URL !== undefined, ['DATABASE_URL']],
  [(c) => c.ALERT_URL !== undefined, ['ALERT_SECRET']],
  [(c) => c.SMTP_HOST !== undefined, ['MAIL_FROM']],
  [(c) => c.SMTP_USER !== undefined || c.SMTP_PASSWORD !== undefined, ['SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD']],
  [(c) => c.OIDC_ISSUER !== undefined, ['OIDC_CLIENT_ID', 'PUBLIC_URL']],
  [
    (c) =>
      !c.S3_ROLE &&
      [c.S3_BUCKET, c.BACKUP_BUCKET, c.S3_ENDPOINT, c.S3_ACCESS_KEY_ID, c.S3_SECRET_ACCESS_KEY].some(
        (value) => value !== undefined,
      ),
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ],
]

/** Invalid settings; `message` has one line for each. */
export class BadSettings extends Error {}

/**
 * Reads the settings. `NAME_FILE` names a file with the value of `NAME`; `DATABASE_PASSWORD` is put into the addresses of the application,
 * and `DATABASE_DIRECT_PASSWORD` into the owner's.
 *
 * @throws BadSettings with a line for every bad one.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { env: whole, problems } = withFiles(env, names)
  if (problems.length > 0) throw new BadSettings(problems.join('\n'))
  const given = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const shown =
        /PASSWORD|SECRET|TOKEN|KEY|NODES|XPUB/.test(name) || name.startsWith('DATABASE') ? '' : ` (is "${env[name]}")`
      return `${name}${shown} must be ${hints[name] ?? 'set to something'}.`
    })
    throw new BadSettings(lines.join('\n'))
  }
  const config = parsed.data
  const missing = together
    .filter(([applies]) => applies(config))
    .flatMap(([, names]) => names.filter((n) => config[n] === undefined))
  if (config.S3_ACCESS_KEY_ID !== undefined && config.S3_BUCKET === undefined && config.BACKUP_BUCKET === undefined)
    missing.push('S3_BUCKET')
  if (config.SMS_SECOND !== undefined && [config.SMS_SECOND, 'console'].includes(config.SMS_PROVIDER))
    throw new BadSettings(`SMS_SECOND must be ${hints['SMS_SECOND']}; SMS_PROVIDER is ${config.SMS_PROVIDER}.`)
  if (missing.length > 0) throw new BadSettings(missing.map((name) => `${name} must be set too.`).join('\n'))
  // Who names several hosts has standbys.
  const severalHosts = config.DATABASE_URL !== undefined && addressesOf(config.DATABASE_URL).length > 1
  const { BACKUP_DIR: folder, SEAL_KEYS: keys, UPDATE_BACKUPS: updates, RESTORE_TEST_DIR: trial } = config
  return {
    ...config,
    DATABASE_STANDBYS: config.DATABASE_STANDBYS ?? (severalHosts ? 'on' : 'off'),
    DATABASE_URL: withPassword(config.DATABASE_URL, config.DATABASE_PASSWORD),
    DATABASE_REPLICA_URL: withPassword(config.DATABASE_REPLICA_URL, config.DATABASE_PASSWORD),
    DATABASE_DIRECT_URL: withPassword(config.DATABASE_DIRECT_URL, config.DATABASE_DIRECT_PASSWORD),
    DATA_DIR: resolve(config.DATA_DIR),
    ...(folder && { BACKUP_DIR: resolve(folder) }),
    ...(keys && { SEAL_KEYS: resolve(keys) }),
    ...(trial && { RESTORE_TEST_DIR: resolve(trial) }),
    ...(updates && updates !== 'off' && { UPDATE_BACKUPS: resolve(updates) }),
  }
}

/** Base URL of files: log-in returns it, and answers prefix picture names with it. */
export const fileUrlOf = (config: Config): string => `${config.PUBLIC_URL ?? ''}/files/`

/** File of the encryption keys: beside the embedded database, but never in its backups. */
export const sealKeysOf = (config: Pick<Config, 'SEAL_KEYS' | 'DATA_DIR'>): string =>
  config.SEAL_KEYS ?? join(config.DATA_DIR, 'seal.keys')

/** The role that the application connects as with `url`, if it is not the owner of the tables, whom `DATABASE_DIRECT_URL` names. */
export function applicationRoleOf(
  { DATABASE_DIRECT_URL: direct }: Pick<Config, 'DATABASE_DIRECT_URL'>,
  url: string | undefined,
): string | undefined {
  if (url === undefined || direct === undefined) return undefined
  const [role, owner] = [url, direct].map(userOf)
  return role === owner ? undefined : role
}

/** Folder of the backups before updates of the embedded database, or `off`. */
export const updateBackupsOf = (config: Pick<Config, 'UPDATE_BACKUPS' | 'DATA_DIR'>): string =>
  config.UPDATE_BACKUPS ?? `${config.DATA_DIR}-before-updates`

/** Folder in which a restore is tried. It is removed before and after, so it is never one that somebody named. */
export const restoreTestOf = (config: Pick<Config, 'RESTORE_TEST_DIR' | 'DATA_DIR'>): string =>
  config.RESTORE_TEST_DIR === undefined
    ? `${config.DATA_DIR}-restore-test`
    : join(config.RESTORE_TEST_DIR, 'greenroom-restore-test')

/** True if the site is reachable from other machines: it listens beyond loopback, has a public address, or a proxy. */
export const isReachable = ({ HOST, PUBLIC_URL, TRUST_PROXY }: Config): boolean =>
  !isLoopback(HOST) || TRUST_PROXY !== false || (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))

/**
 * Base of the addresses of landing pages: their own origin, or on loopback this server's; undefined where they may not be served
 * (docs/promotion.md, Landing pages).
 */
export const landingBaseOf = (config: Config): string | undefined =>
  config.LANDING_ORIGIN ?? (isReachable(config) ? undefined : (config.PUBLIC_URL ?? ''))

/** Seconds of serving on after SIGTERM: a proxy in front needs them to learn that this server leaves. */
export const drainSecondsOf = ({ DRAIN_SECONDS, TRUST_PROXY }: Config): number =>
  DRAIN_SECONDS ?? (TRUST_PROXY === false ? 0 : 5)

/** First words that only our settings have. */
const ownWords = new Set(
  'ALIYUN BACKUP BRIDGE DATABASE DRAIN ETHEREUM LEDGER METRICS OIDC RESTORE SEAL SMS TRON TRUST TWILIO'.split(' '),
)

/** How many letters to add, drop or replace, or neighbours to swap, between two names; counted up to 3. */
function apart(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let at = 1; at <= one.length; at++) {
    const row = [at]
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1]
      row[to] = Math.min(last[to]! + 1, row[to - 1]! + 1, last[to - 1]! + (same ? 0 : 1))
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
        row[to] = Math.min(row[to]!, before[to - 2]! + 1)
    }
    ;[before, last] = [last, row]
  }
  return Math.min(3, last[other.length]!)
}

/** A warning for each name that is no setting and looks like one. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(names)
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || known.has(inFile(name) ?? '') || env[name] === '') return []
    const nearest = name.length < 6 ? undefined : names.find((one) => one.length > 5 && apart(name, one) <= 2)
    if (nearest === undefined && !(name.includes('_') && ownWords.has(name.split('_')[0]!))) return []
    return [`WARNING: ${name} is no setting and changes nothing.${nearest ? ` Did you mean ${nearest}?` : ''}`]
  })
}

/** Warnings about these settings, one per line. */
export function warningsOf(config: Config): string[] {
  if (!isReachable(config)) return []
  return [
    ...(config.SMS_PROVIDER === 'console'
      ? [
          'WARNING: SMS_PROVIDER is console: log-in codes are printed here and sent to nobody. Set it to twilio or aliyun.',
        ]
      : []),
    ...(config.SMTP_USER !== undefined && config.SMTP_TLS === 'off'
      ? ['WARNING: SMTP_TLS is off: the password of SMTP_USER is sent in plain text.']
      : []),
    ...(config.PUBLIC_URL === undefined
      ? [
          'WARNING: PUBLIC_URL is not set: addresses of pictures that the app is sent, such as banners, have no host, and an app elsewhere ' +
            'cannot fetch them. Set it to the address people use.',
        ]
      : []),
  ]
}
