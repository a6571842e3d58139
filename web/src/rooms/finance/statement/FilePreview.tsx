// The first lines of a statement's file, before it is sent.
import { ScrollArea, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Preview } from './preview.ts'

export function FilePreview({ of }: { of: Preview }) {
  const { t } = useTranslation('finance')
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('statement.import.preview')}
      </Text>
      <ScrollArea type="auto" tabIndex={0} role="group" aria-label={t('statement.import.preview')}>
        <Table fz="xs" verticalSpacing={2} style={{ whiteSpace: 'nowrap' }}>
          <Table.Thead>
            <Table.Tr>
              {of.header.map((name, at) => (
                // biome-ignore lint: columns have no identity besides their place
                <Table.Th key={at}>
                  <bdi>{name}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.lines.map((cells, at) => (
              // biome-ignore lint: as above
              <Table.Tr key={at}>
                {cells.map((cell, place) => (
                  // biome-ignore lint: as above
                  <Table.Td key={place}>
                    <bdi>{cell}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </div>
  )
}
