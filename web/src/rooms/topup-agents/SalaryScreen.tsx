// /RechargeAgent/SalaryDeduction: stock from the payable of the guild that the agent leads.

import { agentSalary, agentSalaryDeduct } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import { newId } from '@greenroom/contract/operationId'
import { centsOf } from '@greenroom/contract/typedAmounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { tokens, usd } from '../../format/number.ts'
import { useSession } from '../../session/session.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import { Field } from './portal/PortalField.tsx'
import { Card, Screen, Waiting, wordsOf } from './portal/PortalScreen.tsx'
import classes from './portal/portal.module.css'
import { Figures, TierLine } from './portal/portalFigures.tsx'
import { preview } from './portal/tiers.ts'

type Salary = Answer<typeof agentSalary>
type Bought = Answer<typeof agentSalaryDeduct>
const key = ['topup-agents.salaryDeduction', 'info']

export default function SalaryScreen() {
  const { t, i18n } = useTranslation('topup-agents')
  const { may } = useSession()
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => call(agentSalary, {}, { signal }), staleTime: 0 })
  const salary = query.data
  const why = salary && salary.can.deduct !== true ? salary.can.deduct : undefined
  const reason =
    (['noGuild', 'noWeek', 'guildState', 'newLeader', 'tooSmall'] as const).find((one) => one === why) ?? 'state'
  return (
    <Screen menu="topup-agents.salaryDeduction">
      <Waiting query={query} />
      {salary && (
        <>
          <Card>
            <p>{t('salary.about')}</p>
            {salary.guild && (
              <Figures
                of={[
                  [t('salary.guild'), <bdi key="guild">{salary.guild.name}</bdi>],
                  [t('salary.week'), <bdi key="week">{salary.week ?? '–'}</bdi>],
                  [t('salary.open'), <Amount key="open" value={salary.openUsdCents} unit="usd" />],
                ]}
              />
            )}
            {salary.weeks.length > 1 && (
              <>
                <p>{t('salary.weeks')}</p>
                <Figures
                  of={salary.weeks.map(({ settlementId, week, openUsdCents }) => [
                    week,
                    <Amount key={settlementId} value={openUsdCents} unit="usd" />,
                  ])}
                />
              </>
            )}
            <TierLine of={salary.tier} />
            {why !== undefined && (
              <p className={classes['notice']} data-bad>
                {t(`salary.cannot.${reason}`, { usd: usd(salary.minUsdCents, i18n.language) })}
              </p>
            )}
          </Card>
          {why === undefined && may('topup-agents.salaryDeduction', 'write') && <Deduct of={salary} />}
        </>
      )}
    </Screen>
  )
}

function Deduct({ of }: { of: Salary }) {
  const { t, i18n } = useTranslation('topup-agents')
  const client = useQueryClient()
  const [text, setText] = useState((Math.min(of.openUsdCents, of.maxUsdCents) / 100).toFixed(2))
  const [sent, setSent] = useState({ usdCents: 0, key: '' })
  const { busy, send } = useSend()
  const [fault, setFault] = useState('')
  const [bought, setBought] = useState<Bought>()
  const cents = centsOf(text)
  const most = Math.min(of.openUsdCents, of.maxUsdCents)
  const fits = cents >= of.minUsdCents && cents <= most
  const language = i18n.language
  const range = t('salary.range', { min: usd(of.minUsdCents, language), max: usd(most, language) })
  const offer = preview(fits ? cents : 0, {
    monthUsdCents: of.tier.monthUsdCents,
    tiers: of.tiers,
    tokensPerUsd: of.tokensPerUsd,
  })
  const deduct = async () => {
    // The key stays the same for an amount until it is answered, so that a second press does not buy twice.
    const request = sent.usdCents === cents ? sent : { usdCents: cents, key: newId() }
    setSent(request)
    setFault('')
    try {
      setBought(await call(agentSalaryDeduct, request))
      setSent({ usdCents: 0, key: '' })
      await client.invalidateQueries({ queryKey: key })
    } catch (error) {
      if (isRefused(error)) setSent({ usdCents: 0, key: '' })
      setFault(wordsOf(error))
    }
  }
  return (
    <Card title={t('salary.buy')}>
      {bought && (
        <p className={classes['notice']} role="status">
          {t('salary.done', { tokens: tokens(bought.tokens, language), extra: tokens(bought.extraTokens, language) })}
        </p>
      )}
      <form
        className={classes['screen']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (fits) void send(deduct)
        }}
      >
        <Field
          label={t('salary.amount')}
          value={text}
          change={setText}
          inputMode="decimal"
          dir="ltr"
          hint={
            fits
              ? t('buy.brings', { tokens: tokens(offer.tokens, language), extra: tokens(offer.extra, language) })
              : range
          }
          fault={fault || (text !== '' && !fits ? range : '')}
        />
        <button type="submit" className={classes['button']} data-primary disabled={!fits || busy}>
          {fits
            ? t('salary.confirm', { usd: usd(cents, language), tokens: tokens(offer.tokens, language) })
            : t('salary.fill')}
        </button>
      </form>
    </Card>
  )
}
