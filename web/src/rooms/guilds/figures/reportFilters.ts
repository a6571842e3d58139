import { dateRange, filtersOf, flag, idText } from '../../../list/filters.ts'
import { useSession } from '../../../session/session.ts'

/** True for a guild's accounts, which see only their own family. */
export const useLeads = (): boolean => useSession().user.unionId !== null

/** The Sunday of the week that begins on a Monday; both `2026-11-16`. */
export const sundayOf = (monday: string): string =>
  new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10)

/** Guilds by day or week. */
export const guildFilters = filtersOf({
  reportDays: dateRange(),
  guildId: idText(),
  parentId: idText(),
  subAgency: flag(),
})

/** A leader sees only their own family, so there is no filter by parent. */
export const familyFilters = filtersOf({ reportDays: dateRange(), guildId: idText(), subAgency: flag() })

export const anchorFilters = filtersOf({ reportDays: dateRange(), guildId: idText(), userId: idText() })

/** All sub-agencies together. */
export const subFilters = filtersOf({ reportDays: dateRange(), parentId: idText() })
export const ownSubFilters = filtersOf({ reportDays: dateRange() })
export const parentFilters = filtersOf({ parentId: idText() })
export const noFilters = filtersOf({})
