import { Group, Kbd, Modal, Stack, Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keyNames, useShortcuts } from '../../session/shortcuts.ts'
import { type Help, helpOf } from './helpOf.ts'

/** Nearest first: the screen's own keys, row actions, lists, global keys. */
const places = ['screen', 'actions', 'list', 'everywhere'] as const

function placeOf({ labelKey }: Help): (typeof places)[number] {
  if (labelKey.startsWith('shell:')) return 'everywhere'
  if (labelKey.startsWith('list:')) return 'list'
  return labelKey.includes(':actions.') ? 'actions' : 'screen'
}

/** The help on `?`: every active shortcut, by group. */
export default function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const byPlace = Map.groupBy(helpOf(useShortcuts()), placeOf)
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

function Keys({ title, rows }: { title: string; rows: readonly Help[] }) {
  const { t } = useTranslation('shell')
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <Table verticalSpacing={5} horizontalSpacing={0} withRowBorders aria-label={title}>
        <Table.Tbody>
          {rows.map(({ keys, labelKey }) => (
            <Table.Tr key={labelKey}>
              <Table.Td>{t(labelKey as 'shortcuts.help')}</Table.Td>
              <Table.Td>
                <Group gap={10} justify="flex-end" dir="ltr">
                  {keys.map((chord) => (
                    <Group key={chord} gap={4} wrap="nowrap">
                      {keyNames(chord).map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </Group>
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
