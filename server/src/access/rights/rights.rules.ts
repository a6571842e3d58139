// The comparison behind the rule that nobody changes an account or role with more rights than their own.

/** Rights of an account or a role: levels by menu id; folders are left out, since they grant nothing. */
export type Rights = { administrator: boolean; levels: ReadonlyMap<number, number> }

export const noRights: Rights = { administrator: false, levels: new Map() }

/** Combined rights: the highest level on each menu. */
export function together(all: Iterable<Rights>): Rights {
  const levels = new Map<number, number>()
  let administrator = false
  for (const rights of all) {
    administrator ||= rights.administrator
    for (const [id, level] of rights.levels) if (level > (levels.get(id) ?? 0)) levels.set(id, level)
  }
  return { administrator, levels }
}

/** Menus on which `other` has a higher level than `own`; none if `own` is an administrator's. */
export const menusAbove = (other: Rights, own: Rights): number[] =>
  own.administrator
    ? []
    : [...other.levels].filter(([id, level]) => level > (own.levels.get(id) ?? 0)).map(([id]) => id)

/** Whether `other` exceeds `own`: it is an administrator's, or has a higher level on any menu. */
export const mayMore = (other: Rights, own: Rights): boolean =>
  !own.administrator && (other.administrator || menusAbove(other, own).length > 0)
