import { expect, test } from 'vitest'
import { catalogue, codes, errorMeaning } from './errors.ts'
import { sessionEndingBodyCodes, sessionEndingCodes } from './sessionEnding.ts'

// Copied from section 8 of the specification, one line per group.
const specified = [
  [10001, 10005, 10007, 10008, 10009, 10026, 10027, 10028, 10029, 10030, 10032, 1000002],
  [11001, 11002, 11003, 12001, 12002, 12003, 12004, 12005, 12006, 12007, 290010, 1000027, 1000174, 1000175, 1000104],
  [13001, 13002, 13003],
  [20000, 20001, 21001, 290005],
  [30001, 30002, 30003, 30004, 30005, 30006, 30007, 30008, 30009, 30010, 30011],
  [30012, 30013, 30014, 30015, 30016, 30017, 30018, 30019, 30020, 30021, 30022],
  [40001, 50001, 50002],
  [60001, 60002, 11005, 1000124, 11004],
  [70001, 70002, 70003, 70004, 70005, 70006, 70007, 70009],
  [80001, 80002, 80003, 80004, 80007, 80008, 80009, 80010, 80011, 80012],
  [90001, 90002, 90003, 90004, 90005, 90006, 100001],
  [400001, 400002, 400003],
].flat()

const entries = Object.values(catalogue)

test('the catalogue holds the 92 codes of the specification, once each and in order', () => {
  expect(entries).toHaveLength(92)
  expect(new Set(entries.map(({ code }) => code)).size).toBe(92)
  expect(entries.map(({ code }) => code)).toEqual(specified)
})

test('every entry has a group and a meaning', () => {
  for (const { group, meaning } of entries) {
    expect(group.trim()).not.toBe('')
    expect(meaning.trim()).not.toBe('')
  }
})

test('codes maps every name to its code, typed as that literal', () => {
  const busy: 10001 = codes.serverBusy
  expect(busy).toBe(10001)
  expect(codes.illegalRequest).toBe(10009)
  expect(codes.ruleForbids).toBe(1000002)
  expect(Object.keys(codes)).toEqual(Object.keys(catalogue))
  expect(Object.values(codes)).toEqual(specified)
})

test('errorMeaning knows every code and no other', () => {
  expect([...errorMeaning.keys()]).toEqual(specified)
  expect(errorMeaning.get(codes.wrongAccountOrPassword)).toBe('wrong account or password')
  expect(errorMeaning.get(200)).toBeUndefined()
})

test('the codes that end a session are the three of the specification', () => {
  expect(sessionEndingCodes).toEqual([codes.authenticationFailed])
  expect(sessionEndingBodyCodes).toEqual([50012, 50014])
})
