// The company's identity provider: log-ins, linked accounts, and what its groups give.

export { providerOfAccount } from './provider.link.ts'
export { serveProviderLogout } from './provider.logout.ts'
export { discover, ProviderProblem } from './provider.oidc.ts'
export { endProviderSessions, noteCheck, takeUngiven } from './provider.queries.ts'
export { providerRoutes } from './provider.routes.ts'
export {
  addressesOf,
  openProviderSecret,
  type Provider,
  providerName,
  providerOf,
  renewProviderSecrets,
  sealProviderSecret,
  usualGroupsClaim,
  usualScopes,
} from './provider.settings.ts'
