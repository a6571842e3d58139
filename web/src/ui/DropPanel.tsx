import { Popover, type PopoverProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { useOnDemand } from './behaviour/onDemand.ts'

/** A button with a panel below it, which is rendered when first opened. `children` receives a function to close it. */
export function DropPanel({
  button,
  beside,
  around = (content) => content,
  children,
  p = 'xs',
  ...popover
}: Pick<PopoverProps, 'position' | 'offset'> & {
  button: ReactElement
  /** Content beside the button, within `around`. */
  beside?: ReactNode
  around?: (content: ReactNode) => ReactNode
  p?: number | string
  children: (close: () => void) => ReactNode
}) {
  const { made, layer, closed, target } = useOnDemand('dialog')
  if (!made) {
    return around(
      <>
        {cloneElement(button, closed)}
        {beside}
      </>,
    )
  }
  const { opened, onChange } = layer
  return (
    <Popover trapFocus returnFocus withinPortal closeOnEscape={false} {...popover} {...layer}>
      {around(
        <>
          <Popover.Target>
            {cloneElement(button as ReactElement<object>, { ...target, onClick: () => onChange(!opened) } as object)}
          </Popover.Target>
          {beside}
        </>,
      )}
      <Popover.Dropdown
        p={p}
        onKeyDownCapture={({ key, target }) => {
          if (key === 'Escape' && !takesEscape(target as Element)) onChange(false)
        }}
      >
        {opened && children(() => onChange(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Whether Escape belongs to the element itself, as to an item that is being moved; dialogs ask the same. */
const takesEscape = (element: Element) => element.matches('[data-mantine-stop-propagation=true]')
