// /live/monitor: all running broadcasts and calls as tiles, riskiest first, updated by the server; nothing moves under the pointer.
import { Button, Skeleton } from '@mantine/core'
import { IconAntennaBarsOff, IconFilterOff, IconInbox, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefused } from '../../../api/call.ts'
import { explain } from '../../../session/messages.ts'
import { useGuard } from '../../../session/route.tsx'
import { useSession } from '../../../session/session.ts'
import { fitWindow } from '../../../ui/behaviour/fitWindow.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import { arrange, slotsFor } from './arrange.ts'
import { LargeView } from './LargeView.tsx'
import { Bar } from './MonitorBar.tsx'
import { type Verb, WallTile } from './MonitorTile.tsx'
import styles from './monitor.module.css'
import { useOptions } from './monitorOptions.ts'
import { type ActionRequest, ReasonPanel } from './ReasonPanel.tsx'
import { playing, useStreamLimit, useVisible } from './streams.ts'
import { useSlides } from './useSlides.ts'
import { type LiveWall, useWall } from './useWall.ts'
import { useWallKeys } from './useWallKeys.ts'
import { keyOf, type Tile, waiting } from './wall.ts'

export default function Monitor() {
  const page = useRef<HTMLElement>(null)
  useLayoutEffect(() => (page.current ? fitWindow(page.current) : undefined), [])
  const options = useOptions()
  const size = options.grid ** 2
  const live = useWall({ filters: options.payload, page: options.page, size })
  const may = useGuard()
  const [current, setCurrent] = useState<string>()
  const [large, setLarge] = useState<string>()
  const [request, setRequest] = useState<ActionRequest>()
  const grid = useRef<HTMLUListElement>(null)
  const { placed, total } = live.wall
  const pages = total === undefined ? options.page : Math.max(1, Math.ceil(total / size))

  const point = useCallback((tile: Tile) => setCurrent(keyOf(tile)), [])
  const open = useCallback((tile: Tile) => setLarge(keyOf(tile)), [])
  const shown = placed.find(({ tile }) => keyOf(tile) === large)
  // Its tile is on another page, or no longer on the wall: the view is closed, and does not come back by itself.
  if (large !== undefined && !shown) setLarge(undefined)
  const act = useCallback(
    (verb: Verb, tile: Tile) => setRequest({ verb, tile, side: sideBeside(grid.current, tile) }),
    [],
  )
  const dialog = request !== undefined || shown !== undefined
  const held = useHeld(live.hold, dialog)

  useWallKeys({
    grid,
    placed,
    current,
    dialog,
    may,
    open,
    act,
    turn: (by) => options.turnTo(Math.min(pages, Math.max(1, options.page + by))),
    setGrid: options.setGrid,
    toggleStreams: options.toggleStreams,
    showAll: live.showAll,
  })

  return (
    <section ref={page} className={styles['page']} aria-busy={live.state === 'loading'}>
      <Bar
        options={options}
        total={total}
        pages={pages}
        lost={live.lost}
        waiting={waiting(live.wall)}
        show={live.showAll}
      />
      <States
        live={live}
        filtered={options.active > 0}
        clear={options.clear}
        page={options.page}
        turnTo={options.turnTo}
      >
        <Grid
          live={live}
          options={options}
          current={current}
          may={may}
          held={held}
          grid={grid}
          point={point}
          open={open}
          act={act}
        />
      </States>
      {shown && (
        <LargeView
          placed={shown}
          may={may}
          covered={request !== undefined}
          onClose={() => setLarge(undefined)}
          act={act}
        />
      )}
      {request && (
        <ReasonPanel
          request={request}
          onClose={() => setRequest((now) => (now === request ? undefined : now))}
          onDone={(tile, now) => (now ? live.changed(now) : live.ended(tile))}
        />
      )}
    </section>
  )
}

/** The side of the window that leaves the tile free: a dialog about it must not cover it. */
function sideBeside(wall: HTMLElement | null, { id }: Tile): 'start' | 'end' {
  const tile = wall?.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  if (!tile) return 'end'
  const isLeft = (tile.left + tile.right) / 2 < window.innerWidth / 2
  return isLeft === (document.documentElement.dir !== 'rtl') ? 'end' : 'start'
}

/** True while the pointer or focus is on the tiles, or a dialog is open: tiles don't move. */
function useHeld(hold: (held: boolean) => void, dialog: boolean) {
  const [pointed, setPointed] = useState(false)
  const [within, setWithin] = useState(false)
  useEffect(() => hold(pointed || within || dialog), [hold, pointed, within, dialog])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setWithin(true),
    // A dialog gives the focus back to the tile that it is about: until then, too, nothing moves.
    onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
      setWithin((now) => (dialog ? now : currentTarget.contains(relatedTarget))),
  }
}

/** The platform's time, updated periodically. */
function useNow(): number {
  const { clockOffset } = useSession()
  const [now, setNow] = useState(() => Date.now() + clockOffset)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + clockOffset), 15_000)
    return () => clearInterval(timer)
  }, [clockOffset])
  return now
}

