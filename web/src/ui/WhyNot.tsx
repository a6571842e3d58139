import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Props of a button that looks and reads as disabled but is focusable, so that screen readers announce the reason. */
export const refusedProps = { 'data-disabled': true, 'aria-disabled': true } as const

/** Explains a disabled control, on hover and on focus; nothing if it is enabled. */
export function WhyNot({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  // Most controls are enabled and need no tooltip.
  if (reason === undefined) return children
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={320} openDelay={100}>
      {children}
    </Tooltip>
  )
}
