import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { useOnDemand } from './behaviour/onDemand.ts'

/** A button with a menu below it, which is rendered when first opened. */
export function DropMenu({
  button,
  children,
  miw,
  ...menu
}: Pick<MenuProps, 'position' | 'width'> & { button: ReactElement; miw?: number; children: ReactNode }) {
  const { made, layer, closed, target } = useOnDemand('menu')
  if (!made) return cloneElement(button, closed)
  return (
    <Menu withInitialFocusPlaceholder={false} withinPortal {...menu} {...layer}>
      <Menu.Target>{cloneElement(button, target)}</Menu.Target>
      <Menu.Dropdown {...(miw !== undefined && { miw })}>{children}</Menu.Dropdown>
    </Menu>
  )
}
