// The holder of an account links it with who they are at the provider, and unlinks it: both in a session that a password and a second factor
// opened, so that nobody without them gets in this way, and nobody loses the only way in.
import type { Answer } from '@greenroom/contract/call'
import type { providerOwn } from '@greenroom/contract/provider'
import { accountLinked } from '@greenroom/contract/sentences/provider'
import type { Config } from '../../config.ts'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import { type Reader, violates } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { record } from '../../log/index.ts'
import { lockRights } from '../rights/index.ts'
import { beginFlow, endFlow, linkingOf, usedProvider } from './provider.flow.ts'
import { giveByGroups } from './provider.membership.ts'
import * as queries from './provider.queries.ts'
import { addressesOf, providerOf } from './provider.settings.ts'

type Services = { config: Config; seals: Seals }

async function mayLink(reader: Reader, context: Context): Promise<true | 'builtIn' | 'factor'> {
  const { id, sessionId } = staffOf(context)
  if (await queries.builtIn(reader, id)) return 'builtIn'
  return (await queries.hasOwnFactor(reader, sessionId)) ? true : 'factor'
}

/** The built-in account is the way in when the provider is away. @throws Refusal 20000 */
async function checkMay(reader: Reader, context: Context): Promise<void> {
  const may = await mayLink(reader, context)
  if (may === 'builtIn') throw refuseBecause(20000, 'provider', 'provider.builtIn')
  if (may === 'factor') throw refuseBecause(20000, 'provider', 'provider.needsFactor')
}

export async function ownLink({ config, seals }: Services, context: Context): Promise<Answer<typeof providerOwn>> {
  const provider = addressesOf(config) && (await providerOf(context.database, config, seals))
  const linked = provider && (await queries.identityOfStaff(context.database, provider.issuer, staffOf(context).id))
  return {
    name: provider?.name ?? null,
    linked: linked
      ? {
          issuer: provider.issuer,
          subject: linked.subject,
          linkedAt: linked.linkedAt.toISOString(),
          lastLoginAt: linked.lastLoginAt?.toISOString() ?? null,
        }
      : null,
    can: await mayLink(context.database, context),
  }
}

/** The name of the provider with which this account logs in; null if it does not, or is the built-in one. */
export async function providerOfAccount(
  { config, seals }: Services,
  reader: Reader,
  staffId: number,
): Promise<string | null> {
  const provider = addressesOf(config) && (await providerOf(reader, config, seals))
  if (!provider || (await queries.builtIn(reader, staffId))) return null
  return (await queries.identityOfStaff(reader, provider.issuer, staffId)) ? provider.name : null
}

/** @throws Refusal 20000, 10032, 1000027 */
export async function beginLink(services: Services, context: Context) {
  await checkMay(context.database, context)
  return beginFlow(services, context, linkingOf(context))
}

/** Links the account. What groups give comes with the first log-in at the provider. @throws Refusal 20000, 10032, 1000027 */
export async function link(services: Services, context: Context, payload: { query: string; browser: string }) {
  await checkMay(context.database, context)
  const { provider, person } = await endFlow(services, context, payload, linkingOf(context))
  const { id, username } = staffOf(context)
  return context
    .tx(async (tx) => {
      await lockRights(tx)
      await checkMay(tx, context)
      const theirs = await queries.identityOf(tx, provider.issuer, person.subject)
      if (theirs && !theirs.deleted) throw refuseBecause(20000, 'provider', 'provider.taken')
      await queries.insertIdentity(tx, {
        issuer: provider.issuer,
        subject: person.subject,
        staffId: id,
        made: false,
        at: wallNow(),
      })
      await record(tx, context, {
        target: `staff ${id}`,
        content: accountLinked({ name: username, provider: provider.name }, 'linked'),
        before: null,
        after: { issuer: provider.issuer, subject: person.subject },
      })
      return {}
    })
    .catch((error: unknown) => {
      if (violates(error, 'provider_identity_staff')) throw refuseBecause(20000, 'provider', 'provider.linked')
      throw error
    })
}

/** @throws Refusal 20000, 10032 */
export async function unlink(services: Services, context: Context) {
  const { provider } = await usedProvider(services, context)
  const { id, username } = staffOf(context)
  return context.tx(async (tx) => {
    await lockRights(tx)
    await checkMay(tx, context)
    const gone = await queries.deleteIdentity(tx, provider.issuer, id)
    if (!gone) throw refuseBecause(10032, 'provider', 'provider.notLinked')
    await giveByGroups(tx, context, { id, username }, [])
    await queries.endProviderSessions(tx, [id])
    await record(tx, context, {
      target: `staff ${id}`,
      content: accountLinked({ name: username, provider: provider.name }, 'unlinked'),
      before: { issuer: provider.issuer, subject: gone.subject },
      after: null,
    })
    return {}
  })
}
