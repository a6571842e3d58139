// The pins of a board in their order, which its owner changes by dragging or with the arrow keys.
import { type boardInfo, boardOrder, boardUnpin } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { boardChanged, boardPinned } from '@greenroom/contract/sentences/indicators'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconGripVertical, IconLock, IconPinned, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import classes from './board.module.css'
import { Pinned, usePinName } from './Pinned.tsx'
import type { Figure, Shown } from './pins.ts'
import { usePins } from './useBoard.ts'

type Info = Answer<typeof boardInfo>

/** `ids` with the one at `from` put at `to`. */
const moved = (ids: readonly number[], from: number, to: number): number[] => {
  const rest = ids.filter((_, at) => at !== from)
  rest.splice(to, 0, ids[from]!)
  return rest
}

export function Pins({ board, writable }: { board: Info; writable: boolean }) {
  const { t } = useTranslation('indicators')
  const queries = useQueryClient()
  const readOf = usePins(board.figures)
  const [mine, setMine] = useState<readonly number[]>()
  const [dragged, setDragged] = useState<number>()
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const theirs = board.figures.map(({ pinId }) => pinId)
  const byId = new Map(board.figures.map((figure) => [figure.pinId, figure]))
  const order = mine && mine.length === theirs.length && mine.every((id) => byId.has(id)) ? mine : theirs
  if (order.length === 0)
    return (
      <div className={classes['empty']}>
        <Nothing icon={IconPinned} title={t('board.empty')} text={t('board.emptyText')} />
      </div>
    )

  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length || from === to) return
    const next = moved(order, from, to)
    setMine(next.join() === theirs.join() ? undefined : next)
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const to = {
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      Home: 0,
      End: order.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
    const next = Math.min(Math.max(to, 0), order.length - 1)
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-grip]')[next]?.focus())
  }
  const change = async (work: () => Promise<unknown>, told: { en: string; cn: string }) => {
    setBusy(true)
    try {
      await work()
      setMine(undefined)
      showSuccess(told[textLanguage()])
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['indicators'] })
    }
  }
  const { boardId, name } = board
  return (
    <>
      {mine && (
        <Group gap="xs" className={classes['saving']}>
          <Button
            size="xs"
            loading={busy}
            onClick={() =>
              void change(() => call(boardOrder, { boardId, pinIds: [...order] }), boardChanged('ordered', name))
            }
          >
            {t('board.saveOrder')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setMine(undefined)}>
            {t('board.resetOrder')}
          </Button>
        </Group>
      )}
      <ol ref={list} className={classes['pins']}>
        {order.map((id, at) => {
          const { shown } = byId.get(id)!
          return (
            <li
              key={id}
              data-as={shown?.as ?? 'figure'}
              draggable={writable}
              data-dragged={dragged === at || undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => writable && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) move(dragged, at)
              }}
            >
              <One
                figure={byId.get(id)!}
                read={shown && readOf(shown)}
                tools={
                  writable && {
                    place: at + 1,
                    onKeyDown: onKeyDown(at),
                    unpin: () =>
                      void change(() => call(boardUnpin, { boardId, pinId: id }), boardPinned('unpinned', name)),
                  }
                }
              />
            </li>
          )
        })}
      </ol>
    </>
  )
}

type Tools = { place: number; onKeyDown: (event: KeyboardEvent) => void; unpin: () => void }

function One({
  figure,
  read,
  tools,
}: {
  figure: Figure
  read: ReturnType<ReturnType<typeof usePins>> | null
  tools: false | Tools
}) {
  const { shown } = figure
  if (!shown || !read)
    return (
      <>
        <Hidden />
        {tools && <ToolsOf {...tools} name="" />}
      </>
    )
  return (
    <Pinned
      shown={shown}
      read={read}
      still={false}
      {...(tools && { tools: <NamedTools {...tools} shown={shown} /> })}
    />
  )
}

/** A figure of a dashboard that one's rights do not show. */
export function Hidden() {
  const { t } = useTranslation('indicators')
  return (
    <p className={classes['state']}>
      <IconLock size={16} aria-hidden /> {t('board.hidden')}
    </p>
  )
}

const NamedTools = ({ shown, ...tools }: Tools & { shown: Shown }) => <ToolsOf {...tools} name={usePinName(shown)} />

function ToolsOf({ name, place, onKeyDown, unpin }: Tools & { name: string }) {
  const { t } = useTranslation('indicators')
  return (
    <span className={classes['tools']}>
      <button type="button" data-grip aria-label={t('board.move', { name, place })} onKeyDown={onKeyDown}>
        <IconGripVertical size={15} aria-hidden />
      </button>
      <ActionIcon size={26} aria-label={t('board.unpin', { name })} title={t('board.unpin', { name })} onClick={unpin}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </span>
  )
}
