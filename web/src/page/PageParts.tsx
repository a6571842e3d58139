// The parts of a record's page: tabs below its head, each loaded when opened. The address has the current one.
import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { integer } from '../format/number.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { useAddress } from '../session/useAddress.ts'
import classes from './PageParts.module.css'
import { Waiting } from './Panel.tsx'

export type Part = {
  id: string
  title: string
  /** The first of a group of parts, which a line divides from the one before. */
  begins?: boolean
  /** The number of its rows, if known in advance. */
  count?: number | undefined
  preload: () => void
  body: ReactNode
}

/** The current part, and its setter. */
export function useShownPart<P extends { id: string }>(parts: readonly P[]) {
  const [address, change] = useAddress()
  const tab = address.get('tab')
  const shown = parts.find(({ id }) => id === tab) ?? parts[0]!
  const go = (id: string) =>
    change(
      (next) => {
        if (id === parts[0]?.id) next.delete('tab')
        else next.set('tab', id)
      },
      { replace: true },
    )
  return { shown, go }
}

type Props = {
  /** The tab list's accessible name. */
  label: string
  parts: readonly Part[]
  /** Text keys of the shortcuts to the previous and next part. */
  next: string
  previous: string
}

export function Parts({ label, parts, next, previous }: Props) {
  const { i18n } = useTranslation()
  const { shown, go } = useShownPart(parts)
  const step = (by: number) => go(parts[(parts.indexOf(shown) + by + parts.length) % parts.length]!.id)
  useShortcut('next', next, () => step(1))
  useShortcut('previous', previous, () => step(-1))
  return (
    <Tabs
      value={shown.id}
      onChange={(id) => id !== null && go(id)}
      keepMounted={false}
      className={classes['parts'] ?? ''}
      classNames={{ list: classes['tabs'] ?? '', tab: classes['tab'] ?? '' }}
    >
      <Tabs.List aria-label={label}>
        {parts.map(({ id, title, begins, count, preload }) => (
          <Tabs.Tab key={id} value={id} onPointerEnter={preload} data-begins={begins || undefined}>
            {title}
            {count !== undefined && <span className={classes['count']}>{integer(count, i18n.language)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ id, body }) => (
        <Tabs.Panel key={id} value={id} tabIndex={-1}>
          <Suspense fallback={<Waiting />}>{body}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The tabs stay below the page's head (`data-head`), which is as high as its name and buttons need. */
export function measureHead(page: HTMLElement): (() => void) | undefined {
  const head = page.querySelector<HTMLElement>('[data-head]')
  if (!head) return undefined
  const observer = new ResizeObserver(() => page.style.setProperty('--page-head', `${head.offsetHeight}px`))
  observer.observe(head)
  return () => observer.disconnect()
}
