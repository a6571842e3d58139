import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { addressesOf, chosen, NoPrimary, userOf, withUser } from './hosts.ts'

test.each([
  ['postgres://u:p@a:1/d', ['postgres://u:p@a:1/d']],
  ['postgres://u:p@a:1,b:2/d', ['postgres://u:p@a:1/d', 'postgres://u:p@b:2/d']],
  [
    'postgresql://u@a,b:5433,[::1]:5434/d?target_session_attrs=read-write&sslmode=require',
    [
      'postgresql://u@a/d?sslmode=require',
      'postgresql://u@b:5433/d?sslmode=require',
      'postgresql://u@[::1]:5434/d?sslmode=require',
    ],
  ],
  ['postgres://a:1/d?target_session_attrs=primary', ['postgres://a:1/d']],
  ['postgres:///d?host=/run/postgresql', ['postgres:///d?host=/run/postgresql']],
])('%s has an address for each host', (url, addresses) => expect(addressesOf(url)).toEqual(addresses))

test.each(['mysql://a,b/d', 'postgres://u@a:1,/d', 'postgres://u@,a/d', 'nothing'])('%s is no address', (url) => {
  expect(() => addressesOf(url)).toThrow(TypeError)
})

test('the password and the user are of all hosts', () => {
  const url = withUser('postgres://u:old@a:1,b:2/d', { password: 'a/+@:,?' })
  expect(addressesOf(url).map((one) => decodeURIComponent(new URL(one).password))).toEqual(['a/+@:,?', 'a/+@:,?'])
  expect(userOf(url)).toBe('u')
  expect(userOf(withUser(url, { name: 'x y' }))).toBe('x y')
})

test('of two primaries the newer timeline is meant, and none that is older than one that was known', () => {
  const at = (timeline: number, host = `t${timeline}`) => ({ timeline, host })
  expect(chosen([at(2, 'a'), at(2, 'b')], 0)).toEqual(at(2, 'a'))
  expect(chosen([at(2), at(3)], 0)).toEqual(at(3))
  expect(chosen([at(2)], 3)).toBeUndefined()
  expect(chosen([], 0)).toBeUndefined()
})

test('who names several hosts has standbys; others say so', () => {
  const standbys = (env: Record<string, string>) => readConfig(env).DATABASE_STANDBYS
  expect(standbys({})).toBe('off')
  expect(standbys({ DATABASE_URL: 'postgres://u@a/d' })).toBe('off')
  expect(standbys({ DATABASE_URL: 'postgres://u@a,b/d' })).toBe('on')
  expect(standbys({ DATABASE_URL: 'postgres://u@a,b/d', DATABASE_STANDBYS: 'off' })).toBe('off')
  expect(standbys({ DATABASE_URL: 'postgres://u@a/d', DATABASE_STANDBYS: 'sync' })).toBe('sync')
  expect(() => standbys({ DATABASE_STANDBYS: 'sync' })).toThrow(/DATABASE_URL must be set too/)
  expect(() => standbys({ DATABASE_STANDBYS: 'some' })).toThrow(/DATABASE_STANDBYS/)
  expect(() => readConfig({ DATABASE_URL: 'postgres://u@a,b/d?target_session_attrs=standby' })).toThrow(/DATABASE_URL/)
})

test('when no host takes writes, it says why of each, and whether one can be read', () => {
  const away = { host: 'a', why: 'does not answer' }
  const none = new NoPrimary([away])
  expect([none.message, none.isReadable]).toEqual(['no host of the database takes writes: a does not answer', false])
  const standby = new NoPrimary([away, { host: 'b', why: 'can only be read' }])
  expect([standby.message, standby.isReadable]).toEqual([
    'no host of the database takes writes: a does not answer, b can only be read',
    true,
  ])
})
