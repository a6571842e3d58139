// Instead of reasons: none are set up, and where that is done.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../../session/session.ts'

export function NoTemplates() {
  const { may } = useSession()
  const { t } = useTranslation('audits')
  return (
    <Text size="sm" c="dimmed">
      {t('template.none')}{' '}
      {may('audits.template', 'write') ? <Link to="/audit/template">{t('template.add')}</Link> : t('template.ask')}
    </Text>
  )
}
