// A completed sale: the amount and the buyer.
import type { agentSell } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Face } from '../../../ui/values/UserChip.tsx'
import { Card } from '../portal/PortalScreen.tsx'
import classes from '../portal/portal.module.css'

const ShareButton = loadable(() => import('../../../ui/share/ShareButton.tsx'), 'ShareButton')

export function Receipt({ of, next }: { of: Answer<typeof agentSell>; next: () => void }) {
  const { t } = useTranslation('topup-agents')
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => again.current?.focus(), [])
  const name = of.buyer.nickname || String(of.buyer.userId)
  return (
    <Card title={t('receipt.title')}>
      <div className={classes['buyer']} role="status">
        <Face name={name} picture={of.buyer.avatarUrl} size={56} />
        <div>
          <strong>
            <Amount value={of.tokens} unit="tokens" /> → <bdi>{name}</bdi>
          </strong>
          <span className={classes['dim']}>
            <Time at={of.at} />
          </span>
        </div>
      </div>
      <p>{t('receipt.there')}</p>
      <p className={classes['dim']}>
        {t('receipt.number')} <bdi dir="ltr">{of.saleId}</bdi>
      </p>
      {/* Its texts are of their own. */}
      <Suspense fallback={null}>
        <ShareButton card={async () => (await import('./receiptCard.ts')).receiptCard(of)} />
      </Suspense>
      <div className={classes['actions']}>
        <button type="button" ref={again} className={classes['button']} data-primary onClick={next}>
          {t('receipt.next')}
        </button>
        <Link className={classes['button']} to="/RechargeAgent/details">
          {t('receipt.details')}
        </Link>
      </div>
    </Card>
  )
}
