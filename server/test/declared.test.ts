// Declared calls are served, and nothing else is.

import { declaredCalls } from '@greenroom/contract/allCalls'
import { auditPicturePath } from '@greenroom/contract/audits'
import { basePath, menusOf } from '@greenroom/contract/call'
import { operations } from '@greenroom/contract/operations'
import { pushPath } from '@greenroom/contract/push'
import { menuKeys } from '@greenroom/contract/screens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProduct, type TestProduct } from './product.ts'

/** The only calls without a session. Review carefully before adding one. */
const publicCalls = [
  'captchaNew',
  'demo',
  'frontErrorReport',
  'linkCode',
  'linkInfo',
  'login',
  'passkeyAsk',
  'passkeyLogin',
  'passwordByLink',
  'passwordReset',
  'providerBegin',
  'providerLogin',
  'smsSend',
  'unionRegister',
  'unionRegisterCheck',
]

/** Calls for anyone signed in: they concern only the caller, or grant nothing, and say nothing of what a list has. */
const signedInCalls = [
  'approvalAnswer',
  'approvalCancel',
  'approvalMine',
  'approvalOwn',
  'auditSettings',
  'auditSettingsSave',
  'authenticatorAsk',
  'authenticatorBind',
  'authenticatorRemove',
  'bulkCancel',
  'bulkFreeze',
  'bulkInfo',
  'bulkList',
  'bulkOutcomes',
  'bulkStart',
  'exportCancel',
  'exportList',
  'exportStatus',
  'fileUpload',
  'guildEvening',
  'guildHome',
  'home',
  'languageChoose',
  'logout',
  'menuNav',
  'noticeList',
  'noticeRead',
  'noticeUnread',
  'operationSettle',
  'ownCodeSend',
  'ownMailChange',
  'ownMailCode',
  'ownMailRemove',
  'ownPhoneChange',
  'ownPhoneCode',
  'passkeyAdd',
  'passkeyAddAsk',
  'passkeyProve',
  'passkeyRemove',
  'passkeyRename',
  'passwordChange',
  'providerLink',
  'providerLinkBegin',
  'providerOwn',
  'providerUnlink',
  'pushKey',
  'pushList',
  'pushRemove',
  'pushSubscribe',
  'recoveryRenew',
  'securityInfo',
  'sessionEnd',
  'sessionEndOthers',
  'sessionList',
  'todayFigures',
  'toldSettings',
  'toldSettingsSave',
  'userInfo',
  'viewDelete',
  'viewList',
  'viewSave',
]

/** Routes besides the calls: pages, files and health, each with its own rules. */
const others = [
  /^\/\*?$/,
  /^\/(healthz|readyz)$/,
  // Takes only what the identity provider has signed.
  /^\/provider\/logout$/,
  /^\/files\//,
  /^\/l\//,
  // Who has their codes was given them, and nobody signs in there.
  /^\/[jr]\/:code$/,
  /^\/docs\/api(\/openapi\.json|\/reference\.js)?$/,
  /^\/docs\/bridge(\/openapi\.json)?$/,
  /^\/docs\/:name$/,
  /^\/app\/v1\/(\*|events|state\/(parameters|gifts|countries|versions|community|banners|adverts|accounts|users\/:id(\/depositAddresses)?))$/,
]

/** Below /cms but not calls: a stream (contract/src/push.ts), pictures. Their own tests check whom they refuse. */
const streams = [`${basePath}${pushPath}`, `${basePath}${auditPicturePath}`]

let product: TestProduct
let served: { method: string; url: string }[]

beforeAll(async () => {
  product = await startProduct()
  served = routesOf(product.app.printRoutes({ commonPrefix: false }))
})
afterAll(() => product.close())

/** Parses the router's printed tree, whose lines extend their parents. */
function routesOf(print: string): { method: string; url: string }[] {
  const above: string[] = []
  return print.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line)
    if (!match) return []
    const [, indent = '', part = '', methods] = match
    const depth = indent.length / 4
    above.splice(depth)
    const url = `${above.join('')}${part}`
    above.push(part)
    return (methods?.split(', ') ?? []).map((method) => ({ method, url }))
  })
}

describe.each(declaredCalls)('$call.name', ({ call }) => {
  test('has a handler', () => {
    expect(served).toContainEqual({ method: call.method, url: `${basePath}${call.path}` })
  })

  test('has a level, and the menu that its level requires', () => {
    expect(['public', 'signed-in', 'read', 'write']).toContain(call.level)
    const menus = menusOf(call)
    if (menus.length === 0) expect(['public', 'signed-in']).toContain(call.level)
    else expect(menuKeys).toEqual(expect.arrayContaining([...menus]))
  })

  test('is logged under an operation if it writes, and never writes by GET', () => {
    if (call.level === 'write') expect(call.operation).toBeDefined()
    if (call.operation) {
      expect(operations).toHaveProperty([call.operation])
      expect(call.method).toBe('POST')
    }
  })
})

const named = (level: string) =>
  declaredCalls.flatMap(({ call }) => (call.level === level ? [call.name] : [])).toSorted((a, b) => a.localeCompare(b))

test('the public calls are these', () => {
  expect(named('public')).toEqual(publicCalls)
})

test('the calls of anyone signed in are these', () => {
  expect(named('signed-in')).toEqual(signedInCalls)
})

test('nothing is served below /cms that is not declared', () => {
  const declared = new Set(declaredCalls.map(({ call }) => `${call.method} ${basePath}${call.path}`))
  const calls = served.filter(({ url }) => url.startsWith(basePath) && !streams.includes(url))
  // The router answers HEAD where it answers GET.
  const undeclared = calls.filter(
    ({ method, url }) => !declared.has(`${method} ${url}`) && !(method === 'HEAD' && declared.has(`GET ${url}`)),
  )
  expect(calls.length).toBeGreaterThan(30)
  expect(undeclared).toEqual([])
})

test('other routes are listed', () => {
  const strangers = served.filter(
    ({ url }) => !url.startsWith(basePath) && !others.some((pattern) => pattern.test(url)),
  )
  expect(strangers).toEqual([])
})

test('the app’s side requires a signature', async () => {
  const signed = served.filter(({ url, method }) => url.startsWith('/app/') && /^(GET|POST|PUT|DELETE)$/.test(method))
  expect(signed.length).toBeGreaterThan(6)
  for (const { method, url } of signed)
    expect((await product.app.inject({ method: method as 'GET', url })).statusCode, `${method} ${url}`).toBe(401)
})

test('a declared path answers its own method only, and similar paths not at all', async () => {
  for (const { call } of declaredCalls) {
    const url = `${basePath}${call.path}`
    const method = call.method === 'GET' ? 'POST' : 'GET'
    expect((await product.app.inject({ method, url })).statusCode, `${method} ${url}`).toBe(404)
    for (const beside of [`${url}/`, `${url}x`, url.toUpperCase()])
      expect((await product.app.inject({ method: call.method, url: beside })).statusCode, beside).toBe(404)
  }
})
