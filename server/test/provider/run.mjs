// A real OpenID Connect provider in a process of its own, which does what the test tells it: its clock, its keys, its people and their groups,
// and answers that no honest provider would give. Messages come as `{ id, act, ... }` and are answered with `{ id, ... }`.
import { createServer } from 'node:http'
import * as jose from 'jose'
import Provider from 'oidc-provider'

const { clients } = JSON.parse(process.env.PROVIDER)

const realNow = Date.now
let offset = 0
Date.now = () => realNow() + offset

/** By subject: what the provider says about each person, and the methods that they logged in with. */
const people = new Map()
let forge = null
let keys
let handler
const issuer = () => `http://127.0.0.1:${server.address().port}`

async function newKeys() {
  const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true })
  const kid = await jose.calculateJwkThumbprint(await jose.exportJWK(privateKey))
  return { privateKey, jwks: { keys: [{ ...(await jose.exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] }, kid }
}

async function open() {
  keys = await newKeys()
  const provider = new Provider(issuer(), {
    clients,
    jwks: keys.jwks,
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups', 'email', 'amr'] },
    scopes: ['openid', 'profile', 'email'],
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    fetch: (url, { method, headers, body }) => fetch(url, { method, headers, body }),
    findAccount: (_, sub) =>
      people.has(sub)
        ? { accountId: sub, claims: () => ({ sub, amr: people.get(sub).amr, ...people.get(sub).claims }) }
        : undefined,
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    renderError: (ctx, out) => {
      ctx.body = out
    },
  })
  provider.proxy = false
  const served = provider.callback()
  handler = async (request, response) => {
    if (request.url.startsWith('/interaction/')) {
      const accountId = request.headers['x-person']
      return provider.interactionFinished(request, response, {
        login: { accountId, amr: people.get(accountId)?.amr ?? ['pwd'] },
      })
    }
    return served(request, response)
  }
  current = provider
}
let current

/** Another token in place of the provider's: with other claims, another signature, or none. */
async function forged(body) {
  const all = Object.entries({ ...jose.decodeJwt(body.id_token), ...forge.claims })
  const claims = Object.fromEntries(all.filter(([, value]) => value !== null))
  const signed = new jose.SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keys.kid })
  const other = forge.key === 'other' ? (await newKeys()).privateKey : keys.privateKey
  const id_token = forge.key === 'none' ? new jose.UnsecuredJWT(claims).encode() : await signed.sign(other)
  return { ...body, id_token }
}

const server = createServer(async (request, response) => {
  if (forge && request.url === '/token') {
    const end = response.end.bind(response)
    response.end = (chunk) => {
      const body = JSON.parse(chunk?.toString() ?? '{}')
      if (!body.id_token) return end(chunk)
      void forged(body).then((changed) => {
        const text = JSON.stringify(changed)
        response.setHeader('content-length', Buffer.byteLength(text))
        end(text)
      })
      return response
    }
  }
  await handler(request, response)
})

const acts = {
  person: ({ subject, claims, amr }) => void people.set(subject, { claims, amr }),
  remove: ({ subject }) => void people.delete(subject),
  clock: ({ seconds }) => {
    offset = seconds * 1_000
  },
  rotate: () => open(),
  forge: ({ forge: given }) => {
    forge = given
  },
  logout: async ({ subject, sid }) => {
    const client = await current.Client.find(clients[0].client_id)
    await client.backchannelLogout(subject, sid)
  },
  /** A log-out token with these claims, signed with this provider's key. */
  sign: async ({ claims, header }) => ({
    token: await new jose.SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header })
      .sign(keys.privateKey),
  }),
}

process.on('message', async ({ id, act, ...rest }) => {
  try {
    process.send({ id, ...(await acts[act](rest)) })
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', async () => {
  await open()
  process.send({ id: 0, issuer: issuer() })
})
