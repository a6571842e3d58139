// A note above what it is about. The kit's alert would weigh on every page.
import type { ReactNode } from 'react'
import classes from './note.module.css'

/** @param role `alert` for what somebody must know at once */
export const Note = ({ role, children }: { role: 'alert' | 'status'; children: ReactNode }) => (
  <div role={role} className={classes['note']}>
    {children}
  </div>
)
