// What the app reads of Greenroom, each kept with its ETag so that asking again costs little.
import type { StateAnswer } from '@greenroom/contract/bridge.schema'
import type { Transport } from './transport.ts'

/** Answers are kept with their ETag: what has not changed is answered from memory, after Greenroom said so. */
export type State = {
  /** One person: exact balances, what is held of them, ban and flags. @throws BridgeError with 404 for nobody. */
  user(userId: number): Promise<StateAnswer<'users/{id}'>>
  /** Parameters that the front end needs. */
  parameters(): Promise<StateAnswer<'parameters'>>
  gifts(): Promise<StateAnswer<'gifts'>>
  community(): Promise<StateAnswer<'community'>>
  countries(): Promise<StateAnswer<'countries'>>
  versions(): Promise<StateAnswer<'versions'>>
  banners(): Promise<StateAnswer<'banners'>>
  /** Forgets what is kept. */
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
    parameters: () => read('parameters'),
    gifts: () => read('gifts'),
    community: () => read('community'),
    countries: () => read('countries'),
    versions: () => read('versions'),
    banners: () => read('banners'),
    forget: () => kept.clear(),
  }
}
