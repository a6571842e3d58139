// /RechargeAgent/buy: the current offer, USDT addresses, bank transfers, and a link to salary deductions.
import { agentBuyInfo } from '@greenroom/contract/agentPortal'
import { centsOf } from '@greenroom/contract/typedAmounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { tokens, usd } from '../../../format/number.ts'
import { useSession } from '../../../session/session.ts'
import { Field } from '../portal/PortalField.tsx'
import { Card, Screen, Waiting } from '../portal/PortalScreen.tsx'
import classes from '../portal/portal.module.css'
import { TierLine } from '../portal/portalFigures.tsx'
import { preview } from '../portal/tiers.ts'
import { Bank } from './Bank.tsx'
import { type BuyInfo, buyKey } from './buyInfo.ts'
import { Usdt } from './Usdt.tsx'

export default function BuyScreen() {
  const { t } = useTranslation('topup-agents')
  const { may } = useSession()
  const query = useQuery({
    queryKey: buyKey,
    queryFn: ({ signal }) => call(agentBuyInfo, {}, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  })
  const info = query.data
  const canBuy = info?.can.buy === true && may('topup-agents.buy', 'write')
  return (
    <Screen menu="topup-agents.buy">
      <Waiting query={query} />
      {info && (
        <>
          {info.can.buy !== true && (
            <p className={classes['notice']} data-bad>
              {t('buy.notNow')}
            </p>
          )}
          {info.inReview > 0 && (
            <Link className={classes['notice']} to="/RechargeAgent/details?tab=purchases">
              <span>{t('buy.inReview', { count: info.inReview })}</span> <span>{t('buy.see')}</span>
            </Link>
          )}
          <Offer of={info} />
          {canBuy && <Usdt of={info} />}
          {canBuy && <Bank of={info} />}
          {canBuy && (
            <Card title={t('buy.salary')}>
              <p>{t('buy.salaryAbout')}</p>
              <Link className={classes['button']} to="/RechargeAgent/SalaryDeduction">
                {t('buy.toSalary')}
              </Link>
            </Card>
          )}
        </>
      )}
    </Screen>
  )
}

function Offer({ of }: { of: BuyInfo }) {
  const { t, i18n } = useTranslation('topup-agents')
  const [text, setText] = useState('100')
  const cents = centsOf(text)
  const bought = Number.isNaN(cents)
    ? undefined
    : preview(cents, { monthUsdCents: of.tier.monthUsdCents, tiers: of.tiers, tokensPerUsd: of.tokensPerUsd })
  const language = i18n.language
  return (
    <Card title={t('buy.offer')}>
      <p className={classes['dim']}>{t('buy.retail', { tokens: tokens(of.tokensPerUsd, language) })}</p>
      <TierLine of={of.tier} />
      <table className={classes['tiers']}>
        <thead>
          <tr>
            <th>{t('buy.purchases')}</th>
            <th>{t('buy.extra')}</th>
          </tr>
        </thead>
        <tbody>
          {of.tiers.map((tier, index) => (
            <tr key={tier.fromUsdCents} data-now={index + 1 === of.tier.tier ? '' : undefined}>
              <td>
                <bdi dir="ltr">
                  {usd(tier.fromUsdCents, language)}
                  {tier.toUsdCents === null ? ' +' : ` – ${usd(tier.toUsdCents, language)}`}
                </bdi>
              </td>
              <td>
                <bdi dir="ltr">+{tier.percent}%</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Field
        label={t('buy.forAmount')}
        value={text}
        change={setText}
        inputMode="decimal"
        dir="ltr"
        hint={
          bought
            ? t('buy.brings', { tokens: tokens(bought.tokens, language), extra: tokens(bought.extra, language) })
            : t('buy.typeAmount')
        }
      />
    </Card>
  )
}
