// What the palette finds among the records of all rooms, by kind.
import { type Icon, IconHash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Searcher } from '../../actions/paletteEntries.ts'
import { isCancelled } from '../../api/call.ts'
import { loadTexts, type Namespace } from '../../i18n/index.ts'
import { loadSearchers as ofFinance } from '../../rooms/finance/index.ts'
import { loadSearchers as ofGuilds } from '../../rooms/guilds/index.ts'
import { loadSearchers as ofSystem } from '../../rooms/system/index.ts'
import { loadSearchers as ofUsers } from '../../rooms/users/index.ts'
import { showError } from '../../session/messages.ts'
import type { MenuEntry, Session } from '../../session/session.ts'
import { loadedOnce } from '../../ui/behaviour/loadedOnce.ts'
import { label } from '../../ui/labels.ts'
import { entryOf } from '../menu.ts'

export type Rooms = readonly { searchers: readonly Searcher[] }[]

/** The rooms' searches; a part that could not be fetched is fetched again with the next search. */
export const searchersLoaded = loadedOnce<Rooms>(() => Promise.all([ofUsers(), ofFinance(), ofGuilds(), ofSystem()]))

const pauseBeforeSearch = 150

/** A line of the palette: a link, an action, or the reason why an action is unavailable. */
export type Line = {
  id: string
  label: string
  detail: string
  /** Its name in the other language. */
  also?: string
  picture?: string
  href?: string
  state?: { temp: number }
  run?: () => void
  disabled?: boolean
}
export type Group = { id: string; label: string; icon: Icon; lines: readonly Line[] }

/** `role 5` asks only for roles: the first word names a kind of record, by its menu's name or key. */
function searchOf(may: readonly Searcher[], text: string, menus: readonly MenuEntry[]) {
  const [kind = '', ...rest] = text.toLocaleLowerCase().split(/\s+/)
  const named = may.filter(({ menu }) => {
    const names = Object.values(entryOf(menus, menu)?.names ?? {})
    return [...names, menu.split('.').at(-1) ?? ''].some((name) => name.toLocaleLowerCase().startsWith(kind))
  })
  return rest.length > 0 && named.length > 0
    ? { searched: named, words: rest.join(' ') }
    : { searched: may, words: text }
}

const none: readonly Group[] = []

/** Results of the rooms' searches, debounced; older searches are aborted. A failure is said, and ends the search. */
export function useRecords(query: string, session: Session, loadRooms: () => Promise<Rooms> = searchersLoaded) {
  const [found, setFound] = useState<{ text: string; groups: readonly Group[] }>({ text: '', groups: [] })
  const [searching, setSearching] = useState(false)

  useEffect(() => {
    const text = query.trim()
    if (text === '') return
    const giveUp = new AbortController()
    const find = async () => {
      setSearching(true)
      const searchers = (await loadRooms()).flatMap((room) => room.searchers)
      const may = searchers.filter(({ menu }) => session.may(menu, 'read'))
      const { searched, words } = searchOf(may, text, session.menus)
      await loadTexts([...new Set(searched.map(({ labelKey }) => labelKey.split(':')[0] as Namespace))])
      const answers = await Promise.allSettled(searched.map(async ({ search }) => search(words, giveUp.signal)))
      if (giveUp.signal.aborted) return
      setFound({
        text,
        groups: searched.map(({ menu, labelKey }, index): Group => {
          const answer = answers[index]
          if (answer?.status === 'rejected' && !isCancelled(answer.reason)) console.warn(answer.reason)
          const { found, all } = answer?.status === 'fulfilled' ? answer.value : { found: [], all: undefined }
          const lines: Line[] = found.map((line) => ({ ...line, detail: line.detail ?? '' }))
          if (all) lines.push({ id: `all ${menu}`, label: label('shell:palette.all'), detail: '', href: all })
          return { id: menu, label: label(labelKey), icon: IconHash, lines }
        }),
      })
      setSearching(false)
    }
    const timer = setTimeout(() => {
      find().catch((error: unknown) => {
        if (giveUp.signal.aborted) return
        setSearching(false)
        showError(error)
      })
    }, pauseBeforeSearch)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [query, session, loadRooms])

  // Results of an older text are not shown under a newer one: Enter would open the wrong record.
  return { records: found.text === query.trim() ? found.groups : none, searching }
}
