import type { messageStates } from '@greenroom/contract/statesAndKinds'
import { Progress as Bar } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

type Counts = { state: string; audience: number; sent: number; skipped: number; failed: number }

/** The processed share of the audience, with a bar if there is room. */
export function Progress({ of, bar }: { of: Counts; bar?: true }) {
  const { t, i18n } = useTranslation('official')
  if (of.state === 'draft' || of.state === 'pending') return <span aria-hidden>–</span>
  const done = of.sent + of.skipped + of.failed
  const share = of.audience === 0 ? 1 : done / of.audience
  const percent = Math.floor(share * 100)
  const text = t('message.progress', { sent: of.sent.toLocaleString(i18n.language === 'cn' ? 'zh' : 'en'), percent })
  return (
    <span title={t('message.outOf', { sent: of.sent, skipped: of.skipped, failed: of.failed })}>
      {text}
      {bar && <Bar value={percent} size="xs" aria-label={text} />}
    </span>
  )
}

export function MessageState({ state }: { state: (typeof messageStates)[number] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.message[state]}>{label(`official:options.messageState.${state}`)}</StatusBadge>
}
