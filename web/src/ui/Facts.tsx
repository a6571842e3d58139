import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** Names and values, in two columns. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['facts']}>
      {of.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An id, hash or address: monospaced, in its own direction. */
export function Code({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={classes['mono']}>
      {children}
    </bdi>
  )
}
