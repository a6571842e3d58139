// Actions for the user as buttons with shortcuts; disabled ones give the reason.
import { Button, Kbd } from '@mantine/core'
import { refusalOf } from '../../../actions/refusal.ts'
import { useRunAction } from '../../../actions/useRunAction.tsx'
import { actionLabel } from '../../../i18n/actionLabel.ts'
import page from '../../../page/recordPage.module.css'
import { chordOf } from '../../../session/keys.ts'
import { keyName } from '../../../session/shortcuts.ts'
import { useLabels } from '../../../ui/labels.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { personActions } from '../actions/userActions.ts'
import classes from './person.module.css'
import type { Person } from './person.ts'

export function ActionBar({ user }: { user: Person }) {
  const run = useRunAction()
  const { label } = useLabels()
  return (
    <div
      className={`${page['actions']} ${classes['actions']}`}
      role="toolbar"
      aria-label={label('users:person.actions')}
    >
      {personActions.map((action) => {
        const may = action.may(user)
        const refused = refusalOf('users', may, action.id)
        return (
          <WhyNot key={action.id} reason={refused}>
            <Button
              variant="default"
              h={30}
              px={10}
              leftSection={<action.icon size={15} aria-hidden />}
              rightSection={
                action.key && (
                  <Kbd size="xs" aria-hidden>
                    {keyName(action.key)}
                  </Kbd>
                )
              }
              {...(action.key && { 'aria-keyshortcuts': chordOf(action.key) })}
              {...(action.danger && refused === undefined && { c: 'var(--mantine-color-error)' })}
              {...(refused !== undefined && refusedProps)}
              onClick={() => refused === undefined && run(action, [user])}
            >
              {label(actionLabel(action.id))}
            </Button>
          </WhyNot>
        )
      })}
    </div>
  )
}
