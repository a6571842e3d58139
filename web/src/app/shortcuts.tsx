import { Group, Kbd, Modal, Stack, Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keyNames, type Shortcut, useShortcuts } from '../session/shortcuts.ts'

/** Nearest first: the screen's own keys, row actions, lists, global keys. */
const places = ['screen', 'actions', 'list', 'everywhere'] as const

function placeOf({ labelKey }: Shortcut): (typeof places)[number] {
  if (labelKey.startsWith('shell:')) return 'everywhere'
  if (labelKey.startsWith('list:')) return 'list'
  return labelKey.includes(':actions.') ? 'actions' : 'screen'
}

/** The help on `?`: every active shortcut, by group. */
export default function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const shortcuts = useShortcuts()
  // The newest comes first and wins for equal keys, as in the handler.
  const all = [...shortcuts]
    .reverse()
    .filter((one, at, each) => each.findIndex((other) => other.keys === one.keys) === at)
  const byPlace = Map.groupBy(all, placeOf)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {places.map((place) => {
          const rows = byPlace.get(place) ?? []
          return rows.length === 0 ? null : <Keys key={place} title={t(`shortcuts.places.${place}`)} rows={rows} />
        })}
      </Stack>
    </Modal>
  )
}

function Keys({ title, rows }: { title: string; rows: readonly Shortcut[] }) {
  const { t } = useTranslation('shell')
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <Table verticalSpacing={5} horizontalSpacing={0} withRowBorders aria-label={title}>
        <Table.Tbody>
          {rows.map(({ keys, labelKey }) => (
            <Table.Tr key={keys}>
              <Table.Td>{t(labelKey as 'shortcuts.help')}</Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" dir="ltr">
                  {keyNames(keys).map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
