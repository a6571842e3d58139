import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconBolt, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePaletteEntries } from '../../actions/paletteEntries.ts'
import { textLanguage } from '../../i18n/index.ts'
import { useSession } from '../../session/session.ts'
import { isComposing, useComposing } from '../../ui/behaviour/composing.ts'
import { label } from '../../ui/labels.ts'
import { Face } from '../../ui/values/UserChip.tsx'
import { type MenuItem, menuItems } from '../menu.ts'
import styles from './Palette.module.css'
import { type Group, type Line, searchersLoaded, useRecords } from './paletteRecords.ts'
import { takeTyped } from './typeAhead.ts'

const [store, spotlight] = createSpotlight()

void searchersLoaded().catch(() => {})

/**
 * Mantine selects the first line on input; with lines that arrive later, such as records, or after type-ahead, none would be selected and
 * Enter would do nothing.
 */
function keepOneSelected(): void {
  const { listId } = store.getState()
  const actions = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])]
  const selected = Math.max(
    0,
    actions.findIndex((action) => action.hasAttribute('data-selected')),
  )
  actions[selected]?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: actions.length > 0 ? selected : -1 }))
}

type Props = {
  opened: boolean
  onClose: () => void
  /** An open tab's whole address, so that going back to a view finds its filters. */
  addressOf: (path: string) => string
}

/** The palette (Ctrl or ⌘ K): screens, actions of the screen shown, records by kind and id. */
export default function Palette({ opened, onClose, addressOf }: Props) {
  const { t } = useTranslation('shell')
  const session = useSession()
  const navigate = useNavigate()
  const entries = usePaletteEntries()
  const [query, setQuery] = useState('')
  const { composing, handlers } = useComposing()
  const { records, searching } = useRecords(composing ? '' : query, session)

  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])

  const language = textLanguage()
  const screens = useMemo(() => {
    const other = language === 'cn' ? 'en' : 'cn'
    return screenLines(menuItems(session.menus, language), namesById(menuItems(session.menus, other)), [])
  }, [session.menus, language])
  const actions = entries.map((entry): Line => {
    const whyNot = entry.whyNot()
    const details = [entry.detail(), whyNot].filter((text) => text !== undefined && text !== '')
    const message =
      details.length === 2 ? t('palette.refused', { about: details[0], why: details[1] }) : (details[0] ?? '')
    return {
      id: entry.id,
      label: label(entry.labelKey),
      detail: message,
      run: entry.run,
      disabled: whyNot !== undefined,
    }
  })
  const places = [{ id: 'home', label: t('home'), detail: '', href: '/dashboard' }, ...screens]
  const groups: readonly Group[] = [
    ...records,
    { id: 'actions', label: t('palette.actions'), icon: IconBolt, lines: actions.filter((l) => matches(l, query)) },
    {
      id: 'screens',
      label: t('palette.screens'),
      icon: IconArrowRight,
      lines: places.filter((l) => matches(l, query)),
    },
  ].filter(({ lines }) => lines.length > 0)

  const shown = groups.flatMap(({ lines }) => lines.map(({ id }) => id)).join(' ')
  // biome-ignore lint: depends on the shown lines only
  useEffect(() => {
    if (query.trim() !== '') keepOneSelected()
  }, [shown, query])

  const choose = ({ href, run, state }: Line) => {
    if (run) run()
    else if (href?.startsWith('/')) void navigate(addressOf(href), { state })
    else if (href) window.open(href, '_blank', 'noreferrer')
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={() => {
        takeTyped()
        onClose()
      }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
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
        onFocus={() => setQuery((query) => query + takeTyped())}
        // Mantine would take the Enter that ends a composition in Safari for the choice of a line.
        onKeyDownCapture={(event) => {
          if (isComposing(event)) event.stopPropagation()
        }}
        // A field of one line drops line ends, and would join the ids of two lines to one.
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (!/[\r\n]/.test(pasted)) return
          event.preventDefault()
          setQuery((query) => `${query} ${pasted.replaceAll(/\s+/gu, ' ')}`.trim())
        }}
        {...handlers}
        leftSection={<IconSearch size={17} stroke={1.6} />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ id, label: name, icon: Icon, lines }) => (
          <Spotlight.ActionsGroup key={id} label={name}>
            {lines.map((line) => (
              <Spotlight.Action
                key={line.id}
                label={line.label}
                {...(line.detail ? { description: line.detail } : {})}
                leftSection={
                  line.picture === undefined ? (
                    <Icon size={16} stroke={1.6} />
                  ) : (
                    <Face name={line.label} picture={line.picture} size={22} />
                  )
                }
                disabled={line.disabled ?? false}
                onClick={() => choose(line)}
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

const matches = (line: Line, query: string): boolean => {
  const text = `${line.label} ${line.detail} ${line.also ?? ''}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const namesById = (items: readonly MenuItem[]): ReadonlyMap<number, string> =>
  new Map(items.flatMap((item) => [[item.id, item.name] as const, ...namesById(item.children)]))

function screenLines(items: readonly MenuItem[], also: ReadonlyMap<number, string>, above: readonly string[]): Line[] {
  return items.flatMap((item) => {
    if (item.children.length > 0) return screenLines(item.children, also, [...above, item.name])
    const line = { id: `menu ${item.id}`, label: item.name, href: item.href, detail: above.join(' / ') }
    return [{ ...line, also: also.get(item.id) ?? '' }]
  })
}
