// A role's grants, how saving changes them, and who may do that.
import type { RecordOf } from '@greenroom/contract/call'
import type { roleList } from '@greenroom/contract/systemStaff'

export type Permission = 1 | 3
/** Levels by menu id. */
export type Levels = ReadonlyMap<number, Permission>

/** A save's menu lists; either may be omitted. */
export type MenuLists = { menuIds?: readonly number[] | undefined; readMenuIds?: readonly number[] | undefined }

/** Ids that a save lists both as read-write and as read-only. */
export const listedTwice = ({ menuIds = [], readMenuIds = [] }: MenuLists): number[] => {
  const written = new Set(menuIds)
  return [...new Set(readMenuIds)].filter((id) => written.has(id))
}

/**
 * A role's grants after a save. Both lists: exactly them. `menuIds` alone: read-only menus stay read-only, listed or not; other listed
 * menus become read-write, unlisted ones are removed, so a client that knows only one level neither raises nor loses a grant by accident.
 * `readMenuIds` alone: listed menus become read-only, unlisted read-only ones are removed, read-write ones stay. Neither: unchanged.
 * Grants on invisible menus (not in `visible`) never change.
 */
export function levelsAfter(
  before: Levels,
  requested: MenuLists,
  visible: ReadonlySet<number>,
): Map<number, Permission> {
  const { menuIds, readMenuIds } = requested
  if (!menuIds && !readMenuIds) return new Map(before)
  const kept = (id: number, level: Permission) =>
    !visible.has(id) || (level === 1 && !readMenuIds) || (level === 3 && !menuIds)
  const after = new Map([...before].filter(([id, level]) => kept(id, level)))
  for (const id of menuIds ?? []) if (!after.has(id)) after.set(id, 3)
  for (const id of readMenuIds ?? []) after.set(id, 1)
  return after
}

export const sameLevels = (one: Levels, other: Levels): boolean =>
  one.size === other.size && [...one].every(([id, level]) => other.get(id) === level)

export type RoleFacts = { id: number; builtIn: boolean; users: number }
/** The ids of the roles that the code knows. */
export type BuiltIn = { administrator: number; guildLeader: number; topUpAgent: number }
export type Viewer = { mayWrite: boolean; administrator: boolean }

/** The viewer's permitted actions on a role: true, or the key of the reason why not. */
export function can(role: RoleFacts, viewer: Viewer, ids: BuiltIn): RecordOf<typeof roleList>['can'] {
  const seeAs = viewer.administrator
    ? role.id === ids.guildLeader || role.id === ids.topUpAgent
      ? 'outside'
      : true
    : 'onlyAdministrators'
  if (!viewer.mayWrite) return { update: 'readOnly', delete: 'readOnly', seeAs }
  return {
    seeAs,
    update: role.id === ids.administrator && !viewer.administrator ? 'administrator' : true,
    delete: role.builtIn ? 'builtIn' : role.users > 0 ? 'inUse' : true,
  }
}

/** The ids of one level, in the form of spec section 7. */
export const idsAt = (levels: Levels, level: Permission): string =>
  [...levels]
    .filter(([, permission]) => permission === level)
    .map(([id]) => id)
    .toSorted((a, b) => a - b)
    .join(',')
