// The message after an action: what was done to what, and a way back where there is one.
import { limits } from '@greenroom/contract/limits'
import { Button, Group } from '@mantine/core'
import { textLanguage } from '../i18n/index.ts'
import { hideToast, showToast } from '../session/toasts.tsx'
import { label } from '../ui/labels.ts'
import { type Action, actionLabel } from './action.ts'

type Told = {
  id: string
  color: string
  text: string
  button?: { label: string; press: () => void }
  milliseconds?: number
}

/** A message for five seconds unless said otherwise; its button closes it and does what it says. */
function tell({ id, color, text, button, milliseconds = limits.messageMilliseconds }: Told): void {
  showToast({
    id,
    color,
    autoClose: milliseconds,
    role: 'status',
    closeButtonProps: { 'aria-label': label('common:close') },
    message: button ? (
      <Group justify="space-between" wrap="nowrap">
        <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ flex: 'none' }}
          onClick={() => {
            hideToast(id)
            button.press()
          }}
        >
          {button.label}
        </Button>
      </Group>
    ) : (
      text
    ),
  })
}

/** Says that an act waits for a second member of staff, with the way to one's own request. */
export function showWaiting(action: Pick<Action<any>, 'id'>, approvalId: string, go: (to: string) => void): void {
  tell({
    id: `waits:${approvalId}`,
    color: 'yellow',
    text: label('list:waits', { action: label(actionLabel(action.id)) }),
    button: { label: label('list:showApproval'), press: () => go(`/requests?drawer=show:${approvalId}`) },
  })
}

/** What was done, in the reader's language: the action's own sentence, else its name and what it was done to. */
export function doneText(
  action: Action<any>,
  rows: readonly unknown[],
  input: unknown,
  nameOf: (row: any) => string,
): string {
  const told = action.told?.(rows, input)
  if (told) return told[textLanguage()]
  const name = rows.length > 0 ? nameOf(rows[0]) : ''
  const done = label(actionLabel(action.id))
  // Chinese has no form for one of its own: by the language's plurals it would never name whom it was done to.
  return rows.length === 1
    ? label('list:done', { action: done, name })
    : label('list:doneFor', { action: done, count: rows.length })
}

/** Says that an action was done, and for how long it can be undone where that is longer than five seconds. */
export function showDone(
  action: Pick<Action<any>, 'id'>,
  text: string,
  undo: (() => void) | undefined,
  milliseconds?: number,
): void {
  tell({
    id: `done:${action.id}:${Date.now()}`,
    color: 'teal',
    text,
    ...(undo && { button: { label: label('list:undo'), press: undo } }),
    ...(milliseconds !== undefined && { milliseconds }),
  })
}
