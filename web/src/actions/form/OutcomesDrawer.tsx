// The result of an operation on a pasted list, id by id.
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { whyOutcome } from '../../session/refusalReasons.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Outcome } from '../action.ts'
import { SideDrawer } from './SideDrawer.tsx'

type Props = {
  /** The action's name. */
  action: string
  /** The id column's heading. */
  idLabel: string
  outcomes: readonly Outcome[]
  /** Shown beside the close button, such as an undo. */
  end?: ReactNode
  close: () => void
}

export function OutcomesDrawer({ action, idLabel, outcomes, end, close }: Props) {
  const { t } = useTranslation(['list', 'common'])
  const failed = outcomes.filter(({ ok }) => !ok)
  const done = outcomes.length - failed.length
  return (
    <SideDrawer title={t(done > 0 ? 'list:report.title' : 'list:report.none', { action })} close={close}>
      <Stack gap="sm">
        <Text>{t('list:report.summary', { done, failed: failed.length })}</Text>
        <Table withTableBorder verticalSpacing={4} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{idLabel}</Table.Th>
              <Table.Th>{t('list:report.why')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failed.map((outcome) => (
              <Table.Tr key={outcome.id}>
                <Table.Td>{outcome.id}</Table.Td>
                <Table.Td>{whyOutcome(outcome)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end" gap="xs">
          <CopyButton text={failed.map(({ id }) => id).join('\n')} label={t('list:report.copyIds')} withText />
          {end}
          <Button onClick={close} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </SideDrawer>
  )
}
