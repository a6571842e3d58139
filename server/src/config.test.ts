import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BadSettings, drainSecondsOf, readConfig, unknownSettings, warningsOf } from './config.ts'

it('requires nothing', () => {
  expect(readConfig({})).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', SMS_PROVIDER: 'console' })
})

it('treats an empty setting as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toMatchObject({ PORT: 8080 })
})

it('uses the ledger cache unless it is switched off', () => {
  expect(readConfig({}).LEDGER_CACHE).toBe(true)
  expect(readConfig({ LEDGER_CACHE: 'off' }).LEDGER_CACHE).toBe(false)
})

it('accepts several origins, reduced to what a policy needs', () => {
  const { STREAM_ORIGINS } = readConfig({ STREAM_ORIGINS: 'https://live.example.com/hls/, http://10.0.0.1:8000' })
  expect(STREAM_ORIGINS).toEqual(['https://live.example.com', 'http://10.0.0.1:8000'])
  expect(readConfig({}).STREAM_ORIGINS).toEqual([])
})

const ofTwilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+1' }

it('takes a bucket without keys if the machine has a role', () => {
  expect(readConfig({ S3_BUCKET: 'b', S3_ROLE: 'on' }).S3_ACCESS_KEY_ID).toBeUndefined()
})

it.each([
  [{ STREAM_ORIGINS: 'live.example.com' }, /STREAM_ORIGINS \(is "live.example.com"\) must be http/],
  [{ PORT: 'eighty' }, /PORT \(is "eighty"\) must be a port number/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must be postgres:/],
  [{ ADMIN_PASSWORD: 'short' }, /ADMIN_PASSWORD must be 8 to 200/],
  [{ SMS_PROVIDER: 'pigeon' }, /SMS_PROVIDER \(is "pigeon"\) must be console/],
  [{ SMS_PROVIDER: 'twilio' }, /TWILIO_ACCOUNT_SID must be set too/],
  [{ S3_BUCKET: 'b' }, /S3_ACCESS_KEY_ID must be set too/],
  [
    { SMS_SECOND: 'twilio' },
    /SMS_SECOND must be twilio or aliyun, and not the same as SMS_PROVIDER; SMS_PROVIDER is console/,
  ],
  [{ ...ofTwilio, SMS_PROVIDER: 'twilio', SMS_SECOND: 'twilio' }, /SMS_PROVIDER is twilio/],
  [{ ...ofTwilio, SMS_PROVIDER: 'twilio', SMS_SECOND: 'aliyun' }, /ALIYUN_ACCESS_KEY_ID must be set too/],
  [{ TRUST_PROXY: 'true' }, /TRUST_PROXY \(is "true"\) must be the proxies in front of Greenroom: their number \(1\)/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY \(is "0.0.0.0\/0"\) must be the proxies/],
  [{ DATA_FREE_MB: '-1' }, /DATA_FREE_MB \(is "-1"\) must be whole megabytes/],
  [{ SIMULATE: 'hamlet' }, /SIMULATE \(is "hamlet"\) must be off, village/],
  [{ PORT: '-1', HOST: ' ' }, /PORT[^]*HOST/],
])('reports what is wrong with %o', (env, message) => {
  expect(() => readConfig(env)).toThrow(BadSettings)
  expect(() => readConfig(env)).toThrow(message)
})

it('never repeats a secret', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).not.toThrow(/hunter2/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toThrow(/hunter2/)
})

const reached = [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://greenroom.example.com' }, { TRUST_PROXY: '1' }]
const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'a', TWILIO_AUTH_TOKEN: 'b', TWILIO_FROM: 'c' }
const address = { PUBLIC_URL: 'https://greenroom.example.com' }

it.each(reached)('warns that codes are printed where others reach the site: %o', (env) => {
  expect(warningsOf(readConfig({ ...address, ...env }))).toEqual([expect.stringContaining('SMS_PROVIDER is console')])
  expect(warningsOf(readConfig({ ...address, ...env, ...twilio }))).toEqual([])
})

