import { Drawer, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The only widths of drawers, in pixels: of a few fields, of a record, and of tables. */
const drawerWidths = { narrow: 560, medium: 720, wide: 960 } as const
export type DrawerWidth = keyof typeof drawerWidths

export type SideDrawerProps = {
  title: ReactNode
  close: () => void
  width?: DrawerWidth
  children: ReactNode
}

/** A drawer at the side of the page, for reading or for a form. */
export function SideDrawer({ title, close, width = 'narrow', children }: SideDrawerProps) {
  const { t } = useTranslation('common')
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={drawerWidths[width]}
      title={title}
      padding="lg"
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      closeButtonProps={{ 'aria-label': t('close') }}
      styles={{ title: { fontSize: 15, fontWeight: 600, lineHeight: 1.35, minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      {children}
    </Drawer>
  )
}

/** The drawer while its record loads. */
export function DrawerSkeleton() {
  return (
    <Stack gap="lg" mt="md" aria-busy>
      {[70, 100, 100, 55].map((width, at) => (
        // biome-ignore lint: they never move
        <Stack gap={6} key={at}>
          <Skeleton h={12} w={90} />
          <Skeleton h={32} w={`${width}%`} />
        </Stack>
      ))}
    </Stack>
  )
}
