// Logging in with the identity provider.
import { loggedInByProvider } from '@greenroom/contract/sentences/provider'
import { accountsChanged } from '@greenroom/contract/sentences/staff'
import { type Config, fileUrlOf } from '../../config.ts'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { Seals } from '../../kit/encryption/index.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import { unusableHash } from '../access.password.ts'
import * as accounts from '../login/login.queries.ts'
import { isWeaker, refusedState, strongestFactor } from '../login/login.rules.ts'
import { lockRights } from '../rights/index.ts'
import { openSession } from '../session.ts'
import { enterSetup, inSetup, type SetupEnded } from '../setup/index.ts'
import { countTry } from '../throttle.ts'
import { beginFlow, endFlow } from './provider.flow.ts'
import { giveByGroups } from './provider.membership.ts'
import type { Person } from './provider.oidc.ts'
import * as queries from './provider.queries.ts'
import { askedForFactor, groupsIn, mappingsFor, nameFor } from './provider.rules.ts'
import type { Provider } from './provider.settings.ts'

export type ProviderServices = {
  params: Params
  config: Config
  seals: Seals
  landingPageKey: () => Promise<string>
  setupEnded: SetupEnded
}

/** Pages that begin a log-in, from one network in a minute. */
const triesPerMinute = 30

/** @throws Refusal 10008; as `beginFlow` */
export async function beginLogin(services: ProviderServices, context: Context) {
  await countTry(context, 'provider', triesPerMinute)
  return beginFlow(services, context, null)
}

/** An account for somebody whom only the provider knows, with a name of its own and a password that nobody knows. */
async function addAccount(tx: Transaction, context: Context, provider: Provider, person: Person): Promise<number> {
  const passwordHash = await unusableHash()
  for (let attempt = 0; ; attempt++) {
    const username = nameFor(person.claims, attempt)
    const id = await queries.insertAccount(tx, { username, passwordHash, at: context.now })
    if (id === null) continue
    await queries.insertIdentity(tx, {
      issuer: provider.issuer,
      subject: person.subject,
      staffId: id,
      made: true,
      at: wallNow(),
    })
    await record(tx, context, {
      operation: 'staff.byProvider',
      target: `staff ${id}`,
      content: accountsChanged([username], 'added'),
      before: null,
      after: { userId: id, username, issuer: provider.issuer, subject: person.subject },
      actor: { id, username },
    })
    return id
  }
}

/**
 * The account of a person, made now if the provider's people have accounts at their first log-in and one of their groups gives a role.
 *
 * @throws Refusal 10026
 */
async function accountOf(
  tx: Transaction,
  { params }: ProviderServices,
  context: Context,
  { provider, person, hasRole }: { provider: Provider; person: Person; hasRole: boolean },
): Promise<number> {
  const known = await queries.identityOf(tx, provider.issuer, person.subject)
  if (known?.deleted) throw refuseBecause(10026, 'query', 'provider.deleted')
  if (known) return known.staffId
  if (params.text('provider_makes_accounts') !== 'true') throw refuseBecause(10026, 'query', 'provider.unknown')
  if (!hasRole) throw refuseBecause(10026, 'query', 'provider.noGroup')
  return addAccount(tx, context, provider, person)
}

/**
 * Opens a session for the person that the provider names, with the roles that its groups give now.
 *
 * @throws Refusal 10008; as `endFlow`; 10026 without an account; 10005, 12006 by the account's state; 1000027 if a role asks for a second factor
 *   and the provider doesn't say that it did
 */
export async function loginByProvider(
  services: ProviderServices,
  context: Context,
  payload: { query: string; browser: string },
): Promise<{ token: string; fileUrl: string; landingPageKey: string }> {
  await countTry(context, 'provider', triesPerMinute)
  const { provider, person } = await endFlow(services, context, payload, null)
  return context.tx(async (tx) => {
    // Before the account: anyone who changes accounts, roles or mappings takes them in this order.
    await lockRights(tx)
    const enters = await inSetup(tx)
    const mapped = mappingsFor(
      await queries.mappingsOf(tx, provider.issuer),
      provider.issuer,
      groupsIn(person.claims, provider.groupsClaim),
    )
    const staffId = await accountOf(tx, services, context, { provider, person, hasRole: mapped.length > 0 })
    const account = await accounts.lockAccount(tx, staffId)
    if (!account) throw refuseBecause(10026, 'query', 'provider.deleted')
    const state = refusedState({ status: account.status, guildState: account.guild_state })
    if (state) throw new Refusal(state)
    await giveByGroups(tx, context, account, mapped)
    const asked = strongestFactor(await accounts.factorsOf(tx, staffId))
    const proven =
      askedForFactor(person.claims) || services.params.text('provider_asks_factor') === 'true' ? 'google' : 'none'
    if (isWeaker(proven, asked)) throw refuseBecause(1000027, 'query', 'provider.factor')
    const { token, at } = await openSession(tx, staffId, {
      ip: context.ip,
      userAgent: context.userAgent,
      previous: { at: account.last_login_at, ip: account.last_login_ip },
      factor: proven,
      provider: { issuer: provider.issuer, subject: person.subject, sid: person.sid },
    })
    await accounts.noteLogin(tx, staffId, at, context.ip)
    await queries.noteIdentityLogin(tx, provider.issuer, person.subject, at)
    if (enters && proven !== 'none') await enterSetup(tx, context, account, services.setupEnded)
    await record(tx, context, {
      target: `staff ${staffId}`,
      content: loggedInByProvider({ name: account.username, provider: provider.name }),
      before: null,
      after: null,
      actor: accounts.actorOf(account),
    })
    return { token, fileUrl: fileUrlOf(services.config), landingPageKey: await services.landingPageKey() }
  })
}
