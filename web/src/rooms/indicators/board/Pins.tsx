// The pins of a board in their order, which its owner changes by dragging or with the arrow keys.
import { type boardInfo, boardOrder, boardUnpin } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { boardChanged, boardPinned } from '@greenroom/contract/sentences/indicators'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconGripVertical, IconLock, IconPinned, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useReorder } from '../../../ui/behaviour/useReorder.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import classes from './board.module.css'
import { Pinned, usePinName } from './Pinned.tsx'
import type { Figure, Shown } from './pins.ts'
import { usePins } from './useBoard.ts'

type Info = Answer<typeof boardInfo>

export function Pins({ board, writable }: { board: Info; writable: boolean }) {
  const { t } = useTranslation('indicators')
  const queries = useQueryClient()
  const readOf = usePins(board.figures)
  const [mine, setMine] = useState<readonly number[]>()
  const { busy, send } = useSend()
  const theirs = board.figures.map(({ pinId }) => pinId)
  const byId = new Map(board.figures.map((figure) => [figure.pinId, figure]))
  const order = mine && mine.length === theirs.length && mine.every((id) => byId.has(id)) ? mine : theirs
  const { box, item, handle } = useReorder({
    items: order,
    readOnly: !writable,
    change: (next) => setMine(next.join() === theirs.join() ? undefined : next),
  })
  if (order.length === 0)
    return (
      <div className={classes['empty']}>
        <Nothing icon={IconPinned} title={t('board.empty')} text={t('board.emptyText')} />
      </div>
    )

  const change = (work: () => Promise<unknown>, message: { en: string; cn: string }) =>
    send(() => changeNow(work, message))
  const changeNow = async (work: () => Promise<unknown>, message: { en: string; cn: string }) => {
    try {
      await work()
      setMine(undefined)
      showSuccess(message[textLanguage()])
    } catch (error) {
      showError(error)
    } finally {
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
      <ol ref={box} className={classes['pins']}>
        {order.map((id, at) => {
          const { shown } = byId.get(id)!
          return (
            <li key={id} data-as={shown?.as ?? 'figure'} {...item(at)}>
              <One
                figure={byId.get(id)!}
                read={shown && readOf(shown)}
                tools={
                  writable && {
                    place: at + 1,
                    handle: handle(at),
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

type Tools = { place: number; handle: ReturnType<ReturnType<typeof useReorder>['handle']>; unpin: () => void }

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

/** A figure of a dashboard that the account may not read. */
export function Hidden() {
  const { t } = useTranslation('indicators')
  return (
    <p className={classes['state']}>
      <IconLock size={16} aria-hidden /> {t('board.hidden')}
    </p>
  )
}

const NamedTools = ({ shown, ...tools }: Tools & { shown: Shown }) => <ToolsOf {...tools} name={usePinName(shown)} />

function ToolsOf({ name, place, handle, unpin }: Tools & { name: string }) {
  const { t } = useTranslation('indicators')
  return (
    <span className={classes['tools']}>
      <button type="button" aria-label={t('board.move', { name, place })} {...handle}>
        <IconGripVertical size={15} aria-hidden />
      </button>
      <ActionIcon size={26} aria-label={t('board.unpin', { name })} title={t('board.unpin', { name })} onClick={unpin}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </span>
  )
}
