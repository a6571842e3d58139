import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { type Icon, IconArrowRight, IconBolt, IconHash, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isCancelled } from '../api/call.ts'
import { textLanguage } from '../i18n/index.ts'
import {
  currentEntry,
  type PaletteEntry,
  type PaletteSearcher,
  readSearchers,
  useOfferedActions,
} from '../session/palette.ts'
import { type MenuEntry, type Session, useSession } from '../session/session.ts'
import { entryOf, type MenuItem, menuItems } from './menu.ts'
import styles from './Palette.module.css'

const [store, spotlight] = createSpotlight()

const pauseBeforeSearch = 150

type Group = { id: string; label: string; icon: Icon; entries: readonly PaletteEntry[] }

/** The palette (Ctrl or ⌘ K): screens, actions of the screen shown, records by kind and id. */
export default function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const session = useSession()
  const navigate = useNavigate()
  const actions = useOfferedActions()
  const [query, setQuery] = useState('')
  const { records, searching } = useRecords(query, session)

  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])

  const language = textLanguage()
  const screens = useMemo(() => screenEntries(menuItems(session.menus, language), []), [session.menus, language])
  const places = [{ id: 'home', label: t('home'), href: '/dashboard' }, ...screens]
  const groups = [
    { id: 'records', label: t('palette.records'), icon: IconHash, entries: records },
    { id: 'actions', label: t('palette.actions'), icon: IconBolt, entries: actions.filter((e) => matches(e, query)) },
    {
      id: 'screens',
      label: t('palette.screens'),
      icon: IconArrowRight,
      entries: places.filter((e) => matches(e, query)),
    },
  ].filter(({ entries }): boolean => entries.length > 0) satisfies Group[]

  const choose = (entry: PaletteEntry) => {
    const { href, run } = currentEntry(entry.id) ?? entry
    if (run) run()
    else if (href?.startsWith('/')) navigate(href)
    else if (href) window.open(href, '_blank', 'noreferrer')
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      clearQueryOnClose
      scrollable
      maxHeight={420}
      size={560}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{ search: styles.search ?? '', action: styles.action ?? '', actionsGroup: styles.group ?? '' }}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={17} stroke={1.6} />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ id, label, icon: Icon, entries }) => (
          <Spotlight.ActionsGroup key={id} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.label}
                {...(entry.description ? { description: entry.description } : {})}
                leftSection={<Icon size={16} stroke={1.6} />}
                onClick={() => choose(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>{searching ? t('palette.searching') : t('palette.none')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

const matches = ({ label, description }: PaletteEntry, query: string): boolean => {
  const text = `${label} ${description ?? ''}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function screenEntries(items: readonly MenuItem[], above: readonly string[]): PaletteEntry[] {
  return items.flatMap((item) => {
    if (item.children.length > 0) return screenEntries(item.children, [...above, item.name])
    return [{ id: `menu ${item.id}`, label: item.name, href: item.href, description: above.join(' / ') }]
  })
}

/** `role 5` asks only for roles: the first word names a kind of record, by its menu's name or key. */
function askedFor(searchers: readonly PaletteSearcher[], text: string, menus: readonly MenuEntry[]) {
  const [kind = '', ...rest] = text.toLocaleLowerCase().split(/\s+/)
  const named = searchers.filter(({ menu }) => {
    const names = Object.values(entryOf(menus, menu)?.names ?? {})
    return [...names, menu.split('.').at(-1) ?? ''].some((name) => name.toLocaleLowerCase().startsWith(kind))
  })
  return rest.length > 0 && named.length > 0
    ? { asked: named, words: rest.join(' ') }
    : { asked: searchers, words: text }
}

/** What the rooms' searchers find for the text, a moment after the last key; an older search is given up. */
function useRecords(query: string, session: Session) {
  const [records, setRecords] = useState<readonly PaletteEntry[]>([])
  const [searching, setSearching] = useState(false)

  useEffect(() => {
    const text = query.trim()
    if (text === '') {
      setRecords([])
      return
    }
    const giveUp = new AbortController()
    const find = async () => {
      setSearching(true)
      const may = readSearchers().filter(({ menu }) => session.may(menu, 'read'))
      const { asked, words } = askedFor(may, text, session.menus)
      const answers = await Promise.allSettled(asked.map(async ({ search }) => search(words, giveUp.signal)))
      if (giveUp.signal.aborted) return
      for (const answer of answers) {
        if (answer.status === 'rejected' && !isCancelled(answer.reason)) console.warn(answer.reason)
      }
      setRecords(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
      setSearching(false)
    }
    const timer = setTimeout(() => void find(), pauseBeforeSearch)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [query, session])

  return { records, searching }
}
