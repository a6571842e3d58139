// The pins of a board in their order, which its owner changes by dragging or with the arrow keys.
import { type boardInfo, boardOrder, boardUnpin } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { boardChanged, boardPinned } from '@greenroom/contract/sentences/indicators'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconGripVertical, IconPinned, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { type Handle, Reorder } from '../../../ui/behaviour/Reorder.tsx'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { Nothing } from '../../../ui/Nothing.tsx'
import classes from './board.module.css'
import { Hidden, Pinned, usePinNames } from './Pinned.tsx'
import type { Figure } from './pins.ts'
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
  const pinName = usePinNames()
  const nameOf = ({ shown }: Figure) => (shown ? pinName(shown) : '')
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
      <Reorder
        items={order}
        idOf={(id) => id}
        nameOf={(id) => nameOf(byId.get(id)!)}
        layout="sizes"
        readOnly={!writable}
        change={(next) => setMine(next.join() === theirs.join() ? undefined : next)}
        className={classes['pins']}
        propsOf={(id) => ({ 'data-as': byId.get(id)?.shown?.as ?? 'figure' })}
      >
        {(id, at, handle) => {
          const figure = byId.get(id)!
          const unpin = () => void change(() => call(boardUnpin, { boardId, pinId: id }), boardPinned('unpinned', name))
          return (
            <One
              figure={figure}
              read={figure.shown && readOf(figure.shown)}
              tools={writable && { name: nameOf(figure), place: at + 1, handle, unpin }}
            />
          )
        }}
      </Reorder>
    </>
  )
}

type Tools = { name: string; place: number; handle: Handle; unpin: () => void }

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
        {tools && <ToolsOf {...tools} />}
      </>
    )
  return <Pinned shown={shown} read={read} still={false} {...(tools && { tools: <ToolsOf {...tools} /> })} />
}

function ToolsOf({ name, place, handle, unpin }: Tools) {
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
