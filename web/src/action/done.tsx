// The message after an action: what was done to what, and a way back where there is one.
import { limits } from '@greenroom/contract/limits'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { label } from '../ui/labels.ts'
import { type Action, actionLabel } from './action.ts'

/** Says that an act waits for a second member of staff, with the way to where she decides. */
export function showWaiting(action: Pick<Action<any>, 'id'>, approvalId: string, go: (to: string) => void): void {
  const id = `waits:${approvalId}`
  notifications.show({
    id,
    color: 'yellow',
    withBorder: true,
    autoClose: limits.messageMilliseconds,
    role: 'status',
    closeButtonProps: { 'aria-label': label('common:close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{label('list:waits', { action: label(actionLabel(action.id)) })}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ flex: 'none' }}
          onClick={() => {
            notifications.hide(id)
            go(`/sys/approval?drawer=show:${approvalId}`)
          }}
        >
          {label('list:showApproval')}
        </Button>
      </Group>
    ),
  })
}

/** Says for five seconds that an action was done. */
export function showDone(action: Action<any>, count: number, name: string, undo: (() => void) | undefined): void {
  const id = `done:${action.id}:${Date.now()}`
  const text = label('list:done', { action: label(actionLabel(action.id)), count, name })
  notifications.show({
    id,
    color: 'teal',
    withBorder: true,
    autoClose: limits.messageMilliseconds,
    role: 'status',
    closeButtonProps: { 'aria-label': label('common:close') },
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ flex: 'none' }}
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {label('list:undo')}
        </Button>
      </Group>
    ) : (
      text
    ),
  })
}
