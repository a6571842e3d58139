// What happened to a record, with times and names.
import type { ReactNode } from 'react'
import { Time } from '../format/Time.tsx'
import classes from './story.module.css'

export type StoryLine = {
  at: string
  what?: ReactNode
  by?: string | null
  /** Beside it, such as an amount or a link. */
  more?: ReactNode
  /** Below it, such as the reason. */
  details?: ReactNode
}

/** Lines under a title; `none` is shown if there are none. */
export function Story({ title, none, of }: { title: string; none?: string; of: readonly StoryLine[] }) {
  return (
    <section>
      <h3 className={classes['title']}>{title}</h3>
      {of.length === 0 && <p className={classes['dim']}>{none}</p>}
      <ol className={classes['story']} aria-label={title}>
        {of.map(({ at, what, by, more, details }, index) => (
          // biome-ignore lint: lines have no id, and their order never changes while shown
          <li key={index}>
            <div className={classes['line']}>
              <Time at={at} />
              {what && <b>{what}</b>}
              {by && <bdi>{by}</bdi>}
              {more}
            </div>
            {details}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A line below an event; nothing without a text. */
export const Detail = ({ text }: { text: string | null }) =>
  text ? (
    <p className={classes['dim']}>
      <bdi>{text}</bdi>
    </p>
  ) : null
