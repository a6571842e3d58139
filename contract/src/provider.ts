// The company's identity provider (OpenID Connect): logging in with it, linking an account, its settings, and which of its groups give which
// roles.
import { declare } from './call.ts'
import type * as schema from './provider.schema.ts'

const read = { method: 'GET', level: 'read', menu: 'system.provider' } as const
const write = { method: 'POST', level: 'write', menu: 'system.provider' } as const

/** Begins a log-in at the provider: the address to go to, and what only this browser knows of it. */
export const providerBegin = declare<typeof schema.providerBegin>('providerBegin', {
  method: 'POST',
  path: '/sys/provider/begin',
  level: 'public',
  codes: [10032, 1000027],
})

/** Ends it with what the provider sent back. Works once, in the browser that began it. */
export const providerLogin = declare<typeof schema.providerLogin>('providerLogin', {
  method: 'POST',
  path: '/sys/provider/login',
  level: 'public',
  operation: 'session.provider',
  codes: [10005, 10032, 12006, 1000027],
})

/** What the provider knows the caller's account by, if it is linked. */
export const providerOwn = declare<typeof schema.providerOwn>('providerOwn', {
  method: 'GET',
  path: '/sys/provider/own',
  level: 'signed-in',
})

/** Begins to link the caller's account with the person that the caller is at the provider. Needs a session with a second factor. */
export const providerLinkBegin = declare<typeof schema.providerLinkBegin>('providerLinkBegin', {
  method: 'POST',
  path: '/sys/provider/link/begin',
  level: 'signed-in',
  codes: [10032, 20000, 1000027],
})

export const providerLink = declare<typeof schema.providerLink>('providerLink', {
  method: 'POST',
  path: '/sys/provider/link',
  level: 'signed-in',
  operation: 'account.providerLink',
  creates: true,
  codes: [10032, 20000, 1000027],
})

/** Ends the link, the roles that groups gave, and the sessions that the provider opened. */
export const providerUnlink = declare<typeof schema.providerUnlink>('providerUnlink', {
  method: 'POST',
  path: '/sys/provider/unlink',
  level: 'signed-in',
  operation: 'account.providerUnlink',
  codes: [10032],
})

/** Settings, how the provider is, and its groups. */
export const providerInfo = declare<typeof schema.providerInfo>('providerInfo', { ...read, path: '/sys/provider/info' })

/** Always waits for a second member of staff, in set-up too: who sets the provider could answer for every group. */
export const providerSave = declare<typeof schema.providerSave>('providerSave', {
  ...write,
  path: '/sys/provider/save',
  operation: 'provider.save',
  creates: true,
  codes: [20000],
})

/** Looks at what the provider publishes, and notes what came of it. */
export const providerTest = declare<typeof schema.providerTest>('providerTest', {
  ...write,
  path: '/sys/provider/test',
  operation: 'provider.test',
  codes: [10032],
})

/** A group gives a role. With a right that counts it waits for a second member of staff, in set-up too. */
export const providerMap = declare<typeof schema.providerMap>('providerMap', {
  ...write,
  path: '/sys/provider/map',
  operation: 'provider.map',
  creates: true,
  codes: [10027, 10032, 20000],
})

/** At once; anyone who has the role by this group alone loses it. */
export const providerUnmap = declare<typeof schema.providerUnmap>('providerUnmap', {
  ...write,
  path: '/sys/provider/unmap',
  operation: 'provider.unmap',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})

/** At once: the provider, its groups, the roles that they gave, and the sessions that it opened. */
export const providerRemove = declare<typeof schema.providerRemove>('providerRemove', {
  ...write,
  path: '/sys/provider/remove',
  operation: 'provider.remove',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})
