// The identity provider of a world: a real one, started by the first call that needs it.
import {
  providerBegin,
  providerInfo,
  providerLink,
  providerLinkBegin,
  providerMap,
  providerSave,
} from '@greenroom/contract/provider'
import { approvalDecide } from '@greenroom/contract/system'
import { chainSettings } from '../chain.ts'
import { type Made, person } from '../people.ts'
import type { Client } from '../product.ts'
import { type IdentityProvider, publicUrl, startProvider, visit } from '../provider/identityProvider.ts'
import { unique, type World } from './base.ts'
import { aRole, nobody } from './staff.ts'

/** Of a world in which every call can be made. */
/** Nobody listens at the mail server: a test mail is not accepted. */
export const worldSettings = {
  ...chainSettings,
  PUBLIC_URL: publicUrl,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '1',
  MAIL_FROM: 'greenroom@example.com',
}

let started: Promise<IdentityProvider> | undefined
/** Ends with this process. */
const provider = () => (started ??= startProvider({ ends: 'with this process' }))

/** The settings of the world's provider. */
export async function providerSettings() {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = (await provider()).settings
  return { issuer: OIDC_ISSUER!, name: 'Company', clientId: OIDC_CLIENT_ID!, clientSecret: OIDC_CLIENT_SECRET! }
}

/** The provider as two have set it. */
export async function aProvider({ product, admin }: World): Promise<IdentityProvider> {
  const used = await provider()
  const { provider: set, pendingId } = await admin.call(providerInfo, {})
  if (set) return used
  const approvalId = pendingId ?? (await admin.call(providerSave, await providerSettings())).approvalId
  await (await product.second()).call(approvalDecide, { ids: [approvalId], decision: 'approve' })
  return used
}

/** A group that gives a role. */
export async function aMapping(world: World): Promise<number> {
  await aProvider(world)
  const { mappingId } = await world.admin.call(providerMap, { group: unique('group '), roleId: await aRole(world) })
  return mappingId!
}

/** An account in a session with a second factor. */
async function withFactor({ product }: World): Promise<Made> {
  const made = await person(product)
  await product.database
    .updateTable('access.session')
    .set({ factor: 'google' })
    .where('staff_id', '=', made.staffId)
    .execute()
  return made
}

/** Somebody of the provider. */
async function somebody(used: IdentityProvider): Promise<string> {
  const subject = unique('person')
  await used.person(subject, { groups: [] })
  return subject
}

/** Who is about to link their account, and with what. */
export async function aLinking(world: World): Promise<{ client: Client; payload: { query: string; browser: string } }> {
  const used = await aProvider(world)
  const { client } = await withFactor(world)
  const { url, browser } = await client.call(providerLinkBegin, {})
  return { client, payload: { query: await visit(url, await somebody(used)), browser } }
}

/** Somebody with a linked account, in a session with a second factor. */
export async function aLinked(world: World): Promise<{ client: Client; subject: string }> {
  const used = await aProvider(world)
  const { client } = await withFactor(world)
  const subject = await somebody(used)
  const { url, browser } = await client.call(providerLinkBegin, {})
  await client.call(providerLink, { query: await visit(url, subject), browser })
  return { client, subject }
}

/** What somebody with a linked account brings back from the provider. */
export async function aProviderLogin(world: World) {
  const { subject } = await aLinked(world)
  const { url, browser } = await (await nobody(world)).call(providerBegin, {})
  return { query: await visit(url, subject), browser }
}
