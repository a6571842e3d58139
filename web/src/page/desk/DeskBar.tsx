// The decision bar of a desk: what was decided last, with its undo, and below it the controls of the next decision.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { liftToasts } from '../../session/toasts/toastPlace.ts'
import classes from './desk.module.css'
import { LastLine } from './LastLine.tsx'
import type { LastAct } from './lastAct.ts'

type Props = {
  label: string
  /** What the reviewer did last on this desk; undefined before the first decision. */
  last: LastAct | undefined
  /** The whole key of the text of the undo key, with namespace, for the list of keys. */
  undoKey: string
  /** The controls; none where nothing is left to decide, and only the last decision is shown. */
  children?: ReactNode
}

/**
 * Every desk says what a decision did in its bar, never in a toast: keep a `LastAct` in the desk's state, set it from each answer (with
 * `undoUntil`, if the answer says until when) and again when it is undone, and render this with it, both below a case and when no case is left. It handles
 * the undo keys; toasts of others stay above it.
 */
export function DeskBar({ label, last, undoKey, children }: Props) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => (bar.current ? liftToasts(bar.current) : undefined), [])
  return (
    <section ref={bar} className={classes['bar']} aria-label={label}>
      <LastLine last={last} undoKey={undoKey} />
      {children}
    </section>
  )
}
