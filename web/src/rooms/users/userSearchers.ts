// Users that the palette finds, by ids or part of a nickname.
import { readIds } from '@greenroom/contract/pastedIds'
import { userList } from '@greenroom/contract/users'
import i18next from 'i18next'
import { type Searcher, searchSize } from '../../actions/paletteEntries.ts'
import { call } from '../../api/call.ts'
import { countryName } from '../../format/country.ts'
import { readSession } from '../../session/session.ts'
import { personPath } from '../../ui/PersonLink.tsx'

export const searchers: readonly Searcher[] = [
  {
    menu: 'users.list',
    labelKey: 'users:search.user',
    search: async (q, signal) => {
      // The server finds every id in it.
      const words = q.slice(0, 2_000)
      const size = searchSize(readIds(words).ids)
      const { records, total } = await call(userList, { q: words, size }, { signal })
      const temp = readSession()?.may('users.list', 'write') ? 3 : 1
      const found = records.map((user) => ({
        id: `user:${user.userId}`,
        label: user.nickname || String(user.userId),
        detail: [user.userId, countryName(user.country, i18next.language)].filter(Boolean).join(' · '),
        picture: user.avatarUrl,
        href: personPath(user.userId),
        state: { temp },
      }))
      return { found, ...(total > size && { all: `/user/list?q=${encodeURIComponent(words)}` }) }
    },
  },
]
