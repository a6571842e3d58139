// Records of this room that the palette finds, by name or id.
import { giftTemplateCalls } from '@greenroom/contract/systemRecords'
import { roleList, staffList } from '@greenroom/contract/systemStaff'
import type { Searcher } from '../../actions/paletteEntries.ts'
import { call } from '../../api/call.ts'
import { listed } from '../../format/listed.ts'
import { textLanguage } from '../../i18n/index.ts'

const few = 5
const longestName = 50

/** A pasted text is no name. */
const byName =
  (search: Searcher['search']): Searcher['search'] =>
  async (words, signal) =>
    words.length > longestName ? { found: [] } : search(words, signal)

export const searchers: readonly Searcher[] = [
  {
    menu: 'system.user',
    labelKey: 'system:search.user',
    search: byName(async (q, signal) => {
      const { records, total } = await call(staffList, { q, size: few }, { signal })
      const found = records.map((user) => ({
        id: `staff:${user.userId}`,
        label: user.username,
        detail: `${user.userId} · ${listed(
          user.roles.map((role) => role.roleName),
          textLanguage(),
        )}`,
        href: `/sys/user?q=${encodeURIComponent(user.username)}&drawer=edit:${user.userId}`,
      }))
      return { found, ...(total > few && { all: `/sys/user?q=${encodeURIComponent(q)}` }) }
    }),
  },
  {
    menu: 'system.role',
    labelKey: 'system:search.role',
    search: byName(async (roleName, signal) => {
      const { records, total } = await call(roleList, { roleName, size: few }, { signal })
      const found = records.map((role) => ({
        id: `role:${role.roleId}`,
        label: role.roleName,
        detail: String(role.roleId),
        href: `/sys/role?drawer=edit:${role.roleId}`,
      }))
      return { found, ...(total > few && { all: `/sys/role?roleName=${encodeURIComponent(roleName)}` }) }
    }),
  },
  {
    menu: 'system.giftTemplate',
    labelKey: 'system:search.giftTemplate',
    search: byName(async (q, signal) => {
      const { records, total } = await call(giftTemplateCalls.list, { q, size: few }, { signal })
      const found = records.map((template) => ({
        id: `giftTemplate:${template.id}`,
        label: template.name,
        detail: String(template.id),
        href: `/sys/giftTemplate?drawer=edit:${template.id}`,
      }))
      return { found, ...(total > few && { all: `/sys/giftTemplate?q=${encodeURIComponent(q)}` }) }
    }),
  },
  {
    // Log entries are found by id only.
    menu: 'system.log',
    labelKey: 'system:search.log',
    search: async (words) => ({
      found: /^[0-9a-f-]{16,64}$/i.test(words)
        ? [{ id: `log:${words}`, label: words, href: `/sys/log?drawer=entry:${words}` }]
        : [],
    }),
  },
]
