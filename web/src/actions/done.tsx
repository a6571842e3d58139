// The message after an action: the result, and an undo if possible.
import { limits } from '@greenroom/contract/limits'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { Button, Group } from '@mantine/core'
import { textLanguage } from '../i18n/index.ts'
import { hideToast, showToast, type Toast } from '../session/toasts/toasts.tsx'
import { label } from '../ui/labels.ts'

type Message = {
  id: string
  color: Toast['color']
  text: string
  button?: { label: string; press: () => void }
  milliseconds?: number
}

/** A message, shown for five seconds by default; its button closes it and runs `action`. */
function showMessage({ id, color, text, button, milliseconds = limits.messageMilliseconds }: Message): void {
  showToast({
    id,
    color,
    autoClose: milliseconds,
    role: 'status',
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

/** Shows that an action is pending approval, with a link to the request. */
export function showWaiting(what: Sentence, approvalId: string, go: (to: string) => void): void {
  showMessage({
    id: `waits:${approvalId}`,
    color: 'yellow',
    text: label('list:waits', { what: what[textLanguage()] }),
    button: { label: label('list:showApproval'), press: () => go(`/requests?drawer=show:${approvalId}`) },
  })
}

/** Shows the result, and how long it can be undone if longer than five seconds. */
export function showDone(what: Sentence, undo: (() => void) | undefined, milliseconds?: number): void {
  showMessage({
    id: `done:${Date.now()}`,
    color: 'teal',
    text: what[textLanguage()],
    ...(undo && { button: { label: label('list:undo'), press: undo } }),
    ...(milliseconds !== undefined && { milliseconds }),
  })
}
