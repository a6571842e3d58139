// /RechargeAgent/sell: the user's id, the amount, and a confirmation with their nickname and picture.
import { agentBuyer, agentSell } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import { limits } from '@greenroom/contract/limits'
import { wholeOf } from '@greenroom/contract/typedAmounts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { tokens as tokensText } from '../../../format/number.ts'
import { span } from '../../../format/time.ts'
import { useKeptInput } from '../../../session/keptInput.ts'
import { useSession } from '../../../session/session.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { lead } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { Face } from '../../../ui/values/UserChip.tsx'
import { Field } from '../portal/PortalField.tsx'
import { Card, Screen, wordsOf } from '../portal/PortalScreen.tsx'
import classes from '../portal/portal.module.css'
import { useHome } from '../portal/useAgentHome.ts'
import { StepUp } from '../StepUp.tsx'
import { Receipt } from './Receipt.tsx'
import { forgetKey, keyOf, read } from './saleKey.ts'
import queue from './sellSoon.module.css'
import { soldBefore } from './soldBefore.ts'

// The form is typed into before they are there.
const Profit = loadable(() => import('./SellQueue.tsx'), 'Profit')
const Queue = loadable(() => import('./SellQueue.tsx'), 'Queue')
const Presets = loadable(() => import('./SellQueue.tsx'), 'Presets')

type Sold = Answer<typeof agentSell>
/** Debounce, so that an id is not looked up digit by digit. */
const typingMs = 350
const stepUpNeeded = 11003
const none: Looked['sold'] = []

export default function SellScreen() {
  const { t, i18n } = useTranslation('topup-agents')
  const { may } = useSession()
  const home = useHome()
  const [sold, setSold] = useState<Sold>()
  const state = home.data?.application?.state
  return (
    <Screen menu="topup-agents.sell">
      {home.data?.agent && (
        <p className={classes['dim']}>
          {lead(t('sell.stock'))}
          <Amount value={sold?.stockTokens ?? home.data.agent.stockTokens} unit="tokens" />
          {' · '}
          {t('sell.left', { left: tokensText(home.data.agent.leftTodayTokens, i18n.language) })}
        </p>
      )}
      {/* Its texts are of their own; the form is there meanwhile. */}
      <Suspense fallback={<div className={queue['line']} />}>{home.data?.agent && <Profit />}</Suspense>
      {state !== undefined && state !== 'approved' ? (
        <p className={classes['notice']} data-bad>
          {t('sell.notNow')}
        </p>
      ) : !may('topup-agents.sell', 'write') || home.data?.agent === null ? (
        <p className={classes['notice']} data-bad>
          {t('notAgent')}
        </p>
      ) : sold ? (
        <Receipt of={sold} next={() => setSold(undefined)} />
      ) : (
        <SaleForm done={setSold} most={home.data?.agent?.mostOfSaleTokens ?? limits.sellMax} />
      )}
    </Screen>
  )
}

