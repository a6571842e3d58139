import classes from './ui.module.css'

export type Tone = 'good' | 'bad' | 'waiting' | 'neutral' | 'info'

/** A state as coloured text: never by colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes['status']} data-tone={tone}>
      {children}
    </span>
  )
}

/** A short label of a thing, such as "built in" or "sensitive". */
export function Tag({ children, tone = 'neutral' }: { children: string; tone?: Tone }) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {children}
    </span>
  )
}
