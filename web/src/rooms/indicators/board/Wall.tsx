// /data/wall/:id: a board on a wall display. It refreshes by itself, keeps its figures during an outage and shows since when, and rotates
// if there are more than twelve. Escape returns to the board.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { listenToReach, reachNow } from '../../../api/reach.ts'
import { dateTime } from '../../../format/time.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { explain } from '../../../session/messages.ts'
import { useSession } from '../../../session/session.ts'
import { Hidden, Pinned } from './Pinned.tsx'
import { wallOf } from './pins.ts'
import { useBoard, usePins } from './useBoard.ts'
import classes from './wall.module.css'

void loadTexts(['charts'])

const refreshed = 60_000
const turned = 20_000
/** Boards seldom change, but a wall runs for weeks. */
const boardRefreshed = 300_000

export default function Wall() {
  const { t } = useTranslation('indicators')
  const navigate = useNavigate()
  const boardId = Number(useParams()['id'])
  const { data: board, error } = useBoard(Number.isInteger(boardId) ? boardId : undefined, boardRefreshed)
  const figures = board?.figures ?? []
  const readOf = usePins(figures, refreshed)
  const portrait = usePortrait()
  const { columns, rows, pages } = wallOf(figures.length, portrait)
  const page = useTurns(pages)
  useAwake()
  useEffect(() => {
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (document.fullscreenElement) void document.exitFullscreen()
      void navigate(`/data/board?board=${boardId}`)
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [navigate, boardId])

  const reads = figures.map(({ shown }) => shown && readOf(shown))
  const times = reads.flatMap((read) => read?.asOf ?? []).toSorted()
  const size = Math.ceil(figures.length / pages)
  const from = page * size
  return (
    <main className={classes['wall']} data-wall>
      <header className={classes['head']}>
        <h1>{board?.name ?? t('board.wall')}</h1>
        <State asOf={times[0]} />
        {pages > 1 && <span>{t('board.page', { page: page + 1, pages })}</span>}
      </header>
      {!board && error && <p className={classes['failed']}>{explain(error)?.text}</p>}
      {board && figures.length === 0 && <p className={classes['failed']}>{t('board.empty')}</p>}
      <div className={classes['grid']} style={{ '--columns': columns, '--rows': rows } as React.CSSProperties}>
        {figures.slice(from, from + size).map((figure, at) => {
          const read = reads[from + at]
          return (
            <section key={figure.pinId} data-as={figure.shown?.as ?? 'figure'}>
              {figure.shown && read ? <Pinned shown={figure.shown} read={read} still /> : <Hidden />}
            </section>
          )
        })}
      </div>
    </main>
  )
}

/** How current the figures are; during an outage, since when it lasts. */
function State({ asOf }: { asOf: string | undefined }) {
  const { t } = useTranslation('indicators')
  const { timeZone, clockOffset } = useSession()
  const { lost, answeredAt } = useSyncExternalStore(listenToReach, reachNow)
  const isOnline = useSyncExternalStore(listenToNetwork, () => navigator.onLine)
  if (lost || !isOnline)
    return (
      <strong role="status" data-lost>
        {t('board.lost', { time: dateTime(new Date(answeredAt + clockOffset), timeZone) })}
      </strong>
    )
  return <span role="status">{asOf && t('state.asOf', { time: dateTime(asOf, timeZone) })}</span>
}

function listenToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function usePortrait(): boolean {
  const media = '(orientation: portrait)'
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(media).matches,
  )
}

function useTurns(pages: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTurn((now) => now + 1), turned)
    return () => clearInterval(timer)
  }, [pages])
  return turn % pages
}

/** Keeps the display awake, if the browser supports it. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let here = true
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock?.request('screen').then(
        (given) => {
          if (here) lock = given
          else void given.release()
        },
        () => {},
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      here = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
