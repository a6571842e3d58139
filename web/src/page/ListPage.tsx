// A list screen: title, commands, filters and table, as high as the window.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Command } from '../actions/action.ts'
import { CommandBar } from '../actions/CommandBar.tsx'
import { type DrawerMap, Drawers } from '../actions/Drawers.tsx'
import { ActionHost } from '../actions/useRunAction.tsx'
import { type AnyList, ListProvider } from '../list/currentList.ts'
import { useTitle } from '../session/titles.ts'
import { fitWindow } from '../ui/behaviour/fitWindow.ts'
import { useMenuName } from '../ui/useMenuName.ts'
import classes from './page.module.css'

type Props = {
  list: AnyList
  /** The page's title if it has no menu. */
  title?: string
  /** Commands of the list, such as adding. */
  commands?: readonly Command[]
  /** The drawers of `?drawer=<name>:<id>`, each loaded when opened. */
  drawers?: DrawerMap
  /** A line beside the title, such as totals over all pages. */
  summary?: ReactNode
  children: ReactNode
}

const noCommands: readonly Command[] = []

export function ListPage({ list, title, commands = noCommands, drawers, summary, children }: Props) {
  const page = useRef<HTMLElement>(null)
  const menuName = useMenuName(list.menu)
  useTitle(useLocation().pathname, title, '')
  useLayoutEffect(() => (page.current ? fitWindow(page.current) : undefined), [])
  return (
    <ListProvider value={list}>
      <ActionHost>
        <section ref={page} className={classes['page']} data-list={list.menu}>
          <header className={classes['title']}>
            <h1>{title ?? menuName}</h1>
            {summary && <div className={classes['summary']}>{summary}</div>}
          </header>
          <CommandBar commands={commands} />
          {children}
        </section>
        {drawers && <Drawers of={drawers} />}
      </ActionHost>
    </ListProvider>
  )
}
