// Users that the palette finds, by id or part of a nickname.
import { userList } from '@greenroom/contract/users'
import type { Searcher } from '../../action/palette.ts'
import { call } from '../../api/call.ts'
import { readSession } from '../../session/session.ts'
import { personPath } from '../../ui/PersonLink.tsx'

const few = 5

export const searchers: readonly Searcher[] = [
  {
    menu: 'users.list',
    labelKey: 'users:search.user',
    search: async (q, signal) => {
      const words = q.slice(0, 60)
      const { records, total } = await call(userList, { q: words, size: few }, { signal })
      const temp = readSession()?.may('users.list', 'write') ? 3 : 1
      const found = records.map((user) => ({
        id: `user:${user.userId}`,
        label: user.nickname || String(user.userId),
        detail: [user.userId, user.country].filter(Boolean).join(' · '),
        picture: user.avatarUrl,
        href: personPath(user.userId),
        state: { temp },
      }))
      return { found, ...(total > few && { all: `/user/list?q=${encodeURIComponent(words)}` }) }
    },
  },
]
