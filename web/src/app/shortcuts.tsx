import { Group, Kbd, Modal, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keyNames, useShortcuts } from '../session/shortcuts.ts'

/** The help on `?`: every shortcut that works where one is now. */
export default function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const shortcuts = useShortcuts()
  // The newest comes first, and wins where two want the same keys: that's what pressing them does.
  const rows = [...shortcuts].reverse().filter(({ keys }, at, all) => all.findIndex((s) => s.keys === keys) === at)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Table verticalSpacing={6} horizontalSpacing={0} withRowBorders>
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
    </Modal>
  )
}
