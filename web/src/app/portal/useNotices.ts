// What one was told, the newest first, for the bells of both shells.
import type { Answer } from '@greenroom/contract/call'
import { noticeList, noticeRead } from '@greenroom/contract/told'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { showError } from '../../session/messages.ts'
import { useSession } from '../../session/session.ts'
import { noticesKey, unreadKey } from '../shell/unread.ts'

export type Notice = Answer<typeof noticeList>['notices'][number]

const listKey = [...noticesKey, 'list']

/** The notices so far, their query, and what marks one as read, or all. */
export function useNotices() {
  const client = useQueryClient()
  const { shownZone } = useSession()
  const language = currentLanguage()
  const query = useInfiniteQuery({
    queryKey: [...listKey, language],
    queryFn: ({ pageParam, signal }) =>
      call(noticeList, { language, zone: shownZone, ...(pageParam !== '' && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.more ? last.notices.at(-1)?.id : undefined),
    staleTime: 0,
  })
  const mark = async (id?: string) => {
    try {
      client.setQueryData(unreadKey, await call(noticeRead, id === undefined ? {} : { id }))
      await client.invalidateQueries({ queryKey: listKey })
    } catch (error) {
      showError(error)
    }
  }
  return { query, found: query.data?.pages.flatMap((page) => page.notices) ?? [], mark }
}
