import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** For a button that looks and reads as disabled, yet takes the focus, so that its reason can be heard. */
export const refusedProps = { 'data-disabled': true, 'aria-disabled': true } as const

/** Says why a control may not be pressed, to the mouse and to the keyboard; nothing when it may. */
export function WhyNot({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  // Most controls may be pressed: those cost no tooltip.
  if (reason === undefined) return children
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={320} openDelay={100}>
      {children}
    </Tooltip>
  )
}
