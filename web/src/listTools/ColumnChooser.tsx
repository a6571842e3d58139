// Chooses the shown columns and their order, with a reset to the default.
import { ActionIcon, Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Column, orderOf, useColumnPreferences } from '../list/columns.ts'
import { useCurrentList } from '../list/currentList.ts'
import { Reorder } from '../ui/behaviour/Reorder.tsx'

type Props = {
  columns: readonly Column<unknown>[]
  /** The ids of the shown columns: the user's choice, else as many as fit. */
  visible: Readonly<Record<string, boolean>>
}

export default function ColumnChooser({ columns, visible }: Props) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  const { preferences, change, reset } = useColumnPreferences(list.call.name)
  const order = orderOf(
    columns.map((column) => column.id),
    preferences.order,
  )
  const isShown = (column: Column<unknown>) => visible[column.id] ?? false
  const shownCount = columns.filter(isShown).length
  const columnOf = (id: string) => columns.find((column) => column.id === id)!
  return (
    <Stack gap={4} w={270}>
      <Text size="xs" c="dimmed">
        {t('columns.hint')}
      </Text>
      <Reorder
        items={order}
        idOf={(id) => id}
        nameOf={list.words.column}
        isFixed={(id) => columnOf(id).pinned ?? false}
        layout="rows"
        change={(next) => change({ order: next })}
        style={{ maxHeight: 380, margin: 0, padding: 3, overflowY: 'auto', listStyle: 'none' }}
      >
        {(id, at, handle) => {
          const column = columnOf(id)
          const name = list.words.column(id)
          return (
            <Group gap={4} wrap="nowrap" mih={30}>
              {column.pinned ? (
                <Box w={24} />
              ) : (
                <ActionIcon size={24} aria-label={t('columns.move', { name, place: at + 1 })} {...handle}>
                  <IconGripVertical size={14} aria-hidden />
                </ActionIcon>
              )}
              <Checkbox
                flex={1}
                label={name}
                checked={isShown(column)}
                disabled={column.pinned || (isShown(column) && shownCount === 1)}
                onChange={(event) => change({ visible: { ...visible, [id]: event.currentTarget.checked } })}
              />
            </Group>
          )
        }}
      </Reorder>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={reset}>
        {t('columns.reset')}
      </Button>
    </Stack>
  )
}
