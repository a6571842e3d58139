// What a batch did and did not do: each failure with its row and its reason.
import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { actionLabel } from '../i18n/actionLabel.ts'
import { textLanguage } from '../i18n/index.ts'
import { useCurrentList } from '../list/currentList.ts'
import { whyOutcome } from '../session/refusalReasons.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { label } from '../ui/labels.ts'
import type { Report } from './pending.ts'

export default function BatchReport(props: {
  report: Report
  retry: (rows: readonly unknown[]) => void
  close: () => void
}) {
  const list = useCurrentList()
  const { t } = useTranslation(['list', 'common'])
  const { action, rows, input, outcomes, answer, waits, undo } = props.report
  const failed = outcomes.filter((outcome) => !outcome.ok)
  const failedIds = new Set(failed.map(({ id }) => String(id)))
  const done = rows.filter((row) => !failedIds.has(String(list.rowId(row))))
  const rowOf = (id: unknown) => rows.find((row) => String(list.rowId(row)) === String(id))
  return (
    <Modal
      opened
      onClose={props.close}
      size="lg"
      title={t(failed.length < outcomes.length ? 'list:report.title' : 'list:report.none', {
        action: label(actionLabel(action.id)),
      })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <Text>{t('list:report.summary', { done: outcomes.length - failed.length, failed: failed.length })}</Text>
        {done.length > 0 && action.message && (
          <Text style={{ overflowWrap: 'anywhere' }}>
            {waits
              ? t('list:waits', { what: action.message(done, input, 'request', answer)[textLanguage()] })
              : action.message(done, input, 'done', answer)[textLanguage()]}
          </Text>
        )}
        <ScrollArea.Autosize mah={360}>
          <Table withTableBorder verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('list:report.row')}</Table.Th>
                <Table.Th>{t('list:report.why')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failed.map((outcome) => {
                const row = rowOf(outcome.id)
                return (
                  <Table.Tr key={outcome.id}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      <bdi>{row === undefined ? outcome.id : list.nameOf(row)}</bdi>
                      {(row === undefined || !list.nameOf(row).includes(String(outcome.id))) && (
                        <Text span c="dimmed" size="xs" ml={6}>
                          {outcome.id}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {whyOutcome(outcome)}
                      {outcome.errorCode !== undefined && (
                        <Text span c="dimmed" size="xs" ml={6}>
                          {outcome.errorCode}
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="xs">
          <CopyButton text={failed.map((outcome) => outcome.id).join('\n')} label={t('list:report.copyIds')} withText />
          {undo && (
            <Button
              variant="default"
              onClick={() => {
                props.close()
                void undo()
              }}
            >
              {t('list:report.undo', { count: done.length })}
            </Button>
          )}
          <Button variant="default" onClick={() => props.retry(failed.flatMap((outcome) => rowOf(outcome.id) ?? []))}>
            {t('list:report.retry')}
          </Button>
          <Button onClick={props.close} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
