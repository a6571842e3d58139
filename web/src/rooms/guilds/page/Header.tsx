// A guild at a glance, with its actions; disabled ones give the reason.
import { Alert, Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../../action/refusal.ts'
import { useRunAction } from '../../../action/useRunAction.tsx'
import { actionLabel } from '../../../i18n/actionLabel.ts'
import page from '../../../screen/parts/recordPage.module.css'
import { chordOf } from '../../../session/keys.ts'
import { Code } from '../../../ui/Facts.tsx'
import { GuildLink } from '../../../ui/GuildLink.tsx'
import { lead, useLabels } from '../../../ui/labels.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { type Guild, GuildState, useDaysLeft } from '../guild/parts.tsx'
import { possibleActions } from '../guild/possible.ts'
import classes from './page.module.css'

export function Header({ guild }: { guild: Guild }) {
  const { t } = useTranslation('guilds')
  const daysLeft = useDaysLeft(guild.dissolvesAt)
  return (
    <>
      <div className={`${page['top']} ${classes['top']}`} data-head>
        <div className={page['who']}>
          <h1 title={guild.name}>
            <bdi>{guild.name}</bdi>
          </h1>
          <div className={`${page['line']} ${classes['line']}`}>
            <Code>{String(guild.guildId)}</Code>
            <GuildState state={guild.state} />
            <Parent guild={guild} />
          </div>
        </div>
        <Actions guild={guild} />
      </div>
      {daysLeft !== undefined && (
        <Alert color={daysLeft <= 8 ? 'orange' : 'gray'} p="xs" icon={<IconHourglass size={16} aria-hidden />}>
          {t('page.dissolves', { count: daysLeft })}
        </Alert>
      )}
    </>
  )
}

/** Staff get a link to the parent's page; a sub-agency sees only its name. */
function Parent({ guild }: { guild: Guild }) {
  const { t } = useTranslation('guilds')
  if (guild.parent === null) return null
  return (
    <span className={page['dim']}>
      {lead(t('page.below'))}
      {guild.can.changeMethod === 'leaderOnly' ? <GuildLink guild={guild.parent} /> : <bdi>{guild.parent.name}</bdi>}
    </span>
  )
}

function Actions({ guild }: { guild: Guild }) {
  const run = useRunAction()
  const { label } = useLabels()
  // A parent may only read its sub-agencies here.
  if (!guild.own) return null
  return (
    <div
      className={`${page['actions']} ${classes['actions']}`}
      role="toolbar"
      aria-label={label('guilds:page.actions')}
    >
      {possibleActions(guild).map((action) => {
        const refused = refusalOf('guilds', action.may(guild), action.id)
        return (
          <WhyNot key={action.id} reason={refused}>
            <Button
              variant="default"
              mih={30}
              px={10}
              leftSection={<action.icon size={15} aria-hidden />}
              {...(action.key && { 'aria-keyshortcuts': chordOf(action.key) })}
              {...(action.danger && refused === undefined && { c: 'var(--mantine-color-error)' })}
              {...(refused !== undefined && refusedProps)}
              onClick={() => refused === undefined && run(action, [guild])}
            >
              {label(actionLabel(action.id))}
            </Button>
          </WhyNot>
        )
      })}
    </div>
  )
}
