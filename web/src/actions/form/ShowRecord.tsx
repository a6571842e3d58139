import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { RecordDrawer, type RecordDrawerProps } from './RecordDrawer.tsx'
import { type DrawerWidth, SideDrawer } from './SideDrawer.tsx'

type Props<Row> = RecordDrawerProps<Row> & {
  /** The drawer's title once the record is there. */
  named: (record: Row) => ReactNode
  width: DrawerWidth
}

/** A drawer that shows a record, its parts one below the other. */
export function ShowRecord<Row>({ named, width, children, ...of }: Props<Row>) {
  return (
    <RecordDrawer<Row> {...of}>
      {(record) => (
        <SideDrawer title={named(record)} close={of.close} width={width}>
          <Stack gap="lg">{children(record)}</Stack>
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}
