// The user at a glance; all of it comes with the first call.
import { moved } from '@greenroom/contract/sentences/users'
import { Alert, Anchor, Button, Group, Kbd } from '@mantine/core'
import { IconBan, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Country } from '../../../format/Country.tsx'
import { vipName } from '../../../format/codeNames.ts'
import { languageName } from '../../../format/language.ts'
import { integer } from '../../../format/number.ts'
import { Ago, Time } from '../../../format/Time.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import page from '../../../page/recordPage.module.css'
import { chordOf } from '../../../session/keys.ts'
import { useSession } from '../../../session/session.ts'
import { keyName, useShortcut } from '../../../session/shortcuts.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code } from '../../../ui/Facts.tsx'
import { Labelled } from '../../../ui/Labelled.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { Face } from '../../../ui/values/UserChip.tsx'
import type { Written } from '../../../ui/values/written.ts'
import { Until } from '../Ban.tsx'
import { Flags, Online, RiskLevel, State } from '../UserState.tsx'
import { Contact } from './PersonContact.tsx'
import classes from './person.module.css'
import type { Person } from './person.ts'

const parts = [
  'paidTokens',
  'promoTokens',
  'reservedTokens',
  'bonus',
  'reservedBonus',
  'freeMinutes',
  'debtTokens',
] as const

