// An application's contacts and note, masked; a reveal needs a reason and is logged.
import { agentReveal } from '@greenroom/contract/agents'
import { agentRevealed } from '@greenroom/contract/sentences/agents'
import { Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defineAction } from '../../../action/action.ts'
import { type Reason, reasonForm } from '../../../action/forms.ts'
import { RevealButton } from '../../../action/RevealButton.tsx'
import { call } from '../../../api/call.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import type { Agent } from './actions.ts'

type Revealed = { contact: string; note: string }

const revealing = (show: (revealed: Revealed) => void) =>
  defineAction<Agent, Reason>({
    id: 'finance.reveal.application',
    icon: IconEye,
    single: true,
    may: (agent) => agent.can.reveal,
    form: reasonForm,
    run: async (_ids, { reason }, [agent]) => show(await call(agentReveal, { userId: agent!.user.userId, reason })),
    message: ([agent]) => agentRevealed({ id: agent!.user.userId, nickname: agent!.user.nickname }),
  })

/** The shown contacts: masked, or complete after a reveal. */
export function useContact() {
  const [revealed, setRevealed] = useState<Revealed>()
  // Also when the view is only hidden: returning to it needs another reveal.
  useEffect(() => () => setRevealed(undefined), [])
  const action = useMemo(() => revealing(setRevealed), [])
  return { revealed, action }
}

export function Contact({ agent, revealed, action }: { agent: Agent } & ReturnType<typeof useContact>) {
  const { t } = useTranslation('finance')
  return (
    <Group gap={6} wrap="nowrap">
      <bdi>{revealed?.contact ?? agent.contact}</bdi>
      {revealed ? (
        <CopyButton text={revealed.contact} label={t('agents.copyContact')} />
      ) : (
        <RevealButton room="finance" row={agent} may={agent.can.reveal} action={action}>
          {t('agents.show')}
        </RevealButton>
      )}
    </Group>
  )
}
