import { Group, Kbd, Modal, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keyNames, useShortcuts } from '../session/shortcuts.ts'

/** The help on `?`: every shortcut that works where one is now. */
export default function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const shortcuts = useShortcuts()
  // The newest comes first: what the screen offers stands above what works everywhere.
  const rows = [...new Map([...shortcuts].reverse().map((shortcut) => [shortcut.keys, shortcut])).values()]
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