it('warns that pictures have addresses without a host where others reach the site', () => {
  const open = { HOST: '0.0.0.0', ...twilio }
  expect(warningsOf(readConfig(open))).toEqual([expect.stringContaining('PUBLIC_URL is not set')])
  expect(warningsOf(readConfig({ ...open, ...address }))).toEqual([])
})

it('warns of nothing on a machine of its own', () => expect(warningsOf(readConfig({}))).toEqual([]))

it.each([
  ['DATABASE_REPLCA_URL', 'Did you mean DATABASE_REPLICA_URL?'],
  ['SIMULATED', 'Did you mean SIMULATE?'],
  ['PULBIC_URL', 'Did you mean PUBLIC_URL?'],
  ['TRON_NODE', 'Did you mean TRON_NODES?'],
  ['OIDC_ISSUER_URL', ''],
  ['BRIDGE_SECRET', ''],
])('warns of %s, which is no setting', (name, advice) => {
  const [warning, ...others] = unknownSettings({ [name]: 'x', PATH: '/bin', HOME: '/root', PORT: '80' })
  expect(others).toEqual([])
  expect(warning).toBe(`WARNING: ${name} is no setting and changes nothing.${advice && ` ${advice}`}`)
})

it('says nothing of what other programs read', () => {
  const others =
    'PATH HOME LANG TERM NODE_ENV npm_config_cache OTEL_SERVICE_NAME DATA LOGNAME HOSTNAME POSTGRES_PASSWORD AWS_REGION USER'
  expect(unknownSettings(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])))).toEqual([])
  expect(unknownSettings({ DATABASE_REPLCA_URL: '' })).toEqual([])
})

it('serves on for five seconds after SIGTERM where a proxy is in front, unless it is told how long', () => {
  expect(drainSecondsOf(readConfig({}))).toBe(0)
  expect(drainSecondsOf(readConfig({ TRUST_PROXY: '1' }))).toBe(5)
  expect(drainSecondsOf(readConfig({ TRUST_PROXY: '1', DRAIN_SECONDS: '0' }))).toBe(0)
  expect(drainSecondsOf(readConfig({ DRAIN_SECONDS: '2.5' }))).toBe(2.5)
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const aFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  it('is read without the line break at its end, and no setting is unknown for it', () => {
    const env = { ADMIN_PASSWORD_FILE: aFile('admin', ' p4ss word \n') }
    expect(readConfig(env).ADMIN_PASSWORD).toBe(' p4ss word ')
    expect(unknownSettings(env)).toEqual([])
    expect(unknownSettings({ DATABASE_PASWORD_FILE: 'x' })).toHaveLength(1)
  })

  it('is a password of an address, whatever characters it has', () => {
    const odd = 'a/+@:#?% "\'ü'
    const config = readConfig({
      DATABASE_URL: 'postgres://greenroom_app@database:5432/greenroom',
      DATABASE_DIRECT_URL: 'postgres://greenroom@database:5432/greenroom',
      DATABASE_PASSWORD_FILE: aFile('app', odd),
      DATABASE_DIRECT_PASSWORD_FILE: aFile('owner', 'other'),
    })
    const read = (url = '') => [new URL(url).username, decodeURIComponent(new URL(url).password), new URL(url).pathname]
    expect(read(config.DATABASE_URL)).toEqual(['greenroom_app', odd, '/greenroom'])
    expect(read(config.DATABASE_DIRECT_URL)).toEqual(['greenroom', 'other', '/greenroom'])
  })

  it('that is missing, or given twice, stops the start without being repeated', () => {
    expect(() => readConfig({ ADMIN_PASSWORD_FILE: join(folder, 'none') })).toThrow(
      'ADMIN_PASSWORD_FILE must name a file that can be read (ENOENT).',
    )
    const twice = { ADMIN_PASSWORD: 'typed-one', ADMIN_PASSWORD_FILE: aFile('twice', 'filed-one') }
    expect(() => readConfig(twice)).toThrow("ADMIN_PASSWORD and ADMIN_PASSWORD_FILE can't both be set.")
  })
})
