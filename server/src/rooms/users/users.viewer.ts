import { type Context, levelOn, staffOf } from '../../kit/calls/context.ts'
import type { Viewer } from './users.rules.ts'

/** The caller's permissions on users and devices. */
export function viewerOf(context: Context): Viewer {
  const staff = staffOf(context)
  return {
    mayWrite: levelOn(staff, 'users.list') === 3,
    mayGrant: levelOn(staff, 'users.grant') === 3,
    mayBanDevices: levelOn(staff, 'users.device') === 3,
    mayReveal: levelOn(staff, 'users.contact') === 3,
  }
}
