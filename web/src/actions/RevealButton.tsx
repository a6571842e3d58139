// Reveals a masked value: asks for a reason, which is logged with the viewer.
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { actionLabel } from '../i18n/actionLabel.ts'
import { useLabels } from '../ui/labels.ts'
import { refusedProps, WhyNot } from '../ui/WhyNot.tsx'
import type { Action, Availability } from './action.ts'
import { refusalOf } from './refusal.ts'
import { useRunAction } from './useRunAction.tsx'

type Props<Row> = { room: string; row: Row; may: Availability; action: Action<Row>; children: ReactNode }

export function RevealButton<Row>({ room, row, may, action, children }: Props<Row>) {
  const run = useRunAction()
  const { label } = useLabels()
  const refused = refusalOf(room, may, action.id)
  return (
    <WhyNot reason={refused}>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconEye size={13} aria-hidden />}
        aria-label={label(actionLabel(action.id))}
        {...(refused !== undefined && refusedProps)}
        onClick={() => refused === undefined && run(action, [row])}
      >
        {children}
      </Button>
    </WhyNot>
  )
}
