// Actions of the list, next to its title. Disabled ones give the reason.
import { Button, Group } from '@mantine/core'
import { actionLabel } from '../i18n/actionLabel.ts'
import { useCurrentList } from '../list/currentList.ts'
import type { KeyName } from '../session/keys.ts'
import { showWarning } from '../session/messages.ts'
import { useSession } from '../session/session.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { useLabels } from '../ui/labels.ts'
import { refusedProps, WhyNot } from '../ui/WhyNot.tsx'
import { type Command, reasonKeys } from './action.ts'
import classes from './commands.module.css'
import { usePaletteOffer } from './paletteEntries.ts'
import { useDrawer } from './useDrawer.ts'

export function CommandBar({ commands }: { commands: readonly Command[] }) {
  const list = useCurrentList()
  const drawer = useDrawer()
  const { label } = useLabels()
  const { may } = useSession()
  const refusal = (command: Command) => {
    const mayRun = typeof command.writes === 'string' ? may(command.writes, 'write') : !command.writes || list.writable
    return mayRun ? undefined : label(reasonKeys(list.room, 'readOnly'))
  }
  const run = (command: Command) => {
    const refused = refusal(command)
    if (refused) return showWarning(refused)
    if (command.drawer) drawer.open(command.drawer)
    else command.run?.()
  }
  usePaletteOffer(
    commands.map((command) => ({
      id: command.id,
      labelKey: actionLabel(command.id),
      detail: () => '',
      whyNot: () => refusal(command),
      run: () => run(command),
    })),
  )
  return (
    <Group className={classes['commands']} gap={6} wrap="nowrap">
      {commands.map((command) => {
        const refused = refusal(command)
        return (
          <WhyNot key={command.id} reason={refused}>
            <Button
              variant={command.primary ? 'filled' : 'default'}
              h={30}
              leftSection={<command.icon size={15} aria-hidden />}
              {...(refused !== undefined && refusedProps)}
              {...(command.drawer !== undefined && { 'data-opens': true })}
              onClick={() => run(command)}
            >
              {label(actionLabel(command.id))}
            </Button>
          </WhyNot>
        )
      })}
      {commands.map(
        (command) =>
          command.key && (
            <Key key={command.id} of={command.key} labelKey={actionLabel(command.id)} run={() => run(command)} />
          ),
      )}
    </Group>
  )
}

function Key(props: { of: KeyName; labelKey: string; run: () => void }) {
  useShortcut(props.of, props.labelKey, props.run)
  return null
}
