// The order of a position: dragged, or moved by the arrow keys; sent in one call.
import type { Answer, Payload } from '@greenroom/contract/call'
import { placementOrder, type placementShown } from '@greenroom/contract/official'
import { placementsOrdered } from '@greenroom/contract/sentences/official'
import { Button, Group } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { ShownState } from '../ShownState.tsx'
import type { Kind } from './actions.ts'
import classes from './placement.module.css'

type Row = Answer<typeof placementShown>['order'][number]
type Props = {
  kind: Kind
  position: Payload<typeof placementOrder>['position']
  rows: readonly Row[]
  writable: boolean
  saved: () => void
}

/** `ids` with the one at `from` put at `to`. */
const moved = (ids: readonly number[], from: number, to: number): number[] => {
  const rest = ids.filter((_, at) => at !== from)
  rest.splice(to, 0, ids[from]!)
  return rest
}

export function Order({ kind, position, rows, writable, saved }: Props) {
  const { t } = useTranslation('official')
  const [mine, setMine] = useState<readonly number[]>()
  const [dragged, setDragged] = useState<number>()
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const theirs = rows.map(({ id }) => id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const order = mine?.filter((id) => byId.has(id)) ?? theirs
  if (rows.length < 2) return null

  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length || from === to) return
    const next = moved(order, from, to)
    setMine(next.join() === theirs.join() ? undefined : next)
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: order.length - 1 }[event.key]
    if (to === undefined || !writable) return
    event.preventDefault()
    move(at, to)
    const next = Math.min(Math.max(to, 0), order.length - 1)
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-grip]')[next]?.focus())
  }
  const save = async () => {
    setBusy(true)
    try {
      await call(placementOrder, { kind, position, ids: [...order] })
      setMine(undefined)
      saved()
      showSuccess(placementsOrdered({ kind, position, count: order.length })[textLanguage()])
    } catch (error) {
      showError(error)
      saved()
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={t('order.title')}>
      <h3>{t('order.title')}</h3>
      {writable && <p className={classes['hint']}>{t('order.hint')}</p>}
      <ol ref={list} className={classes['order']}>
        {order.map((id, at) => {
          const row = byId.get(id)!
          return (
            <li
              key={id}
              draggable={writable}
              data-dragged={dragged === at || undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) move(dragged, at)
              }}
            >
              {writable && (
                <button
                  type="button"
                  data-grip
                  aria-label={t('order.move', { name: row.name, place: at + 1 })}
                  onKeyDown={onKeyDown(at)}
                >
                  <IconGripVertical size={14} aria-hidden />
                </button>
              )}
              <span>{row.name}</span>
              <ShownState state={row.state} enabled={row.enabled} from={row.from} />
            </li>
          )
        })}
      </ol>
      {mine && (
        <Group gap="xs" mt="xs">
          <Button size="xs" loading={busy} onClick={() => void save()}>
            {t('order.save')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setMine(undefined)}>
            {t('order.reset')}
          </Button>
        </Group>
      )}
    </section>
  )
}
