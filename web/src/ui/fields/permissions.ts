// The three states of a menu in a role: none, read, write. A menu has its own level; a branch shows the common level of its leaves.

export type Permission = 0 | 1 | 3
export type Shown = Permission | 'mixed'
export type Grants = Readonly<Record<number, Permission>>
export type Branch = { id: number; type: 'catalogue' | 'menu'; children: readonly Branch[] }

/** The next state on a press: none → read → write → none; mixed becomes read. */
export const nextPermission = (state: Shown): Permission => (state === 0 || state === 'mixed' ? 1 : state === 1 ? 3 : 0)

/** All grantable menus of a branch, including itself if it is a menu. */
export function grantable(branch: Branch): number[] {
  const own = branch.type === 'menu' ? [branch.id] : []
  return [...own, ...branch.children.flatMap(grantable)]
}

/** A branch's state: the common level, or *mixed*. */
export function shownPermission(branch: Branch, grants: Grants): Shown {
  const levels = new Set(grantable(branch).map((id) => grants[id] ?? 0))
  if (levels.size === 0) return 0
  return levels.size === 1 ? [...levels][0]! : 'mixed'
}

/** The grants with an entire branch at one level. */
export function withBranch(branch: Branch, level: Permission, grants: Grants): Grants {
  return { ...grants, ...Object.fromEntries(grantable(branch).map((id) => [id, level])) }
}

export type GrantChange = { id: number; from: Permission; to: Permission }

/** Differences from the saved grants, in the tree's order. */
export function grantChanges(tree: readonly Branch[], saved: Grants, grants: Grants): GrantChange[] {
  return tree
    .flatMap(grantable)
    .map((id) => ({ id, from: saved[id] ?? 0, to: grants[id] ?? 0 }))
    .filter((change) => change.from !== change.to)
}

/** Grants as calls send them: write ids, and read-only ids. */
export function grantPayload(grants: Grants): { menuIds: number[]; readMenuIds: number[] } {
  const at = (level: Permission) =>
    Object.entries(grants)
      .filter(([, granted]) => granted === level)
      .map(([id]) => Number(id))
  return { menuIds: at(3), readMenuIds: at(1) }
}

/** The branches whose name, or a name below, contains the text; a matching branch keeps all its children. */
export function searchTree<B extends { children: readonly B[] }>(
  tree: readonly B[],
  words: string,
  nameOf: (branch: B) => string,
): B[] {
  const query = words.trim().toLocaleLowerCase()
  if (query === '') return [...tree]
  return tree.flatMap((branch) => {
    if (nameOf(branch).toLocaleLowerCase().includes(query)) return [branch]
    const children = searchTree(branch.children, words, nameOf)
    return children.length > 0 ? [{ ...branch, children }] : []
  })
}