type GridProps = {
  live: LiveWall
  options: ReturnType<typeof useOptions>
  current: string | undefined
  may: boolean
  held: ReturnType<typeof useHeld>
  grid: React.RefObject<HTMLUListElement | null>
  point: (tile: Tile) => void
  open: (tile: Tile) => void
  act: (verb: Verb, tile: Tile) => void
}

/** The layout of the tiles in the available space; frozen while tiles must not move. */
function useArrangement(grid: GridProps['grid'], { placed, held, size }: LiveWall['wall']) {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [slots, setSlots] = useState(() => slotsFor(placed.length, size))
  const fitting = slotsFor(placed.length, size)
  if (fitting !== slots && (!held || fitting > slots)) setSlots(fitting)
  useLayoutEffect(() => {
    const wall = grid.current
    if (!wall) return
    const measure = () => {
      const { paddingInline, paddingBlock } = insetsOf(wall)
      if (wall.clientWidth > 0)
        setRoom({ width: wall.clientWidth - paddingInline, height: wall.clientHeight - paddingBlock })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(wall)
    return () => observer.disconnect()
  }, [grid])
  return useMemo(() => arrange(slots, room.width, room.height), [slots, room])
}

function insetsOf(wall: HTMLElement) {
  const style = getComputedStyle(wall)
  const of = (...sides: string[]) => sides.reduce((sum, side) => sum + (Number.parseFloat(side) || 0), 0)
  return {
    paddingInline: of(style.paddingLeft, style.paddingRight),
    paddingBlock: of(style.paddingTop, style.paddingBottom),
  }
}

function Grid({ live, options, current, held, grid, ...rest }: GridProps) {
  const { t } = useTranslation('live')
  const arrangement = useArrangement(grid, live.wall)
  const { columns, rows, large } = arrangement
  const { look } = live
  useEffect(() => look(large, current), [look, large, current])
  const now = useNow()
  const visible = useVisible()
  const limit = useStreamLimit()
  const { placed } = live.wall
  useSlides(
    grid,
    useMemo(() => ({ arrangement, placed }), [arrangement, placed]),
  )
  const plays = playing(placed, current, options.streams && visible ? limit : 0)
  const inHand = placed.some(({ tile }) => keyOf(tile) === current) ? current : placed[0] && keyOf(placed[0].tile)
  return (
    <ul
      ref={grid}
      className={styles['wall']}
      style={{ '--columns': columns, '--rows': rows } as React.CSSProperties}
      aria-label={t('monitor.wall')}
      {...held}
    >
      {placed.map(({ tile, ended }, at) => {
        const key = keyOf(tile)
        return (
          <li key={key} data-large={at < large || undefined}>
            <WallTile
              tile={tile}
              ended={ended}
              current={key === inHand}
              plays={plays.has(key)}
              minutes={Math.max(0, Math.floor((now - Date.parse(tile.startedAt)) / 60_000))}
              {...rest}
            />
          </li>
        )
      })}
    </ul>
  )
}

type StatesProps = {
  live: LiveWall
  filtered: boolean
  clear: () => void
  page: number
  turnTo: (page: number) => void
  children: ReactNode
}

/** The empty state. */
function States({ live, filtered, clear, page, turnTo, children }: StatesProps) {
  const { t } = useTranslation(['live', 'list'])
  const { size, placed } = live.wall
  if (isRefused(live.error, 10026))
    return (
      <Instead>
        <Nothing
          icon={IconLock}
          title={t('list:states.forbidden')}
          text={t('list:states.forbiddenWhy', { menu: 'live.monitor' })}
        />
      </Instead>
    )
  if (live.state === 'loading')
    return (
      <ul
        className={styles['wall']}
        style={{ '--columns': Math.ceil(size / 2), '--rows': 2 } as React.CSSProperties}
        aria-busy
        aria-label={t('monitor.wall')}
      >
        {Array.from({ length: size }, (_, at) => (
          <li key={at}>
            <Skeleton height="100%" radius="sm" />
          </li>
        ))}
      </ul>
    )
  if (live.state === 'failed')
    return (
      <Instead>
        <Nothing
          icon={IconPlugConnectedX}
          alarm
          title={t('list:states.failed')}
          text={explain(live.error)?.text ?? ''}
          action={
            <Button variant="default" onClick={live.retry}>
              {t('list:states.retry')}
            </Button>
          }
        />
      </Instead>
    )
  if (placed.length > 0) return children
  if (page > 1)
    return (
      <Instead>
        <Nothing
          icon={IconInbox}
          title={t('list:states.pastEnd')}
          action={
            <Button variant="default" onClick={() => turnTo(1)}>
              {t('list:pages.first')}
            </Button>
          }
        />
      </Instead>
    )
  if (filtered)
    return (
      <Instead>
        <Nothing
          icon={IconFilterOff}
          title={t('list:states.noMatch')}
          text={t('list:states.noMatchHint')}
          action={
            <Button variant="default" onClick={clear}>
              {t('list:filters.clear')}
            </Button>
          }
        />
      </Instead>
    )
  return (
    <Instead>
      <Nothing icon={IconAntennaBarsOff} title={t('monitor.nothing')} text={t('monitor.nothingHint')} />
    </Instead>
  )
}

const Instead = ({ children }: { children: ReactNode }) => <div className={styles['instead']}>{children}</div>
