import type { ReactNode } from 'react'
import classes from './sums.module.css'

type Props = { of: readonly (readonly [label: string, value: ReactNode])[]; label?: string; busy?: boolean }

/** A list's totals, in one line above it. */
export const Sums = ({ of, label, busy = false }: Props) => (
  <dl className={classes['sums']} aria-label={label} aria-busy={busy}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
