// Actions on the selected rows; overlays the table's footer while rows are selected, so that nothing moves.

import { bulkFreeze } from '@greenroom/contract/bulk'
import { limits } from '@greenroom/contract/limits'
import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { integer } from '../format/number.ts'
import { actionLabel } from '../i18n/actionLabel.ts'
import { useCurrentList, useRowState } from '../list/currentList.ts'
import type { Everything, RowId } from '../list/selection.ts'
import { showError } from '../session/messages.ts'
import { useSend } from '../ui/behaviour/useSend.ts'
import { useLabels } from '../ui/labels.ts'
import { refusedProps, WhyNot } from '../ui/WhyNot.tsx'
import { type AnyAction, isForAll, reasonKeys, whyNot } from './action.ts'
import classes from './actionRows.module.css'
import { useRunAction } from './useRunAction.tsx'

// Shown when all rows of a page are selected: selects all matching rows.
function ChooseEverything() {
  const list = useCurrentList()
  const { t, i18n } = useTranslation('list')
  const { busy, send } = useSend()
  const all = useRowState(list.selection, (now) => list.rows.length > 0 && [...list.byId.keys()].every(now.has))
  if (!all || list.total <= list.rows.length) return null
  const number = (value: number) => integer(value, i18n.language)
  const tooMany = list.totalIsEstimate || list.total > limits.bulk
  const choose = async () => {
    try {
      list.selection.chooseEverything(await call(bulkFreeze, { list: list.call.name, filters: list.payload }))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <WhyNot reason={tooMany ? t('bulk.tooMany', { most: number(limits.bulk) }) : undefined}>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={busy}
        {...(tooMany && refusedProps)}
        onClick={() => send(choose)}
      >
        {list.totalIsEstimate ? t('bulk.chooseAll') : t('bulk.choose', { total: number(list.total) })}
      </Button>
    </WhyNot>
  )
}

export function BatchBar({ actions }: { actions: readonly AnyAction[] }) {
  const list = useCurrentList()
  // The row shows its selection immediately; the bar may follow a moment later.
  const chosen = useDeferredValue(useRowState(list.selection, (selection) => selection.all()))
  const everything = useRowState(list.selection, (selection) => selection.everything())
  if (everything) return <AllBar actions={actions} everything={everything} />
  return chosen.size > 0 && <Bar actions={actions} chosen={chosen} />
}

type BarProps = { actions: readonly AnyAction[]; chosen: ReadonlyMap<RowId, unknown> }

const Bar = memo(function Bar({ actions, chosen }: BarProps) {
  const list = useCurrentList()
  const full = useRowState(list.selection, (selection) => selection.isFull())
  const { t } = useTranslation('list')
  const { label } = useLabels()
  const run = useRunAction()
  const rows = [...chosen.values()]
  return (
    <Frame text={full ? t('batch.full', { count: chosen.size }) : t('batch.chosen', { count: chosen.size })}>
      {!list.complete && actions.some((action) => isForAll(action, list.call)) && <ChooseEverything />}
      {actions
        .filter((action) => !action.single && !action.drawer)
        .map((action) => {
          const reason = whyNot(action, rows)
          return (
            <ActionButton
              key={action.id}
              action={action}
              reason={reason && label(reasonKeys(list.room, reason, action.id))}
              press={() => run(action, rows)}
            />
          )
        })}
    </Frame>
  )
})

/** Actions for all matching rows. */
function AllBar({ actions, everything }: { actions: readonly AnyAction[]; everything: Everything }) {
  const list = useCurrentList()
  const { t, i18n } = useTranslation('list')
  const run = useRunAction()
  return (
    <Frame text={t('bulk.chosen', { total: integer(everything.total, i18n.language) })}>
      {actions
        .filter((action) => isForAll(action, list.call))
        .map((action) => (
          <ActionButton
            key={action.id}
            action={action}
            reason={list.writable ? undefined : t('cannot.readOnly')}
            press={() => run(action, [], everything)}
          />
        ))}
    </Frame>
  )
}

function Frame({ text, children }: { text: string; children: ReactNode }) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  return (
    <Paper className={classes['batch']} shadow="md" withBorder role="toolbar" aria-label={t('batch.label')}>
      <Group gap={6} wrap="nowrap">
        <Text fw={600} px={6} style={{ whiteSpace: 'nowrap' }} aria-live="polite">
          {text}
        </Text>
        {children}
        <CloseButton size="sm" aria-label={t('batch.clear')} onClick={list.selection.clear} />
      </Group>
    </Paper>
  )
}

type ButtonProps = { action: AnyAction; reason: string | undefined; press: () => void }

function ActionButton({ action, reason, press }: ButtonProps) {
  const { label } = useLabels()
  return (
    <WhyNot reason={reason}>
      <Button
        size="compact-sm"
        variant={action.danger ? 'light' : 'default'}
        {...(action.danger && { color: 'red' })}
        leftSection={<action.icon size={14} aria-hidden />}
        {...(reason !== undefined && refusedProps)}
        onClick={press}
      >
        {label(actionLabel(action.id))}
      </Button>
    </WhyNot>
  )
}
