// Which identity provider this installation uses: the environment's, or the one that two members of staff set.
import type { Config } from '../../config.ts'
import type { Reader } from '../../kit/database/database.ts'
import { type Renew, renewalOf, type Seals } from '../../kit/encryption/index.ts'

export type Provider = {
  setBy: 'environment' | 'system'
  issuer: string
  /** As the button on the log-in page names it. */
  name: string
  clientId: string
  clientSecret: string | null
  /** Separated by spaces. */
  scopes: string
  /** The claim that lists the person's groups. */
  groupsClaim: string
  updatedBy: string
  updatedAt: Date | null
}

export const usualScopes = 'openid profile email'
export const usualGroupsClaim = 'groups'

const owner = 'provider'
export const sealProviderSecret = (seals: Seals, secret: string): string => seals.seal(secret, owner)
/** @throws SealProblem */
export const openProviderSecret = (seals: Seals, sealed: string): string => seals.open(sealed, owner)

/** A round's secrets are its own. */
export const flowOwner = (stateHash: Buffer): string => `flow ${stateHash.toString('hex')}`

/** The secret, one that waits for approval, and the secrets of rounds under way. */
export const renewProviderSecrets: readonly Renew[] = [
  renewalOf({ table: 'access.provider', column: 'client_secret', owner: () => owner }),
  renewalOf({ table: 'access.provider_secret', column: 'sealed', owner: () => owner }),
  renewalOf<{ state_hash: Buffer }>({
    table: 'access.provider_flow',
    column: 'secrets',
    by: ['state_hash'],
    owner: ({ state_hash: hash }) => flowOwner(hash),
  }),
]

type Settings = Pick<
  Config,
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME' | 'OIDC_SCOPES' | 'OIDC_GROUPS_CLAIM'
>

/** The environment's provider; null if it names none. */
export const environmentProvider = (config: Settings): Provider | null =>
  config.OIDC_ISSUER === undefined
    ? null
    : {
        setBy: 'environment',
        issuer: config.OIDC_ISSUER,
        name: config.OIDC_NAME ?? new URL(config.OIDC_ISSUER).hostname,
        clientId: config.OIDC_CLIENT_ID ?? '',
        clientSecret: config.OIDC_CLIENT_SECRET ?? null,
        scopes: config.OIDC_SCOPES ?? usualScopes,
        groupsClaim: config.OIDC_GROUPS_CLAIM ?? usualGroupsClaim,
        updatedBy: '',
        updatedAt: null,
      }

/** The provider that is used now; the environment's comes first. Null: none. */
export async function providerOf(reader: Reader, config: Settings, seals: Seals): Promise<Provider | null> {
  const ofEnvironment = environmentProvider(config)
  if (ofEnvironment) return ofEnvironment
  const row = await reader.selectFrom('access.provider').selectAll().executeTakeFirst()
  if (!row) return null
  return {
    setBy: 'system',
    issuer: row.issuer,
    name: row.name,
    clientId: row.client_id,
    clientSecret: row.client_secret === null ? null : openProviderSecret(seals, row.client_secret),
    scopes: row.scopes,
    groupsClaim: row.groups_claim,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  }
}

export const logoutPath = '/provider/logout'

/** Where the provider sends browsers back to, and where it tells of log-outs; null where nobody outside knows this server's address. */
export const addressesOf = ({ PUBLIC_URL: base }: Pick<Config, 'PUBLIC_URL'>) =>
  base === undefined ? null : { redirect: `${base}/provider`, logout: `${base}${logoutPath}` }

/** How the log-in page names the provider; undefined: it shows no button. */
export async function providerName(reader: Reader, config: Config): Promise<string | undefined> {
  if (!addressesOf(config)) return undefined
  const ofEnvironment = environmentProvider(config)
  if (ofEnvironment) return ofEnvironment.name
  return (await reader.selectFrom('access.provider').select('name').executeTakeFirst())?.name
}
