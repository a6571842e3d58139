// Chooses the shown columns and their order, by pointer or keyboard, with a reset to the default.
import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, orderOf, useColumnPreferences } from '../list/columns.ts'
import { useCurrentList } from '../list/currentList.ts'

type Props = {
  columns: readonly Column<unknown>[]
  /** The ids of the shown columns: the user's choice, else as many as fit. */
  visible: Readonly<Record<string, boolean>>
}

export default function ColumnChooser({ columns, visible }: Props) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  const { preferences, change, reset } = useColumnPreferences(list.call.name)
  const [dragged, setDragged] = useState<string>()
  const order = orderOf(
    columns.map((column) => column.id),
    preferences.order,
  )
  const isShown = (column: Column<unknown>) => visible[column.id] ?? false
  const shownCount = columns.filter(isShown).length
  const move = (id: string, to: number) => {
    if (to < 0 || to >= order.length) return
    const next = order.filter((other) => other !== id)
    next.splice(to, 0, id)
    change({ order: next })
  }
  return (
    <Stack gap={4} w={270}>
      <Text size="xs" c="dimmed">
        {t('columns.hint')}
      </Text>
      <Stack gap={0} mah={380} style={{ overflowY: 'auto' }} component="ul" m={0} p={0}>
        {order.map((id, at) => {
          const column = columns.find((one) => one.id === id)!
          const name = list.words.column(id)
          return (
            <Group
              component="li"
              key={id}
              gap={4}
              wrap="nowrap"
              draggable={!column.pinned}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                event.preventDefault()
                if (dragged && dragged !== id && !column.pinned) move(dragged, at)
              }}
              opacity={dragged === id ? 0.5 : 1}
              style={{ listStyle: 'none', minHeight: 30 }}
            >
              <IconGripVertical size={14} aria-hidden opacity={column.pinned ? 0 : 0.5} style={{ cursor: 'grab' }} />
              <Checkbox
                flex={1}
                label={name}
                checked={isShown(column)}
                disabled={column.pinned || (isShown(column) && shownCount === 1)}
                onChange={(event) => change({ visible: { ...visible, [id]: event.currentTarget.checked } })}
              />
              {!column.pinned && (
                <>
                  <ActionIcon
                    size={24}
                    aria-label={t('columns.up', { name })}
                    disabled={at === 0 || columns.some((one) => one.id === order[at - 1] && one.pinned)}
                    onClick={() => move(id, at - 1)}
                  >
                    <IconArrowUp size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size={24}
                    aria-label={t('columns.down', { name })}
                    disabled={at === order.length - 1}
                    onClick={() => move(id, at + 1)}
                  >
                    <IconArrowDown size={14} />
                  </ActionIcon>
                </>
              )}
            </Group>
          )
        })}
      </Stack>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={reset}>
        {t('columns.reset')}
      </Button>
    </Stack>
  )
}
