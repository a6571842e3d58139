import '@mantine/core/styles/Timeline.layer.css'
import { Button, Timeline } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicLink, stateOf } from '../../session/address.tsx'
import { Card } from './Card.tsx'

type Sent = { unionName: string; account: string }

/** /success: the registration was received, and the next steps. */
export default function Success() {
  const { t } = useTranslation('access')
  const { unionName, account } = stateOf<Sent>()
  useEffect(() => {
    document.title = t('success.page')
  }, [t])
  return (
    <Card
      wide
      title={t('success.title')}
      lead={unionName ? t('success.leadNamed', { name: unionName }) : t('success.lead')}
    >
      <Timeline active={0} bulletSize={16} lineWidth={2} mb="lg">
        <Timeline.Item title={t('success.review.title')}>{t('success.review.text')}</Timeline.Item>
        <Timeline.Item title={t('success.decision.title')}>
          {account ? t('success.decision.textNamed', { account }) : t('success.decision.text')}
        </Timeline.Item>
        <Timeline.Item title={t('success.anchors.title')}>{t('success.anchors.text')}</Timeline.Item>
      </Timeline>
      <Button component={PublicLink} to="/login" size="sm">
        {t('success.logIn')}
      </Button>
    </Card>
  )
}
