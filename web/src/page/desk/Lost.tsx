// What a desk shows of a case that is no longer the reviewer's: no key decides it, and none but Enter moves on, so that no key is meant for
// another case than the one it was pressed for.
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useShortcut } from '../../session/shortcuts.ts'
import classes from './desk.module.css'

type Props = {
  title?: string
  why: string
  /** The button's text. */
  next: string
  /** The key of the shortcut's text. */
  goOn: string
  leave: () => void
}

export function Lost({ title, why, next, goOn, leave }: Props) {
  useShortcut('Enter', goOn, leave, (event) => !event.repeat)
  return (
    <div className={classes['lost']} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {title !== undefined && <b>{title} </b>}
        {why}
      </span>
      <Button variant="default" size="compact-sm" onClick={leave}>
        {next}
      </Button>
    </div>
  )
}
