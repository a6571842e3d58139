// The state that the app reads from Greenroom, cached by ETag so that polling is cheap.
import type { StateAnswer } from '@greenroom/contract/bridge.schema'
import type { Transport } from './transport.ts'

/** Answers are cached with their ETag; unchanged state is served from the cache after Greenroom confirmed it. */
export type State = {
  /** One user: exact balances, holds, ban and flags. @throws BridgeError with 404 for an unknown user. */
  user(userId: number): Promise<StateAnswer<'users/{id}'>>
  /** Where the user may pay USDT to, on each chain in use; a first request gives the address. */
  depositAddresses(userId: number): Promise<StateAnswer<'users/{id}/depositAddresses'>>
  /** Parameters that the front end needs. */
  parameters(): Promise<StateAnswer<'parameters'>>
  gifts(): Promise<StateAnswer<'gifts'>>
  community(): Promise<StateAnswer<'community'>>
  countries(): Promise<StateAnswer<'countries'>>
  versions(): Promise<StateAnswer<'versions'>>
  /** Banners and activities; `shownTo` of the contract says who sees which when. */
  banners(): Promise<StateAnswer<'banners'>>
  adverts(): Promise<StateAnswer<'adverts'>>
  /** Users who speak for the platform. */
  accounts(): Promise<StateAnswer<'accounts'>>
  /** Clears the cache. */
  forget(): void
}

const mostKept = 5_000

export function openState(transport: Transport): State {
  const kept = new Map<string, { etag: string; value: unknown }>()
  async function read<T>(path: string): Promise<T> {
    const before = kept.get(path)
    const response = await transport.request({
      method: 'GET',
      path: `/app/v1/state/${path}`,
      headers: before ? { 'if-none-match': before.etag } : {},
    })
    if (response.status === 304 && before) return before.value as T
    const value = (await response.json()) as T
    const etag = response.headers.get('etag')
    kept.delete(path)
    if (etag) kept.set(path, { etag, value })
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
    return value
  }
  return {
    user: (userId) => read(`users/${userId}`),
    depositAddresses: (userId) => read(`users/${userId}/depositAddresses`),
    parameters: () => read('parameters'),
    gifts: () => read('gifts'),
    community: () => read('community'),
    countries: () => read('countries'),
    versions: () => read('versions'),
    banners: () => read('banners'),
    adverts: () => read('adverts'),
    accounts: () => read('accounts'),
    forget: () => kept.clear(),
  }
}
