// The grid: equal tiles that fill the window. One tab stop; arrows, j and k move, x and shift with arrows select.
import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyCap } from '../../../page/desk/ReasonChoice.tsx'
import { keyName, useShortcut } from '../../../session/shortcuts.ts'
import { isOpen as isOpenIn, itemOf } from '../bench/queueDesk.ts'
import { arrowAllowed } from '../queue/keyGuards.ts'
import { deskOf, useSeen, useWorkbench } from '../queue/workbench.ts'
import { type Layout, layoutOf, stepOf } from './gridLayout.ts'
import { Tile, tileId } from './ItemTile.tsx'
import classes from './itemGrid.module.css'
import { type TileKind, tileShapeOf } from './kindLayout.ts'

const gap = 8
/** Tiles of a heap on the screen; the others are below. */
const mostAtOnce = 24

const arrows = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' } as const
type Way = keyof typeof arrows

function ArrowKey({ way, step }: { way: Way; step: (way: Way, choosing: boolean) => void }) {
  useShortcut(arrows[way], `audits:queue.keys.${way}`, () => step(way, false), arrowAllowed)
  useShortcut(`shift+${arrows[way]}`, 'audits:queue.keys.chooseOn', () => step(way, true), arrowAllowed)
  return null
}

/** The layout for this window. */
export function useLayout(count: number, kind: TileKind): [Layout, (box: HTMLElement | null) => void] {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState({ width: 1_100, height: 520 })
  useLayoutEffect(() => {
    if (!box) return
    const fit = () => setSize({ width: box.clientWidth, height: box.clientHeight })
    const observer = new ResizeObserver(fit)
    observer.observe(box)
    fit()
    return () => observer.disconnect()
  }, [box])
  return [layoutOf(count, size, { gap, ...tileShapeOf(kind) }), setBox]
}

export function Grid() {
  const { bench, kind, settings, set } = useWorkbench()
  const { t } = useTranslation('audits')
  const desk = useSeen(deskOf)
  const { sheet, at: focus, chosen, heap } = desk
  const list = useRef<HTMLDivElement | null>(null)
  const [layout, setBox] = useLayout(heap ? Math.min(sheet.length, mostAtOnce) : settings.pageItems, kind)
  /** The anchor of a range selection. */
  const anchor = useRef<string>(undefined)

  const isOpen = (id: string) => isOpenIn(desk, id)
  const upTo = (id: string) => {
    const from = sheet.indexOf(anchor.current ?? focus ?? id)
    const to = sheet.indexOf(id)
    return sheet.slice(Math.min(from, to), Math.max(from, to) + 1).filter(isOpen)
  }
  const toggle = (id: string) => {
    anchor.current = id
    bench.choose(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])
  }

  /** Skips decided items. */
  const step = (arrow: Way, choosing: boolean) => {
    if (focus === undefined) return
    const turned = document.documentElement.dir === 'rtl' && (arrow === 'left' || arrow === 'right')
    const way = turned ? (arrow === 'left' ? 'right' : 'left') : arrow
    let at = sheet.indexOf(focus)
    for (;;) {
      const to = stepOf(at, way, layout.columns, sheet.length)
      if (to === at) return
      at = to
      if (isOpen(sheet[at] ?? '')) break
    }
    const id = sheet[at] ?? focus
    if (choosing) {
      anchor.current ??= focus
      bench.choose(upTo(id))
    } else anchor.current = undefined
    bench.focus(id)
  }
  useShortcut('tick', 'audits:queue.keys.choose', () => focus !== undefined && toggle(focus))
  useShortcut('tickAll', 'audits:queue.keys.chooseAll', () => {
    const open = sheet.filter(isOpen)
    bench.choose(chosen.size === open.length ? [] : open)
  })
  useShortcut(
    'Escape',
    heap ? 'audits:queue.keys.scatter' : 'audits:queue.keys.chooseNone',
    () => (heap ? bench.scatter() : bench.choose([])),
    arrowAllowed,
  )
  // A heap may be longer than the screen.
  useEffect(() => {
    if (heap && focus !== undefined) document.getElementById(tileId(focus))?.scrollIntoView({ block: 'nearest' })
  }, [heap, focus])
  // On a lost item, Enter goes on.
  const isLost = focus !== undefined && desk.lost.has(focus)
  useShortcut(
    'Enter',
    'audits:queue.keys.open',
    () => set({ view: 'single' }),
    (event) => arrowAllowed(event) && !isLost && !heap,
  )

  // Screen readers start on the tiles, unless the focus is elsewhere.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [])

  const pick = (id: string, event: React.MouseEvent) => {
    list.current?.focus({ preventScroll: true })
    if (!isOpen(id)) return
    if (event.shiftKey) bench.choose(upTo(id))
    else if (event.ctrlKey || event.metaKey) toggle(id)
    else anchor.current = undefined
    bench.focus(id)
  }
  return (
    <div className={classes['withHeap']}>
      {heap && <HeapLine left={sheet.filter(isOpen).length} chosen={chosen.size} close={bench.scatter} />}
      {(Object.keys(arrows) as Way[]).map((way) => (
        <ArrowKey key={way} way={way} step={step} />
      ))}
      <div
        ref={(box) => {
          list.current = box
          setBox(box)
        }}
        role="listbox"
        aria-multiselectable
        aria-label={t('queue.items')}
        aria-activedescendant={focus === undefined ? undefined : tileId(focus)}
        tabIndex={0}
        className={classes['grid']}
        data-heap={heap ? true : undefined}
        style={{
          gap,
          gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
          ...(heap
            ? { gridAutoRows: `calc((100% - ${gap * (layout.rows - 1)}px) / ${layout.rows})` }
            : { gridTemplateRows: `repeat(${layout.rows}, minmax(0, 1fr))` }),
        }}
      >
        {sheet.map((id) => {
          const review = itemOf(desk, id) ?? desk.marks.get(id)?.review
          if (!review) return null
          return (
            <Tile
              key={id}
              review={review}
              mark={desk.lost.has(id) ? 'lost' : isOpen(id) ? undefined : desk.marks.get(id)?.what}
              focused={id === focus}
              chosen={chosen.has(id)}
              onPick={pick}
              onToggle={toggle}
              onOpen={() => {
                if (!isOpen(id) || heap) return
                bench.focus(id)
                set({ view: 'single' })
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

/** What is gathered, and the way back; screen readers hear it when the heap opens. */
function HeapLine({ left, chosen, close }: { left: number; chosen: number; close: () => void }) {
  const { t } = useTranslation('audits')
  return (
    <div className={classes['heap']}>
      <span role="status">
        <strong>{t('queue.heap.title', { count: left })}</strong> {t('queue.heap.chosen', { count: chosen })}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        onMouseDown={(event) => event.preventDefault()}
        onClick={close}
        rightSection={<KeyCap>{keyName('Escape')}</KeyCap>}
      >
        {t('queue.keys.scatter')}
      </Button>
    </div>
  )
}
