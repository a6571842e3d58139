// What can be done to the chosen rows; stands over the table's foot while there are some, so that nothing moves.
import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../list/ListTable.module.css'
import { useCurrentList } from '../list/list.ts'
import { useRowState } from '../list/rowState.ts'
import type { RowId } from '../list/selection.ts'
import { useLabels } from '../ui/labels.ts'
import { refusedProps, WhyNot } from '../ui/WhyNot.tsx'
import { type Action, actionLabel, reasonKeys, whyNot } from './action.ts'
import { useRunAction } from './useRunAction.tsx'

export function BatchBar({ actions }: { actions: readonly Action<any>[] }) {
  const list = useCurrentList()
  // The row shows at once that it was chosen; the bar may come a moment later.
  const chosen = useDeferredValue(useRowState(list.selection, (selection) => selection.all()))
  return chosen.size > 0 && <Bar actions={actions} chosen={chosen} />
}

type BarProps = { actions: readonly Action<any>[]; chosen: ReadonlyMap<RowId, unknown> }

const Bar = memo(function Bar({ actions, chosen }: BarProps) {
  const list = useCurrentList()
  const full = useRowState(list.selection, (selection) => selection.isFull())
  const { t } = useTranslation('list')
  const { label } = useLabels()
  const run = useRunAction()
  const rows = [...chosen.values()]
  return (
    <Paper className={classes['batch']} shadow="md" withBorder role="toolbar" aria-label={t('batch.label')}>
      <Group gap={6} wrap="nowrap">
        <Text fw={600} px={6} style={{ whiteSpace: 'nowrap' }} aria-live="polite">
          {full ? t('batch.full', { count: chosen.size }) : t('batch.chosen', { count: chosen.size })}
        </Text>
        {actions
          .filter((action) => !action.single && !action.drawer)
          .map((action) => {
            const reason = whyNot(action, rows)
            return (
              <WhyNot key={action.id} reason={reason && label(reasonKeys(list.room, reason, action.id))}>
                <Button
                  size="compact-sm"
                  variant={action.danger ? 'light' : 'default'}
                  {...(action.danger && { color: 'red' })}
                  leftSection={<action.icon size={14} aria-hidden />}
                  {...(reason !== undefined && refusedProps)}
                  onClick={() => run(action, rows)}
                >
                  {label(actionLabel(action.id))}
                </Button>
              </WhyNot>
            )
          })}
        <CloseButton size="sm" aria-label={t('batch.clear')} onClick={list.selection.clear} />
      </Group>
    </Paper>
  )
})
