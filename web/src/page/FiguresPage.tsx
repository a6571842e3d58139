// The page of a screen with figures: title, tabs and filters above, the figures below.
import { Skeleton } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../actions/action.ts'
import type { DrawerMap } from '../actions/Drawers.tsx'
import type { List } from '../list/currentList.ts'
import { ListStates } from '../list/table/ListStates.tsx'
import { ListFilters } from '../listTools/ListFilters.tsx'
import { Nothing } from '../ui/Nothing.tsx'
import classes from './figures.module.css'
import { ListPage } from './ListPage.tsx'

type Props = {
  list: List<object>
  summary: ReactNode
  commands?: readonly Command[]
  drawers?: DrawerMap
  children: ReactNode
}

export function FiguresPage({ list, summary, commands, drawers, children }: Props) {
  return (
    <ListPage list={list} summary={summary} {...(commands && { commands })} {...(drawers && { drawers })}>
      <ListFilters />
      <div className={classes['figures']} aria-busy={list.busy}>
        {list.state === 'loading' && <Waiting />}
        {list.state === 'failed' && <ListStates empty={<NoAnswer />} />}
        {list.state === 'ready' && children}
      </div>
    </ListPage>
  )
}

/** A figure across the page's width. */
export const FullWidth = ({ children }: { children: ReactNode }) => <div className={classes['whole']}>{children}</div>

function Waiting() {
  return ['first', 'second', 'third', 'fourth'].map((figure) => <Skeleton key={figure} h={320} radius="md" />)
}

function NoAnswer() {
  const { t } = useTranslation('list')
  return <Nothing icon={IconPlugConnectedX} title={t('states.failed')} />
}
