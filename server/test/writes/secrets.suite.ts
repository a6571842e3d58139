// Secrets never leave the server: hashes, tokens, authenticator secrets, codes. Run by `writes.test.ts`, on its product.
import * as access from '@greenroom/contract/access'
import { basePath } from '@greenroom/contract/call'
import { beforeAll, describe, expect, test } from 'vitest'
import { person } from '../people.ts'
import { adminPassword } from '../product.ts'
import { reads as readsOf } from '../reads.ts'
import { oldPassword } from '../world/staff.ts'
import { requiredOf } from '../wrong.ts'
import { product, readAnswers, reading, type Told, token, world, writtenAnswers } from './everyWrite.fixture.ts'

/** They return a secret once, to its recipient. */
const telling = new Set(['clientSecretReveal', 'login', 'staffCode', 'staffPasswordReset', 'staffSave'])

export function secrets(): void {
  describe('secrets', () => {
    let secrets: string[]
    let written: Told[]

    beforeAll(async () => {
      // One of everything is written before it is read.
      written = await writtenAnswers()
      const revealed = written.find(({ name }) => name === 'clientSecretReveal')!
      await person(product)
      const rows = await Promise.all([
        product.database.selectFrom('access.staff').select(['password_hash', 'google_secret']).execute(),
        product.database.selectFrom('access.session').select('token_hash').execute(),
        product.database.selectFrom('access.sms_code').select('code_hash').execute(),
        product.database.selectFrom('access.password_link').select(['link_hash', 'code_hash']).execute(),
        product.database.selectFrom('kit.secret').select('value').execute(),
        product.database.selectFrom('bridge.client_secret').select('sealed').execute(),
      ])
      secrets = rows
        .flat()
        .flatMap((row) => Object.values(row))
        .flatMap((value) =>
          value === null || value === 'none'
            ? []
            : Buffer.isBuffer(value)
              ? [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
              : [String(value)],
        )
      secrets.push(token, adminPassword, oldPassword, JSON.parse(revealed.body).result.secret)
    })

    test('every reading call with a payload has a line in reads.ts', () => {
      const reads = readsOf(world)
      const asking = reading.filter((declared) => requiredOf(declared).length > 0).map(({ call }) => call.name)
      expect(asking.filter((name) => !(name in reads))).toEqual([])
    })

    test('there are secrets to look for', () => {
      expect(secrets.length).toBeGreaterThan(30)
      expect(secrets.some((secret) => secret.startsWith('$argon2id$'))).toBe(true)
    })

    test('no answer contains one', async () => {
      const read = await readAnswers()
      for (const { call } of reading) {
        // For guild leaders or agents only; it returns their own figures.
        if (
          /^(guildHome|guildEvening|inviteLink)$/.test(call.name) ||
          (call.menu?.startsWith('topup-agents.') && call.for?.includes('agent'))
        )
          continue
        // The built-in account, which asks here, is never linked.
        if (call.name === 'providerLinkBegin') continue
        const { body } = read.find(({ name }) => name === call.name)!
        expect(JSON.parse(body), call.name).toMatchObject({ code: 200 })
      }
      expect(read.length - reading.length).toBeGreaterThan(40)

      const answers = [...written.filter(({ name }) => !telling.has(name)), ...read]
      const leaks = answers.flatMap(({ name, body }) =>
        secrets.filter((secret) => body.includes(secret)).map((secret) => `${name} tells ${secret.slice(0, 12)}…`),
      )
      expect(leaks).toEqual([])
    })

    test('nor does the operation log in the database, nor a code that was sent', async () => {
      const entries = await product.database.selectFrom('log.readable').selectAll().execute()
      const codes = (await product.database.selectFrom('access.sms_code').select('number').execute()).length
      expect(codes).toBeGreaterThan(0)
      const leaks = entries.flatMap((entry) => {
        const text = JSON.stringify(entry, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
        return secrets
          .filter((secret) => text.includes(secret))
          .map((secret) => `${entry.operation}: ${secret.slice(0, 12)}…`)
      })
      expect(leaks).toEqual([])
    })

    test('a session is opened by its token only, not by its stored hash', async () => {
      const { token_hash: stored } = await product.database
        .selectFrom('access.session')
        .select('token_hash')
        .executeTakeFirstOrThrow()
      for (const text of [stored.toString('hex'), stored.toString('base64'), stored.toString('base64url')]) {
        const response = await product.app.inject({
          url: `${basePath}${access.userInfo.path}`,
          headers: { token: text },
        })
        expect(response.json()).toMatchObject({ code: 500, errorCode: 10007 })
      }
    })
  })
}
