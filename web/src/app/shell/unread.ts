// How much of what one was told is unread, for the bells of both shells.
import { noticeUnread } from '@greenroom/contract/told'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const noticesKey = ['notices']
export const unreadKey = [...noticesKey, 'unread']
const everyMs = 60_000
/** The server counts no further. */
const most = 99

/** Their number, and how a bell writes it. */
export function useUnread(): { unread: number; written: string } {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call(noticeUnread, {}, { signal }),
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
  })
  const unread = data?.unread ?? 0
  return { unread, written: unread > most ? `${most}+` : String(unread) }
}