function SaleForm({ done, most }: { done: (sold: Sold) => void; most: number }) {
  const { t, i18n } = useTranslation('topup-agents')
  const client = useQueryClient()
  // A sale whose answer was lost is offered again, for another try.
  const { user, clockOffset } = useSession()
  const agentId = user.agentId ?? 0
  const [lost] = useState(() => read(agentId))
  const [unanswered, setUnanswered] = useState(lost)
  const [typed, setTyped, answered] = useKeptInput('topup-agents.sell', {
    id: lost ? String(lost.userId) : '',
    amount: lost ? String(lost.tokens) : '',
  })
  const { id: idText, amount: amountText } = typed
  const setIdText = (id: string) => setTyped((now) => ({ ...now, id }))
  const setAmountText = (amount: string) => setTyped((now) => ({ ...now, amount }))
  const [fault, setFault] = useState({ field: '', text: '' })
  const { busy, send: sendOnce } = useSend()
  const [proving, setProving] = useState(false)
  const amountField = useRef<HTMLInputElement>(null)
  const { buyer, sold, unknown } = useBuyer(wholeOf(idText))
  const amount = wholeOf(amountText)
  const fits = amount >= limits.sellMin && amount <= most
  // The same key again sells nothing twice, so only a new sale is asked about.
  const isRepeated = unanswered?.userId === buyer?.userId && unanswered?.tokens === amount
  const before = buyer && !isRepeated ? soldBefore(sold, amount) : undefined
  const question = before && `${before.at} ${buyer?.userId}`
  const [asked, setAsked] = useState<string>()
  const isAsked = question !== undefined && asked === question
  const sell = () => sendOnce(sellNow)
  const sellNow = async () => {
    if (!buyer || !fits) return
    if (question !== undefined && !isAsked) return setAsked(question)
    setFault({ field: '', text: '' })
    try {
      const { userId } = buyer
      const answer = await call(agentSell, { userId, tokens: amount, key: keyOf(agentId, userId, amount) })
      forgetKey(agentId)
      answered()
      void client.invalidateQueries({ queryKey: ['topup-agents.home'] })
      done(answer)
    } catch (error) {
      if (!isRefused(error)) {
        setUnanswered(read(agentId))
        return setFault({ field: 'lost', text: t('sell.lost') })
      }
      if (error.code === stepUpNeeded) setProving(true)
      else {
        forgetKey(agentId)
        setUnanswered(undefined)
        const field = error.detail.some((one) => one.field === 'userId') ? 'userId' : 'tokens'
        setFault({ field, text: wordsOf(error) })
      }
    }
  }
  const fill = ({ userId, tokens }: { userId?: number; tokens?: number }) => {
    setTyped((now) => ({
      id: userId === undefined ? now.id : String(userId),
      amount: tokens === undefined ? now.amount : String(tokens),
    }))
    setFault({ field: '', text: '' })
  }
  if (proving)
    return (
      <Card title={t('verify.title')}>
        <p>{t('sell.prove')}</p>
        <StepUp
          done={() => {
            setProving(false)
            void sell()
          }}
        />
      </Card>
    )
  const range = t('sell.range', {
    min: tokensText(limits.sellMin, i18n.language),
    max: tokensText(most, i18n.language),
  })
  return (
    <form
      className={classes['card']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The phone keyboard's Enter key moves to the next missing field.
        if (amountText === '') amountField.current?.focus()
        else void sell()
      }}
    >
      <Suspense fallback={<div className={queue['soon']} />}>
        <Queue fill={fill} most={most} />
      </Suspense>
      <Field
        label={t('sell.userId')}
        value={idText}
        change={setIdText}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="next"
        dir="ltr"
        fault={fault.field === 'userId' ? fault.text : unknown}
      />
      <Field
        label={t('sell.amount')}
        field={amountField}
        value={amountText}
        change={setAmountText}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        dir="ltr"
        hint={range}
        fault={fault.field === 'tokens' ? fault.text : amountText !== '' && !fits ? range : ''}
      />
      <Suspense fallback={<div className={queue['amounts']} />}>
        <Presets amount={amount} fill={fill} />
      </Suspense>
      <Buyer of={buyer} />
      {fault.field === 'lost' && (
        <p className={classes['notice']} data-bad role="alert">
          {fault.text}
        </p>
      )}
      {lost && unanswered === lost && fault.field === '' && (
        <p className={classes['notice']} role="status">
          {t('sell.unconfirmed', { tokens: tokensText(lost.tokens, i18n.language), userId: lost.userId })}
        </p>
      )}
      {before && isAsked && (
        <p className={classes['notice']} role="alert">
          {t('sell.soldBefore', {
            tokens: tokensText(amount, i18n.language),
            ago: span((Date.now() + clockOffset - Date.parse(before.at)) / 1_000, i18n.language),
          })}
        </p>
      )}
      <button type="submit" className={classes['button']} data-primary disabled={!buyer || !fits || busy}>
        {buyer && fits
          ? t(isAsked ? 'sell.again' : 'sell.confirm', {
              tokens: tokensText(amount, i18n.language),
              name: buyer.nickname || String(buyer.userId),
            })
          : t('sell.fill')}
      </button>
    </form>
  )
}

function Buyer({ of }: { of: PersonRef | undefined }) {
  const { t } = useTranslation('topup-agents')
  return (
    <div className={classes['buyer']} aria-live="polite">
      {of ? (
        <>
          <Face name={of.nickname || String(of.userId)} picture={of.avatarUrl} size={56} />
          <div>
            <strong>
              <bdi>{of.nickname || of.userId}</bdi>
            </strong>
            <bdi dir="ltr" className={classes['dim']}>
              {of.userId}
            </bdi>
          </div>
        </>
      ) : (
        <span className={classes['dim']}>{t('sell.whoIsIt')}</span>
      )}
    </div>
  )
}

type Looked = Answer<typeof agentBuyer>

/** The user with this id and what was sold to them in the last minutes, looked up after typing. */
function useBuyer(userId: number): { buyer: PersonRef | undefined; sold: Looked['sold']; unknown: string } {
  const [found, setFound] = useState<{ userId: number; buyer?: PersonRef; sold?: Looked['sold']; unknown?: string }>()
  useEffect(() => {
    if (!Number.isSafeInteger(userId) || userId < 1) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { buyer, sold } = await call(agentBuyer, { userId }, { signal: controller.signal })
        if (!controller.signal.aborted) setFound({ userId, buyer, sold })
      } catch (error) {
        if (!controller.signal.aborted) setFound({ userId, unknown: wordsOf(error) })
      }
    }, typingMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [userId])
  const current = found?.userId === userId ? found : undefined
  return { buyer: current?.buyer, sold: current?.sold ?? none, unknown: current?.unknown ?? '' }
}