/** The user's exact balances; a debt is highlighted. */
function WalletStrip({ wallet }: { wallet: Person['wallet'] }) {
  const { t } = useTranslation('users')
  return (
    <dl className={classes['strip']} aria-label={t('person.wallet')}>
      {parts.map((part) => (
        <div key={part} data-owed={(part === 'debtTokens' && wallet[part] > 0) || undefined}>
          <dt>{t(`wallet.${part}`)}</dt>
          <dd>
            <Amount value={wallet[part]} unit={part === 'freeMinutes' ? 'number' : 'tokens'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Props = {
  user: Person
  /** Buttons beside the name. */
  actions?: ReactNode
}

export function Header({ user, actions }: Props) {
  const { t } = useTranslation('users')
  return (
    <>
      <div className={`${page['top']} ${classes['top']}`} data-head>
        <Face name={user.nickname} picture={user.avatarUrl} size={40} />
        <div className={page['who']}>
          <h1 title={user.nickname}>
            <bdi>{user.nickname || user.userId}</bdi>
          </h1>
          <div className={page['line']}>
            <span className={classes['id']}>
              <Code>{String(user.userId)}</Code>
              <CopyButton text={String(user.userId)} label={t('person.copyId')} />
            </span>
            <State state={user.state} />
            <Online online={user.online} />
            {!user.online && user.lastOnlineAt !== null && (
              <span className={page['dim']}>
                {t('person.lastOnline')} <Ago at={user.lastOnlineAt} />
              </span>
            )}
            <Flags user={user} />
          </div>
        </div>
        {actions}
      </div>
      <section className={classes['card']} aria-label={t('person.about')}>
        {user.ban && <InForce ban={user.ban} />}
        {user.waiting.map((one) => (
          <Waits key={one.approvalId} one={one} user={user} />
        ))}
        <Facts user={user} />
        <div className={classes['strips']}>
          <WalletStrip wallet={user.wallet} />
          <Contact user={user} />
        </div>
      </section>
    </>
  )
}

/** A grant or deduction that waits for a second member of staff. */
function Waits({ one, user }: { one: Person['waiting'][number]; user: Person }) {
  const people = [{ id: user.userId, nickname: user.nickname }]
  const { t } = useTranslation('users')
  return (
    <Alert color="yellow" p="xs" mx="md" mb="sm" icon={<IconHourglass size={16} aria-hidden />}>
      <Group gap="lg">
        <b>{moved('request', { people, direction: one.direction, tokens: one.tokens })[textLanguage()]}</b>
        <span>{t('person.waits')}</span>
        <span>
          {one.by}, <Time at={one.at} />
        </span>
      </Group>
    </Alert>
  )
}

function InForce({ ban }: { ban: NonNullable<Person['ban']> }) {
  const { t } = useTranslation('users')
  const { label } = useLabels()
  return (
    <Alert color="red" p="xs" mx="md" mb="sm" icon={<IconBan size={16} aria-hidden />}>
      <Group gap="lg" className={classes['ban']}>
        <b>{label(`users:options.state.ban_${ban.kind === 'id' ? 'ID' : ban.kind}`)}</b>
        <span>
          {t('columns.until')}: <Until until={ban.until} />
        </span>
        <span dir="auto">{ban.reason}</span>
        <span>
          {ban.by}, <Time at={ban.at} />
        </span>
      </Group>
    </Alert>
  )
}

function Facts({ user }: { user: Person }) {
  const { t, i18n } = useTranslation('users')
  const { label } = useLabels()
  const age = user.age === null ? '–' : String(user.age)
  return (
    <dl className={classes['facts']}>
      <Fact name={t('columns.sex')}>{label(`users:options.sex.${user.sex}`)}</Fact>
      <Fact name={t('columns.age')}>
        {age}{' '}
        {user.birthday !== null && (
          <bdi dir="ltr" className={page['dim']}>
            {user.birthday}
          </bdi>
        )}
      </Fact>
      <Fact name={t('columns.country')}>
        <Country code={user.country} />
      </Fact>
      <Fact name={t('columns.language')}>{languageName(user.language, i18n.language)}</Fact>
      <Fact name={t('columns.level')}>{integer(user.level, i18n.language)}</Fact>
      <Fact name={t('columns.vipType')}>{vipName(user.vipType)}</Fact>
      <Fact name={t('columns.risk')}>
        <RiskLevel level={user.riskLevel} />
      </Fact>
      <Fact name={t('columns.profession')}>{user.profession}</Fact>
      <Fact name={t('person.followers')}>
        <bdi dir="ltr">
          {integer(user.fans, i18n.language)} / {integer(user.follows, i18n.language)}
        </bdi>
      </Fact>
      <Fact name={t('columns.registeredAt')}>
        <Time at={user.registeredAt} brief />
      </Fact>
      <Fact name={t('columns.registeredIp')}>{user.registeredIp && <Code>{user.registeredIp}</Code>}</Fact>
      <Fact name={t('columns.channel')}>{user.channel}</Fact>
      <Fact name={t('columns.platform')}>
        {user.platform && <Labelled by={`users:options.platform.${user.platform}`} />}
      </Fact>
      <Fact name={t('columns.deviceId')}>{user.deviceId && <Code>{user.deviceId}</Code>}</Fact>
      <Fact name={t('person.shared')}>
        <bdi>{t('person.sharedWith', { devices: user.counts.devices, count: user.counts.sharedWith })}</bdi>
      </Fact>
      {user.benefit && (
        <Fact name={t('person.benefit.title')}>
          <Benefit of={user.benefit} />
        </Fact>
      )}
      <Fact name={t('columns.guild')}>{user.guild && <bdi title={user.guild.name}>{user.guild.name}</bdi>}</Fact>
    </dl>
  )
}

/** The registration benefit, with a link for accounts with access. */
function Benefit({ of }: { of: NonNullable<Person['benefit']> }) {
  const { t, i18n } = useTranslation('users')
  const { may } = useSession()
  const parts = [
    ...(of.tokens > 0
      ? [t('person.benefit.tokens', { count: of.tokens, tokens: integer(of.tokens, i18n.language) })]
      : []),
    ...(of.freeMinutes > 0
      ? [t('person.benefit.minutes', { count: of.freeMinutes, minutes: integer(of.freeMinutes, i18n.language) })]
      : []),
  ]
  const name = <bdi>{of.name}</bdi>
  return (
    <span title={of.name}>
      {may('promotion.benefit', 'read') ? (
        <Anchor component={Link} inherit to={`/promotion/benefit?drawer=show:${of.benefitId}`}>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {` · ${parts.join(' · ')}`}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: Written | readonly Written[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={typeof children === 'string' ? children : undefined}>
        {children === '' || children === null ? '–' : children}
      </dd>
    </div>
  )
}

/** The page is read-only: why, and where the user may act. */
export function ReadOnly({ lift }: { lift: (() => void) | undefined }) {
  const { t } = useTranslation('users')
  useShortcut(
    'edit',
    'users:person.showActions',
    () => lift?.(),
    () => lift !== undefined,
  )
  return (
    <Alert color="gray" p="xs">
      <Group justify="space-between" gap="xs">
        <span>{lift ? t('person.fromElsewhere') : t('person.readOnly')}</span>
        {lift ? (
          <Button
            variant="default"
            size="compact-sm"
            rightSection={
              <Kbd size="xs" aria-hidden>
                {keyName('edit')}
              </Kbd>
            }
            aria-keyshortcuts={chordOf('edit')}
            onClick={lift}
          >
            {t('person.showActions')}
          </Button>
        ) : (
          <Anchor component={Link} to="/user/list">
            {t('person.toList')}
          </Anchor>
        )}
      </Group>
    </Alert>
  )
}
