// The steps of setting up that need no more than their facts and where to go.
import { Alert, Anchor, Button, Group, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { useSession } from '../../../session/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { type StepProps, useSay } from './useSetup.ts'

function Go({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} underline="always">
      {children}
    </Anchor>
  )
}

/** Says that the step is done, where the server can't see it. */
function Done({ step: { step, state }, children }: { step: StepProps['step']; children: string }) {
  const { busy, fault, say } = useSay(step)
  if (state !== 'open') return null
  return (
    <Group gap="xs">
      <Button loading={busy} onClick={() => void say('done')}>
        {children}
      </Button>
      {fault !== '' && <span role="alert">{fault}</span>}
    </Group>
  )
}

export function Secure({ state }: StepProps) {
  const { t } = useTranslation('installation')
  return (
    <>
      <Alert color={state.factor ? 'teal' : 'yellow'}>{t(state.factor ? 'secure.done' : 'secure.open')}</Alert>
      <Go to="/account/security">{t('secure.go')}</Go>
    </>
  )
}

export function Basics({ state: { basics }, step }: StepProps) {
  const { t } = useTranslation('installation')
  return (
    <>
      <Facts
        of={[
          [t('basics.timeZone'), <Code key="zone">{basics.timeZone}</Code>],
          [t('basics.tokensPerUsd'), <Amount key="rate" value={basics.tokensPerUsd} unit="number" />],
          [t('basics.countries'), <Amount key="countries" value={basics.countries} unit="number" />],
        ]}
      />
      <Group gap="md">
        <Go to="/sys/param?q=platform_time_zone&drawer=set:platform_time_zone">{t('basics.setTimeZone')}</Go>
        <Go to="/sys/param?q=tokens_per_usd&drawer=set:tokens_per_usd">{t('basics.setRate')}</Go>
        <Go to="/sys/country">{t('basics.setCountries')}</Go>
      </Group>
      <Alert color="blue">{t('basics.rateByTwo')}</Alert>
      <Done step={step}>{t('basics.right')}</Done>
    </>
  )
}

export function Colleagues({ state: { colleagues } }: StepProps) {
  const { t } = useTranslation('installation')
  return (
    <>
      <Facts
        of={[
          [t('colleagues.accounts'), <Amount key="accounts" value={colleagues.accounts} unit="number" />],
          [t('colleagues.invited'), <Amount key="invited" value={colleagues.invited} unit="number" />],
          [t('colleagues.deciders'), <Amount key="deciders" value={colleagues.deciders} unit="number" />],
        ]}
      />
      <Alert color="blue">
        {t('colleagues.needed')}
        <List size="sm">
          {(['money', 'rates', 'limits', 'import', 'provider'] as const).map((what) => (
            <List.Item key={what}>{t(`colleagues.for.${what}`)}</List.Item>
          ))}
        </List>
      </Alert>
      <Go to="/sys/user?drawer=invite">{t('colleagues.invite')}</Go>
    </>
  )
}

/** Where the screen of moving in is part of this installation, it is led to. */
export function Bring({ state: { moving } }: StepProps) {
  const { t } = useTranslation('installation')
  const { permissions } = useSession()
  const mayImport = Object.hasOwn(permissions, 'system.import')
  return (
    <>
      <Facts
        of={[
          [t('import.applied'), <Amount key="applied" value={moving.applied} unit="number" />],
          [t('import.open'), <Amount key="open" value={moving.open} unit="number" />],
        ]}
      />
      {mayImport && <Go to="/sys/import">{t('import.go')}</Go>}
    </>
  )
}

const command = 'npm run backup'
const keyFile = 'seal.keys'

export function Backups({ state: { backups }, step }: StepProps) {
  const { t } = useTranslation(['installation', 'common'])
  if (backups.kind === 'external')
    return (
      <>
        <Alert color="blue">{t('installation:backups.external')}</Alert>
        <Done step={step}>{t('installation:backups.taken')}</Done>
      </>
    )
  return (
    <>
      <Facts
        of={[
          [
            t('installation:backups.last'),
            backups.lastAt === null ? t('installation:backups.none') : <Time key="at" at={backups.lastAt} />,
          ],
          [t('installation:backups.where'), <Code key="where">{backups.where}</Code>],
          [
            t('installation:backups.how'),
            <Group key="how" gap="xs">
              <Code>{command}</Code>
              <CopyButton text={command} label={t('common:copy')} />
            </Group>,
          ],
        ]}
      />
      <Alert color="yellow">{t('installation:backups.keys', { setting: keyFile })}</Alert>
    </>
  )
}

export function Alone({ state: { alone, setUp } }: StepProps) {
  const { t } = useTranslation('installation')
  return (
    <>
      <Facts
        of={[
          [t('alone.acts'), <Amount key="acts" value={alone.acts} unit="number" />],
          [
            t('alone.given'),
            alone.given.length === 0 ? t('alone.nobody') : <bdi key="given">{alone.given.join(', ')}</bdi>,
          ],
          [t('alone.toConfirm'), <Amount key="confirm" value={alone.toConfirm} unit="number" />],
        ]}
      />
      {setUp && setUp.endedAt === null && <Alert color="yellow">{t('alone.waits')}</Alert>}
      <Go to={alone.toConfirm > 0 ? '/sys/approval?approval=pending' : '/sys/approval?tab=list&approval=approved'}>
        {t(alone.toConfirm > 0 ? 'alone.confirm' : 'alone.show')}
      </Go>
    </>
  )
}
