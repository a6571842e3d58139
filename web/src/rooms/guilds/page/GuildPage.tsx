// /sociaty/SociatyManageDetail/:id/:unionName/:unionNum: everything about one guild. The first call returns the guild; each part loads when
// it is opened.
import { guildInfo } from '@greenroom/contract/guilds'
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { ActionKeys } from '../../../actions/ActionKeys.tsx'
import { type DrawerMap, Drawers } from '../../../actions/Drawers.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { ActionHost, useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { actionLabel } from '../../../i18n/actionLabel.ts'
import { ListProvider } from '../../../list/currentList.ts'
import { useCompleteList } from '../../../list/useCompleteList.ts'
import { Missing } from '../../../page/Missing.tsx'
import { measureHead, Parts } from '../../../page/PageParts.tsx'
import page from '../../../page/recordPage.module.css'
import { chordOf } from '../../../session/keys.ts'
import { useSession } from '../../../session/session.ts'
import { useTitle } from '../../../session/titles.ts'
import { Code } from '../../../ui/Facts.tsx'
import { lead, useLabels } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { GuildLink } from '../../../ui/values/GuildLink.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { type Guild, GuildState, useDaysLeft } from '../guild/GuildState.tsx'
import { guildActions } from '../guild/guildActions.ts'
import { possibleActions } from '../guild/possibleActions.ts'
import classes from './guildPage.module.css'
import { panelsOf } from './guildPageParts.ts'

// A guild at a glance, with its actions; disabled ones give the reason.
function Header({ guild }: { guild: Guild }) {
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

// The drawers of a guild's page, each loaded when opened; add yours here.
const drawers: DrawerMap = {
  // For staff; a leader's is on the withdrawals screen.
  account: loadable(() => import('../payouts/PayoutAccountForm.tsx')),
}

/** The query key of a guild. */
const guildKey = (guildId: number) => ['guilds.list', 'guildInfo', guildId] as const

const readGuild = async (guildId: number, signal: AbortSignal) => call(guildInfo, { guildId }, { signal })

const noFilters = {}

export default function GuildPage() {
  const guildId = Number(useParams()['id'])
  const query = useQuery({
    queryKey: guildKey(guildId),
    queryFn: ({ signal }) => readGuild(guildId, signal),
    enabled: Number.isSafeInteger(guildId) && guildId > 0,
  })
  // A list of one: the same actions as in the list.
  const list = useCompleteList({
    call: guildInfo,
    query,
    filters: noFilters,
    rows: ({ guild }) => [guild],
    rowId: (guild) => guild.guildId,
    name: (guild) => guild.name,
  })
  const { t } = useTranslation('guilds')
  useEffect(() => list.selection.setActive(guildId), [list.selection, guildId])
  const guild = query.data?.guild
  if (guild) {
    return (
      <ListProvider value={list}>
        <ActionHost>
          <Shown guild={guild} />
          <Drawers of={drawers} />
        </ActionHost>
      </ListProvider>
    )
  }
  if (query.isLoading) return <Skeletons />
  return (
    <div className={page['nothing']}>
      <Missing
        error={query.error}
        again={() => void query.refetch()}
        menu="guilds.family"
        none={{ title: t('page.none'), text: t('page.noneHint') }}
      />
    </div>
  )
}

function Shown({ guild }: { guild: Guild }) {
  const session = useSession()
  const { t } = useTranslation('guilds')
  const location = useLocation()
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => (article.current ? measureHead(article.current) : undefined), [])
  useTitle(location.pathname, guild.name)
  return (
    <article ref={article} className={`${page['page']} ${classes['page']}`}>
      <Header guild={guild} />
      {guild.own && <ActionKeys actions={guildActions(guild)} />}
      <Parts
        label={t('page.parts')}
        next="guilds:page.nextPart"
        previous="guilds:page.previousPart"
        parts={panelsOf(guild, session).map(({ id, count, Panel }) => ({
          id,
          title: t(`panels.${id}` as 'panels.profile'),
          count: count?.(guild),
          preload: Panel.preload,
          body: <Panel guild={guild} />,
        }))}
      />
    </article>
  )
}

/** As high as the content, to avoid a layout shift. */
const Skeletons = () => (
  <div className={`${page['page']} ${classes['page']}`} aria-busy>
    <div className={page['waiting']}>
      <Skeleton h={24} w="32%" />
      <Skeleton h={20} w="50%" />
    </div>
    <div className={page['waiting']}>
      <Skeleton h={16} w="70%" />
      <Skeleton h={200} />
    </div>
  </div>
)
