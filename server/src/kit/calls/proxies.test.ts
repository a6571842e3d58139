import { expect, test } from 'vitest'
import { callerAddress, isLocalRequest, trustedProxiesOf } from './proxies.ts'

test.each([
  ['', false],
  ['false', false],
  ['off', false],
  ['0', false],
  ['1', 1],
  [' 2 ', 2],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.1.0.0/16, fd00::/32 loopback', ['10.1.0.0/16', 'fd00::/32', 'loopback']],
  ['::1', ['::1']],
  ['::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
  // None of these names a proxy, or they cover nearly everyone.
  ['true', null],
  ['on', null],
  ['yes', null],
  ['99', null],
  ['-1', null],
  ['proxy.example.com', null],
  ['10.0.0.0/33', null],
  ['10.0.0.0/8/8', null],
  ['0.0.0.0/0', null],
  ['0.0.0.0/1', null],
  ['::/0', null],
  ['::ffff:0.0.0.0/97', null],
  ['10.1', null],
  ['10.0.0.0/255.0.0.0', null],
])('%o is parsed as %o', (text, proxies) => {
  expect(trustedProxiesOf(text)).toEqual(proxies)
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['unknown', '10.0.0.5'],
  ["' or 1=1 --", '10.0.0.5'],
])('a forwarded %o is read as %o', (forwarded, address) => {
  expect(callerAddress(forwarded, '10.0.0.5')).toBe(address)
})

const direct = {
  socket: { remoteAddress: '127.0.0.1' },
  headers: { host: '127.0.0.1:8080' },
  raw: { httpVersion: '1.1' },
}

test('a direct local request is recognised', () => {
  expect(isLocalRequest(direct)).toBe(true)
  expect(isLocalRequest({ ...direct, socket: { remoteAddress: '::1' }, headers: { host: '[::1]:8080' } })).toBe(true)
  expect(isLocalRequest({ ...direct, headers: { host: 'localhost' } })).toBe(true)
  expect(isLocalRequest({ ...direct, socket: { remoteAddress: '::ffff:127.0.0.1' } })).toBe(true)
})

test.each([
  ['another machine', { socket: { remoteAddress: '192.0.2.1' } }],
  ['a public name', { headers: { host: 'greenroom.example.com' } }],
  ['a name that only begins like this machine’s', { headers: { host: '127.0.0.1.example.com' } }],
  ['a proxy that says so', { headers: { host: 'localhost', 'x-forwarded-for': '192.0.2.1' } }],
  ['a proxy that says it otherwise', { headers: { host: 'localhost', via: '1.1 proxy' } }],
  ['a proxy without settings', { raw: { httpVersion: '1.0' } }],
])('and one through %s is not', (_, other) => {
  expect(isLocalRequest({ ...direct, ...other })).toBe(false)
})
