// What the app reads of Greenroom, each kept with its ETag so that asking again costs little.
import type { Transport } from './transport.ts'

export type State = {
  /** Any of `GET /app/v1/state/…`, by what follows: `params`, `gifts`, `users/42`. */
  read<T = unknown>(path: string): Promise<T>
  /** Forgets what is kept. */
  forget(): void
}

const mostKept = 5_000

export function openState(transport: Transport): State {
  const kept = new Map<string, { etag: string; value: unknown }>()
  return {
    async read<T>(path: string): Promise<T> {
      const before = kept.get(path)
      const response = await transport.request({
        method: 'GET',
        path: `/app/v1/state/${path.replace(/^\/+/, '')}`,
        headers: before ? { 'if-none-match': before.etag } : {},
      })
      if (response.status === 304 && before) return before.value as T
      const value = (await response.json()) as T
      const etag = response.headers.get('etag')
      kept.delete(path)
      if (etag) kept.set(path, { etag, value })
      if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
      return value
    },
    forget: () => kept.clear(),
  }
}
