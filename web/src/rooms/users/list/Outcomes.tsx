// What an operation over a pasted list did and did not do, id by id.
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../action/form/SideDrawer.tsx'
import { showError } from '../../../session/messages.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { label } from '../../../ui/labels.ts'
import { takeBack } from '../actions/money.ts'

export type Done = {
  operationId?: string
  outcomes: readonly { id: number | string; ok: boolean; errorCode?: number }[]
}

export function Outcomes({
  answer,
  direction,
  close,
}: {
  answer: Done
  direction: 'grant' | 'deduct'
  close: () => void
}) {
  const { t } = useTranslation(['users', 'list', 'common'])
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const failed = answer.outcomes.filter(({ ok }) => !ok)
  const done = answer.outcomes.length - failed.length
  const undo = async () => {
    setBusy(true)
    try {
      await takeBack(answer)
      void queries.invalidateQueries()
      close()
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <SideDrawer title={t('list:report.title', { action: t(`users:actions.person.${direction}`) })} close={close}>
      <Stack gap="sm">
        <Text>{t('list:report.summary', { done, failed: failed.length })}</Text>
        <Table withTableBorder verticalSpacing={4} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('users:columns.userId')}</Table.Th>
              <Table.Th>{t('list:report.why')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failed.map(({ id, errorCode }) => (
              <Table.Tr key={id}>
                <Table.Td>{id}</Table.Td>
                <Table.Td>{label([`errors:${errorCode}`, 'errors:fallback'])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end" gap="xs">
          <CopyButton text={failed.map(({ id }) => id).join('\n')} label={t('list:report.copyIds')} withText />
          {done > 0 && answer.operationId && (
            <Button variant="default" loading={busy} onClick={undo}>
              {t('users:byList.undoDone', { count: done })}
            </Button>
          )}
          <Button onClick={close} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </SideDrawer>
  )
}
