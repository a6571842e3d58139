// A part of the pages about the installation, with its heading; and a table that may be wider than a phone.
import { type ReactNode, useId } from 'react'
import classes from './setup.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`${classes['step']} ${classes['section']}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Where the table is wider than its place it scrolls sideways, by keyboard too. */
export const Wide = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes['wideTable']} role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
