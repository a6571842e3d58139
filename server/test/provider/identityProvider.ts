// A real identity provider for tests (`run.mjs`), in a process of its own, and somebody's browser that goes to it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { providerBegin, providerLogin } from '@greenroom/contract/provider'
import type { Client, TestProduct } from '../product.ts'

export const publicUrl = 'http://localhost:1'
export const clientId = 'greenroom'
const clientSecret = 'a secret of the client, long enough'

type Claims = { groups?: unknown; preferred_username?: string; email?: string }
type Forge = { claims?: Record<string, unknown>; key?: 'own' | 'other' | 'none' } | null

export type IdentityProvider = {
  issuer: string
  /** The settings of a product that uses it. */
  settings: Record<string, string>
  /** Who somebody is, what groups they are in, and how they log in. */
  person(subject: string, claims: Claims, amr?: string[]): Promise<void>
  remove(subject: string): Promise<void>
  /** How far its clock is ahead. */
  clock(seconds: number): Promise<void>
  rotate(): Promise<void>
  forge(forge: Forge): Promise<void>
  /** It tells of a log-out, as it does when somebody ends their session there. */
  logout(subject: string, sid?: string): Promise<void>
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Where its log-outs go. */
  tell(product: TestProduct): void
  /** The last log-out token that it sent, and how it was answered. */
  told: { token: string; status: number }[]
  close(): Promise<void>
}

/** Starts it. One that ends with this process needs no `close`. */
export async function startProvider({ ends }: { ends?: 'with this process' } = {}): Promise<IdentityProvider> {
  const told: IdentityProvider['told'] = []
  let product: TestProduct | undefined
  const forwarder = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const payload = Buffer.concat(chunks).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await product!.app.inject({ method: 'POST', url: '/provider/logout', payload, headers })
    told.push({ token: new URLSearchParams(payload).get('logout_token') ?? '', status: answer.statusCode })
    response.writeHead(answer.statusCode).end()
  })
  forwarder.listen(0, '127.0.0.1')
  await once(forwarder, 'listening')
  const { port } = forwarder.address() as AddressInfo
  const clients = [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${publicUrl}/provider`],
      backchannel_logout_uri: `http://127.0.0.1:${port}/`,
      backchannel_logout_session_required: true,
    },
    { client_id: 'other', client_secret: clientSecret, redirect_uris: [`${publicUrl}/provider`] },
  ]
  const child: ChildProcess = fork(new URL('./run.mjs', import.meta.url), {
    env: { ...process.env, PROVIDER: JSON.stringify({ clients }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  type Message = { id: number; error?: string; issuer?: string; token?: string }
  const waiting = new Map<number, (message: Message) => void>()
  child.on('message', (message) => waiting.get((message as Message).id)?.(message as Message))
  let asked = 0
  const answerTo = (id: number) =>
    new Promise<Message>((resolve, reject) =>
      waiting.set(id, (message) => (message.error ? reject(new Error(message.error)) : resolve(message))),
    )
  const ask = (act: string, rest: object = {}) => {
    const id = ++asked
    const answer = answerTo(id)
    child.send({ id, act, ...rest })
    return answer
  }
  const { issuer } = await answerTo(0)
  if (ends) {
    child.unref()
    child.channel?.unref()
    child.stderr?.destroy()
    forwarder.unref()
  }
  return {
    issuer: issuer!,
    settings: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer!,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Company',
    },
    person: async (subject, claims, amr = ['pwd', 'mfa']) => void (await ask('person', { subject, claims, amr })),
    remove: async (subject) => void (await ask('remove', { subject })),
    clock: async (seconds) => void (await ask('clock', { seconds })),
    rotate: async () => void (await ask('rotate')),
    forge: async (forge) => void (await ask('forge', { forge })),
    logout: async (subject, sid) => void (await ask('logout', { subject, sid })),
    sign: async (claims, header = {}) => (await ask('sign', { claims, header })).token!,
    tell: (to) => {
      product = to
    },
    told,
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      forwarder.close()
      await ended
    },
  }
}

/**
 * Somebody's browser at the provider: follows it from `url` until it is sent back.
 *
 * @returns what stands after the `?` of the address that it is sent back to.
 */
export async function visit(url: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = url
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie, 'x-person': subject } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined) cookies.set(name, value!)
    }
    const to = answer.headers.get('location')
    if (to === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(to, at).href
    if (at.startsWith(`${publicUrl}/provider?`)) return new URL(at).search.slice(1)
  }
  throw new Error('the provider sends the browser around in circles')
}

let places = 0
/** Somebody without a session, at an address of their own. */
export const somewhere = (product: TestProduct): Client =>
  product.as(undefined, `10.77.${++places >> 8}.${places & 255}`)

/** A whole log-in. @returns its envelope */
export async function enter(product: TestProduct, subject: string) {
  const page = somewhere(product)
  const { url, browser } = await page.call(providerBegin, {})
  return page.send(providerLogin, { query: await visit(url, subject), browser })
}
