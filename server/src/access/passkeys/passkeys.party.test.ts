import { describe, expect, it } from 'vitest'
import { type RelyingParty, readAnswer, relyingParty, signedChallenge } from './passkeys.party.ts'

const token = 'a token'
const answerFrom = (origin: unknown, more: object = {}) =>
  Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: signedChallenge(token), origin, ...more })).toString(
    'base64url',
  )
const read = (party: RelyingParty, origin: unknown, more?: object) =>
  readAnswer(answerFrom(origin, more), { party, token, type: 'webauthn.get' })

describe('with PUBLIC_URL', () => {
  const party = relyingParty({ PUBLIC_URL: 'https://greenroom.example.com:8443/' })

  it('passkeys belong to its host, and work on its pages alone', () => {
    expect(party).toEqual({ host: 'greenroom.example.com', origin: 'https://greenroom.example.com:8443' })
    const own = 'https://greenroom.example.com:8443'
    expect(read(party, own)).toEqual({ origin: own })
  })

  it.each([
    'http://greenroom.example.com:8443',
    'https://greenroom.example.com',
    'https://www.greenroom.example.com:8443',
    'https://greenroom.example.com.evil.test:8443',
    'https://evil.test/?https://greenroom.example.com:8443',
    'http://localhost:8443',
    'null',
    '',
  ])('an answer from %j is refused', (origin) => {
    expect(read(party, origin)).toEqual({ problem: 'origin' })
  })

  it('the host in capital letters is the same host', () => {
    expect(relyingParty({ PUBLIC_URL: 'https://Greenroom.Example.com' })).toEqual({
      host: 'greenroom.example.com',
      origin: 'https://greenroom.example.com',
    })
  })
})

describe.each([{}, { PUBLIC_URL: 'http://localhost:8080' }])('on this machine, with %j', (settings) => {
  const party = relyingParty(settings as Parameters<typeof relyingParty>[0])

  it.each(['http://localhost:8080', 'http://localhost:3000', 'https://localhost'])('%s works', (origin) => {
    expect(read(party, origin)).toEqual({ origin })
  })

  it.each(['http://127.0.0.1:8080', 'http://localhost.evil.test', 'file://localhost', 'localhost', 'no address'])(
    '%s is refused',
    (origin) => {
      expect(read(party, origin)).toEqual({ problem: 'origin' })
    },
  )
})

it('an answer to something else is refused, whoever gave it', () => {
  const party = relyingParty({ PUBLIC_URL: undefined })
  const own = 'http://localhost'
  expect(read(party, own, { challenge: signedChallenge('another') })).toEqual({ problem: 'challenge' })
  expect(read(party, own, { challenge: token })).toEqual({ problem: 'challenge' })
  expect(read(party, own, { type: 'webauthn.create' })).toEqual({ problem: 'wrong' })
  expect(read(party, 7)).toEqual({ problem: 'wrong' })
  for (const encoded of ['', 'nonsense', Buffer.from('null').toString('base64url')])
    expect(readAnswer(encoded, { party, token, type: 'webauthn.get' })).toEqual({ problem: 'wrong' })
})
