// A list screen: its name, what can be done, its filters and its table, as high as the window.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Command } from '../action/action.ts'
import { CommandBar } from '../action/CommandBar.tsx'
import { type DrawerMap, Drawers } from '../action/Drawers.tsx'
import { ActionHost } from '../action/useRunAction.tsx'
import { type MenuEntry, useSession } from '../session/session.ts'
import { nameIn, useLabels } from '../ui/labels.ts'
import classes from './list.module.css'
import { type List, ListProvider } from './list.ts'

type Props = {
  list: List<any>
  /** The page's name where it has no menu. */
  title?: string
  /** What the whole list offers: adding, verifying. */
  commands?: readonly Command[]
  /** What `?drawer=<name>:<about>` opens, each loaded when it's opened. */
  drawers?: DrawerMap
  /** A line beside the page's name, such as totals over all pages. */
  summary?: ReactNode
  children: ReactNode
}

const noCommands: readonly Command[] = []

export function ListPage({ list, title, commands = noCommands, drawers, summary, children }: Props) {
  const page = useRef<HTMLElement>(null)
  const menuName = useMenuName(list.menu)
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

/** The page's name is its menu's, as staff named it. */
export function useMenuName(menu: string): string {
  const { menus } = useSession()
  const { label, language } = useLabels()
  const found = findMenu(menus, menu)
  if (!found) return label(`common:menu.${menu}`)
  return nameIn(found.names, language)
}

function findMenu(menus: readonly MenuEntry[], key: string): MenuEntry | undefined {
  for (const menu of menus) {
    const found = menu.key === key ? menu : findMenu(menu.sysMenus, key)
    if (found) return found
  }
  return undefined
}

/** Keeps the page from growing past the window, wherever the shell puts its top. */
export function fitWindow(page: HTMLElement) {
  const fit = () => {
    const top = page.getBoundingClientRect().top + window.scrollY
    // What the shell leaves free below is what it leaves free beside.
    const below = page.parentElement ? Number.parseFloat(getComputedStyle(page.parentElement).paddingBottom) || 0 : 0
    page.style.setProperty('--list-height', `calc(100dvh - ${Math.ceil(top + Math.max(below, 12))}px)`)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(document.body)
  fit()
  return () => observer.disconnect()
}
