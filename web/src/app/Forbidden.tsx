import type { MenuKey } from '@greenroom/contract/screens'
import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listed } from '../format/listed.ts'
import { textLanguage } from '../i18n/index.ts'
import type { Resources } from '../i18n/resources.ts'
import { showError } from '../session/messages.ts'
import { loadSession, useSession } from '../session/session.ts'
import styles from './Page.module.css'

type Area = keyof Resources['shell']['areas']

const areaOf = (menu: MenuKey) => menu.split('.')[0] as Area

/** A screen that exists, for someone without a grant: names the menu that is missing and whom to ask. */
export function Forbidden({ menu }: { menu: MenuKey }) {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  const [checking, setChecking] = useState(false)
  const screen = t('forbidden.place', { area: t(`areas.${areaOf(menu)}`), screen: t(`screens.${menu}`) })
  const roles = listed(
    user.roles.map(({ roleName }) => roleName),
    textLanguage(),
  )

  const checkAgain = async () => {
    setChecking(true)
    await loadSession().catch(showError)
    setChecking(false)
  }

  return (
    <section className={styles.page}>
      <Title order={1}>{t('forbidden.title', { screen })}</Title>
      <Text c="dimmed">{t('forbidden.why')}</Text>
      <dl className={styles.facts}>
        <dt>{t('forbidden.missing')}</dt>
        <dd>{screen}</dd>
        <dt>{t('forbidden.roles')}</dt>
        <dd>{roles || t('forbidden.noRoles')}</dd>
      </dl>
      <Text>{t('forbidden.ask')}</Text>
      <Group gap="xs">
        <Button onClick={checkAgain} loading={checking} variant="default">
          {t('forbidden.again')}
        </Button>
        <Button component={Link} to="/dashboard">
          {t('forbidden.home')}
        </Button>
      </Group>
    </section>
  )
}
