import { Kbd } from '@mantine/core'
import classes from './reasons.module.css'

/** The key of a button or a reason. */
export const KeyCap = ({ children }: { children: string }) => (
  <Kbd size="xs" className={classes['key'] ?? ''} aria-hidden dir="ltr">
    {children}
  </Kbd>
)
