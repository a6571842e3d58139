import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { renewFactors } from '../../access/index.ts'
import { openFactor } from '../../access/login/login.sealed.ts'
import { renewClientSecrets, secretOwner } from '../../bridge/index.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { openSeals, SealProblem } from './index.ts'
import { readKeys } from './keys.ts'
import { isSealed, sealsOf } from './seals.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const line = (id: string, fill: number) => `${id} ${key(fill).toString('base64')}\n`

describe('a key file', () => {
  it('has an id and 32 bytes per line, and comments', () => {
    expect(readKeys(`# mine\n\n${line('b', 2)}${line('a', 1)}`, 'f')).toEqual([
      { id: 'b', key: key(2) },
      { id: 'a', key: key(1) },
    ])
  })
  it.each([
    ['nothing', ''],
    ['only comments', '# a\n'],
    ['a short key', 'a AAAA\n'],
    ['a key without an id', `${key(1).toString('base64')}\n`],
    ['an id with a dot', line('a.b', 1)],
    ['an id twice', line('a', 1) + line('a', 2)],
  ])('is refused with %s', (_, text) => expect(() => readKeys(text, 'f')).toThrow(SealProblem))
})

describe('an encrypted text', () => {
  const [a, b] = [
    { id: 'a', key: key(1) },
    { id: 'b', key: key(2) },
  ]
  const seals = sealsOf([a])
  const sealed = seals.seal('JBSWY3DPEHPK3PXP', 'staff 1')

  it('is decrypted for its owner, by any of the keys', () => {
    expect(seals.open(sealed, 'staff 1')).toBe('JBSWY3DPEHPK3PXP')
    expect(sealsOf([b, a]).open(sealed, 'staff 1')).toBe('JBSWY3DPEHPK3PXP')
    expect(sealsOf([b, a]).seal('x', 'o').startsWith('b.')).toBe(true)
  })
  it('hides its content, and differs each time', () => {
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(seals.seal('JBSWY3DPEHPK3PXP', 'staff 1')).not.toBe(sealed)
    expect(isSealed(sealed)).toBe(true)
    expect(isSealed('JBSWY3DPEHPK3PXP')).toBe(false)
  })
  it('is not decrypted for another owner, with another key, or after a change', () => {
    expect(() => seals.open(sealed, 'staff 2')).toThrow(SealProblem)
    expect(() => sealsOf([b]).open(sealed, 'staff 1')).toThrow(/key a/)
    expect(() => sealsOf([{ id: 'a', key: key(9) }]).open(sealed, 'staff 1')).toThrow(SealProblem)
    const changed = `a.${Buffer.from(sealed.slice(2), 'base64url').fill(0, 40).toString('base64url')}`
    for (const other of [changed, 'a.', 'a.AAAA', sealed.slice(0, -8), 'JBSWY3DPEHPK3PXP'])
      expect(() => seals.open(other, 'staff 1')).toThrow(SealProblem)
  })
})

describe('a signature', () => {
  const [a, b] = [
    { id: 'a', key: key(1) },
    { id: 'b', key: key(2) },
  ]
  const text = Buffer.from('a hash')
  const { key: id, mac } = sealsOf([a]).sign('log', text)

  it('is proved by its key, whatever the first one is, and not without it', () => {
    expect(id).toBe('a')
    expect(sealsOf([b, a]).isSigned('log', { key: id, text, mac })).toBe(true)
    expect(sealsOf([b]).isSigned('log', { key: id, text, mac })).toBeUndefined()
  })
  it('is of this text, this purpose and this key', () => {
    const seals = sealsOf([a, b])
    const others = [
      seals.isSigned('log', { key: id, text: Buffer.from('another'), mac }),
      seals.isSigned('other', { key: id, text, mac }),
      seals.isSigned('log', { key: 'b', text, mac }),
      seals.isSigned('log', { key: id, text, mac: mac.subarray(1) }),
    ]
    expect(others).toEqual([false, false, false, false])
  })
})

describe('at a start', () => {
  let database: Database
  let folder: string
  let path: string
  const renew = [...renewFactors, renewClientSecrets]
  const start = () => openSeals(database, path, renew)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'greenroom-seals-'))
  })
  let count = 0
  beforeEach(async () => {
    await database?.destroy()
    database = openDatabase((await freshDatabase()).url, { max: 4 })
    path = join(folder, String(++count), 'seal.keys')
  })
  afterAll(async () => {
    await database.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  const aBound = async (secret: string) => {
    const { id } = await database
      .insertInto('access.staff')
      .values({ username: 'bound', password_hash: 'none', created_at: new Date(), google_secret: secret })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const stored = async (id: number) =>
    (await database.selectFrom('access.staff').select('google_secret').where('id', '=', id).executeTakeFirstOrThrow())
      .google_secret!

  it('the file is created, readable by its owner only, and kept', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    expect(two.open(one.seal('x', 'o'), 'o')).toBe('x')
    await start()
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('plain texts are encrypted, and those whose key was in the database', async () => {
    const id = await aBound('JBSWY3DPEHPK3PXP')
    const former = key(5)
    const { createCipheriv } = await import('node:crypto')
    const cipher = createCipheriv('aes-256-gcm', former, Buffer.alloc(12, 3))
    const body = Buffer.concat([cipher.update('whsec_former'), cipher.final()])
    await database.insertInto('kit.secret').values({ name: 'bridge', value: former }).execute()
    const at = new Date()
    const { id: clientId } = await database
      .insertInto('bridge.client')
      .values({ name: 'a', endpoint: '', created_by: 't', created_at: at, updated_by: 't', updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sealed = Buffer.concat([Buffer.alloc(12, 3), cipher.getAuthTag(), body]).toString('hex')
    await database
      .insertInto('bridge.client_secret')
      .values({ client_id: clientId, sealed, hint: 'whsec_form', created_by: 't', created_at: at })
      .execute()

    const seals = await start()
    expect(openFactor(seals, id, await stored(id))).toBe('JBSWY3DPEHPK3PXP')
    const row = await database.selectFrom('bridge.client_secret').select('sealed').executeTakeFirstOrThrow()
    expect(seals.open(row.sealed, secretOwner(clientId))).toBe('whsec_former')
    const { rows } = await sql<{ name: string }>`select name from kit.secret where name = 'bridge'`.execute(database)
    expect(rows).toEqual([])
    const before = await stored(id)
    await start()
    expect(await stored(id)).toBe(before)
  })

  it('a new first key re-encrypts everything, and then the old one may be removed', async () => {
    const id = await aBound('JBSWY3DPEHPK3PXP')
    await start()
    const old = readFileSync(path, 'utf8')
    writeFileSync(path, line('new', 4) + old)
    await start()
    expect(await stored(id)).toMatch(/^new\./)
    writeFileSync(path, line('new', 4))
    expect(openFactor(await start(), id, await stored(id))).toBe('JBSWY3DPEHPK3PXP')
  })

  it('is refused without the keys, with wrong ones, or with one removed too early; nothing is created or changed', async () => {
    const id = await aBound('JBSWY3DPEHPK3PXP')
    await start()
    const before = await stored(id)
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    await expect(start()).rejects.toThrow(/missing: there is no .*seal\.keys/)
    expect(existsSync(path)).toBe(false)
    writeFileSync(path, line('other', 4))
    await expect(start()).rejects.toThrow(SealProblem)
    writeFileSync(path, text.replace(/ \S+=$/m, ` ${key(8).toString('base64')}`))
    await expect(start()).rejects.toThrow(SealProblem)
    expect(await stored(id)).toBe(before)
    writeFileSync(path, text)
    await start()
  })
})
