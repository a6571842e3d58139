import type { ReactNode } from 'react'
import classes from './Bubble.module.css'

/** A message as the app's users see it. */
export function Bubble({ lang, children }: { lang?: string | undefined; children: ReactNode }) {
  return (
    <div className={classes['bubble']} lang={lang} dir="auto">
      {children}
    </div>
  )
}
