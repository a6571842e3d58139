// The three states of a menu in a role: none, read, write. A menu's own level is its alone; a branch shows what its
// leaves have in common.

export type Permission = 0 | 1 | 3
export type Shown = Permission | 'mixed'
export type Grants = Readonly<Record<number, Permission>>
export type Branch = { id: number; type: 'catalogue' | 'menu'; children: readonly Branch[] }

/** The next state when one is pressed: none → read → write → none; what is mixed becomes read. */
export const nextPermission = (state: Shown): Permission => (state === 0 || state === 'mixed' ? 1 : state === 1 ? 3 : 0)

/** Everything below a branch that can be granted, and itself when it's a menu. */
export function grantable(branch: Branch): number[] {
  const own = branch.type === 'menu' ? [branch.id] : []
  return [...own, ...branch.children.flatMap(grantable)]
}

/** What a branch shows: the level that all of it has, or that they differ. */
export function shownPermission(branch: Branch, grants: Grants): Shown {
  const levels = new Set(grantable(branch).map((id) => grants[id] ?? 0))
  if (levels.size === 0) return 0
  return levels.size === 1 ? [...levels][0]! : 'mixed'
}

/** The grants with the whole branch at one level. */
export function withBranch(branch: Branch, level: Permission, grants: Grants): Grants {
  return { ...grants, ...Object.fromEntries(grantable(branch).map((id) => [id, level])) }
}

export type GrantChange = { id: number; from: Permission; to: Permission }

/** What differs from what was saved, in the order of the tree. */
export function grantChanges(tree: readonly Branch[], saved: Grants, grants: Grants): GrantChange[] {
  return tree
    .flatMap(grantable)
    .map((id) => ({ id, from: saved[id] ?? 0, to: grants[id] ?? 0 }))
    .filter((change) => change.from !== change.to)
}

/** Grants as `wire.md` sends them: ids to write, and ids only to read. */
export function grantPayload(grants: Grants): { menuIds: number[]; readMenuIds: number[] } {
  const at = (level: Permission) =>
    Object.entries(grants)
      .filter(([, granted]) => granted === level)
      .map(([id]) => Number(id))
  return { menuIds: at(3), readMenuIds: at(1) }
}

/** The branches whose name, or a name below, holds the words; a branch that matches keeps all of its children. */
export function searchTree<B extends { children: readonly B[] }>(
  tree: readonly B[],
  words: string,
  nameOf: (branch: B) => string,
): B[] {
  const wanted = words.trim().toLocaleLowerCase()
  if (wanted === '') return [...tree]
  return tree.flatMap((branch) => {
    if (nameOf(branch).toLocaleLowerCase().includes(wanted)) return [branch]
    const children = searchTree(branch.children, words, nameOf)
    return children.length > 0 ? [{ ...branch, children }] : []
  })
}
