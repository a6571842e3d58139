// The frame of a portal screen: its name, and its loading and error states.
import type { MenuKey } from '@greenroom/contract/screens'
import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { explain, faultOf } from '../../../session/messages.ts'
import { useMenuName } from '../../../ui/useMenuName.ts'
import classes from './portal.module.css'

export function Screen({ menu, children }: { menu: MenuKey; children: ReactNode }) {
  const name = useMenuName(menu)
  const busy = useIsFetching() > 0
  return (
    <section className={classes['screen']} data-screen={menu} aria-busy={busy}>
      <h1>{name}</h1>
      {children}
    </section>
  )
}

export function Card({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes['card']}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** An error's text: its reasons as sentences, else the code's text. */
export function wordsOf(error: unknown): string {
  const message = explain(error)
  if (!message) return ''
  const reasons = message.fields.flatMap((field) => (field.reason === undefined ? [] : faultOf(field) || []))
  return reasons.map((text) => text.charAt(0).toUpperCase() + text.slice(1)).join('\n') || message.text
}

type Answering = { data: unknown; error: unknown; refetch: () => unknown }

/** A placeholder while loading. */
export function Waiting({ query }: { query: Answering }) {
  const { t } = useTranslation('topup-agents')
  if (query.data !== undefined) return null
  if (!query.error)
    return (
      <p className={classes['dim']} aria-busy="true">
        {t('loading')}
      </p>
    )
  return (
    <Card>
      <p role="alert">{wordsOf(query.error)}</p>
      <button type="button" className={classes['button']} onClick={() => void query.refetch()}>
        {t('again')}
      </button>
    </Card>
  )
}
