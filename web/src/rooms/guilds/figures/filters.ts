import { dateRange, filtersOf, flag, idText } from '../../../list/filters.ts'

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
