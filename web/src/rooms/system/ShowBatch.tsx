// The outcome of each row of a bulk job.
import { bulkInfo, bulkOutcomes } from '@greenroom/contract/bulk'
import type { RecordOf } from '@greenroom/contract/call'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { SideDrawer } from '../../actions/form/SideDrawer.tsx'
import { call } from '../../api/call.ts'
import { integer } from '../../format/number.ts'
import { filtersOf, flag } from '../../list/filters.ts'
import { Panel, type PanelColumn } from '../../page/Panel.tsx'
import { whyOutcome } from '../../session/refusalReasons.ts'
import { Code } from '../../ui/Facts.tsx'
import { Labelled } from '../../ui/Labelled.tsx'
import { BulkState } from './BulkState.tsx'

type Row = RecordOf<typeof bulkOutcomes>

const filters = filtersOf({ ok: flag() })
const columns: PanelColumn<Row>[] = [
  { id: 'row', cell: (row) => <Code>{row.id}</Code> },
  {
    id: 'outcome',
    wraps: true,
    cell: (row) => (row.ok ? <Labelled by="system:batches.ok" /> : whyOutcome(row)),
  },
]

const second = 1_000

export default function ShowBatch({ rowId, close }: DrawerProps) {
  const { t, i18n } = useTranslation('system')
  const { data } = useQuery({
    queryKey: ['bulk', rowId],
    queryFn: ({ signal }) => call(bulkInfo, { bulkId: rowId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? second : false),
  })
  const number = (value: number) => integer(value, i18n.language)
  return (
    <SideDrawer title={data?.action ?? ''} close={close} width="medium">
      <Stack gap="sm">
        {data && (
          <Group gap="xs">
            <BulkState state={data.state} />
            <Text aria-live="polite">
              {t('batches.summary', {
                total: number(data.total),
                done: number(data.done),
                failed: number(data.failed),
              })}
            </Text>
          </Group>
        )}
        {data?.reason && <Text style={{ overflowWrap: 'anywhere' }}>{data.reason}</Text>}
        <Panel
          // Refresh once the job has ended.
          key={data?.state}
          call={bulkOutcomes}
          owner={{ bulkId: rowId }}
          room="system"
          title={t('batches.outcomes')}
          columns={columns}
          rowKey={(row) => row.id}
          filters={filters}
        />
      </Stack>
    </SideDrawer>
  )
}
