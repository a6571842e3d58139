// Parts of posts and comments, shared by several screens.
import type { contentStates } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Detail, Story } from '../../ui/Story.tsx'
import { tones } from '../../ui/stateColours.ts'
import classes from './community.module.css'

export type ContentState = (typeof contentStates)[number]

export function State({ state, pinned }: { state: ContentState; pinned?: boolean }) {
  const { t } = useTranslation('community')
  const { label } = useLabels()
  return (
    <span className={classes['badges']}>
      <StatusBadge tone={tones.content[state]}>{label(`community:options.state.${state}`)}</StatusBadge>
      {pinned && <StatusBadge tone="info">{t('pinned')}</StatusBadge>}
    </span>
  )
}

export function AuditState({ state }: { state: 'not audited' | 'passed' | 'failed' | null }) {
  const { label } = useLabels()
  if (state === null) return '–'
  return (
    <StatusBadge tone={tones.item[state]}>
      {label(`community:options.auditState.${state.replace(' ', '_')}`)}
    </StatusBadge>
  )
}

/** A user's text in its own direction; the full text on hover. */
export const Words = ({ text }: { text: string }) => <bdi title={text}>{text || '–'}</bdi>

export type Change = { at: string; by: string; what: string; reason: string }

/** The actions of staff, newest first. */
export function History({ of }: { of: readonly Change[] }) {
  const { t } = useTranslation('community')
  const { label } = useLabels()
  return (
    <Story
      title={t('history')}
      none={t('noHistory')}
      of={of.map(({ at, by, what, reason }) => ({
        at,
        what: label(`community:changes.${what}`),
        by,
        details: <Detail text={reason} />,
      }))}
    />
  )
}
