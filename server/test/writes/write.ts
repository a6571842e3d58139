import type { Client } from '../product.ts'
import type { World } from '../world/base.ts'

export type Write = {
  /** Creates the call's object and returns the payload. */
  payload(world: World): Promise<object>
  /** The caller; by default the administrator. */
  by?(world: World): Promise<Client>
  /** The call requests an approval, and nothing changes yet. */
  asks?: true
  /** Which states of the row the entry contains: before, after, both, or neither (logging in, sending a code). */
  leaves: 'before' | 'after' | 'both' | 'neither'
  /** Only for the multipart call. */
  file?(): Promise<Buffer>
}
