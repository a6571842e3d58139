// /data/board: figures that the user has pinned, or that others share.
import { boardList } from '@greenroom/contract/boards'
import { Skeleton } from '@mantine/core'
import { IconLayoutGrid, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { defineCommand } from '../../../actions/action.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { ListStates } from '../../../list/table/ListStates.tsx'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { ListPage } from '../../../page/ListPage.tsx'
import { useAddress } from '../../../session/useAddress.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Nothing } from '../../../ui/Nothing.tsx'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { BoardBar } from './BoardBar.tsx'
import classes from './board.module.css'
import { useBoard, useBoards } from './useBoard.ts'

const Pins = loadable(() => import('./Pins.tsx'), 'Pins')

void loadTexts(['charts'])
Pins.preload()

const drawers = { board: loadable(() => import('./EditBoard.tsx')) }
const addBoard = defineCommand({ id: 'indicators.addBoard', icon: IconPlus, drawer: 'board', writes: true })
const noFilters = {}

export default function Board() {
  const { t } = useTranslation('indicators')
  const [address] = useAddress()
  const query = useBoards()
  const list = useCompleteList({
    call: boardList,
    query,
    filters: noFilters,
    rows: ({ boards }) => boards,
    rowId: ({ boardId }) => boardId,
    name: ({ name }) => name,
  })
  const boards = query.data?.boards ?? []
  const board = boards.find(({ boardId }) => String(boardId) === address.get('board')) ?? boards[0]
  const { data, error, isPlaceholderData } = useBoard(board?.boardId)
  return (
    <ListPage list={list} commands={[addBoard]} drawers={drawers}>
      {boards.length > 0 && (
        <div className={classes['tabs']}>
          <ViewTabs
            label={t('board.all')}
            current={String(board?.boardId)}
            tabs={boards.map(({ boardId, name, own, by }) => ({
              id: String(boardId),
              label: own ? name : `${name} · ${by}`,
              href: `/data/board?board=${boardId}`,
            }))}
          />
        </div>
      )}
      <div className={classes['place']} aria-busy={list.busy}>
        {list.state === 'loading' && <Skeleton h={240} />}
        {list.state === 'failed' && (
          <ListStates empty={<Nothing icon={IconPlugConnectedX} title={t('board.failed')} />} />
        )}
        {list.state === 'ready' && !board && (
          <div className={classes['empty']}>
            <Nothing icon={IconLayoutGrid} title={t('board.none')} text={t('board.noneText')} />
          </div>
        )}
        {board && (
          <>
            <BoardBar board={board} writable={list.writable} />
            {data && !isPlaceholderData && data.boardId === board.boardId ? (
              <Suspense fallback={<Skeleton h={240} />}>
                <Pins key={board.boardId} board={data} writable={list.writable && board.own} />
              </Suspense>
            ) : error ? (
              <div className={classes['empty']}>
                <Nothing icon={IconPlugConnectedX} title={t('board.failed')} />
              </div>
            ) : (
              <Skeleton h={240} />
            )}
          </>
        )}
      </div>
    </ListPage>
  )
}
