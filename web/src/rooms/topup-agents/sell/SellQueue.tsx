// What makes selling in a queue quick: a pasted line of a chat, the last customers, usual amounts, and today's profit.
import { agentQueue } from '@greenroom/contract/agentQueue'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { tokens as tokensText } from '../../../format/number.ts'
import { isComposing } from '../../../ui/behaviour/composing.ts'
import { Face } from '../../../ui/values/UserChip.tsx'
import { Field } from '../portal/PortalField.tsx'
import portal from '../portal/portal.module.css'
import { type Order, readOrder } from './chatLine.ts'
import classes from './sellQueue.module.css'
import soon from './sellSoon.module.css'

/** Asked again after each sale, with the figures of Home. */
const useQueue = () =>
  useQuery({
    queryKey: ['topup-agents.home', 'queue'],
    queryFn: ({ signal }) => call(agentQueue, {}, { signal }),
    staleTime: 10_000,
  })

/** Fills in what was read or pressed; what is undefined stays as it is. */
type Fill = (order: Pick<Order, 'userId' | 'tokens'>) => void

/** Whom the agent sold to last: one press fills in their id and the last amount. */
function LastCustomers({ fill }: { fill: Fill }) {
  const { t, i18n } = useTranslation('evening')
  const { data, isError, refetch } = useQueue()
  if (isError)
    return (
      <button type="button" className={portal['button']} onClick={() => void refetch()}>
        {t('queue.again')}
      </button>
    )
  if (data?.customers.length === 0) return <p className={portal['dim']}>{t('queue.noCustomers')}</p>
  return (
    <ul className={classes['customers']} aria-label={t('queue.customers')} aria-busy={!data}>
      {data?.customers.map(({ buyer, tokens }) => (
        <li key={buyer.userId}>
          <button type="button" onClick={() => fill({ userId: buyer.userId, tokens })}>
            <Face name={buyer.nickname || String(buyer.userId)} picture={buyer.avatarUrl} size={36} />
            <bdi>{buyer.nickname || buyer.userId}</bdi>
            <small>{tokensText(tokens, i18n.language)}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The amounts sold most. */
export function Presets({ amount, fill }: { amount: number; fill: Fill }) {
  const { t, i18n } = useTranslation('evening')
  const { data } = useQueue()
  return (
    <div className={classes['presets']} role="group" aria-label={t('queue.presets')} aria-busy={!data}>
      {data?.presets.map((tokens) => (
        <button key={tokens} type="button" aria-pressed={tokens === amount} onClick={() => fill({ tokens })}>
          {tokensText(tokens, i18n.language)}
        </button>
      ))}
    </div>
  )
}

/** Today's profit, and how it is made. */
export function Profit() {
  const { t } = useTranslation('evening')
  const { data } = useQueue()
  if (!data) return <div className={soon['line']} />
  const { tokens, priceUsdMicros, costUsdMicros } = data.today
  const usd = (micros: number) => <Amount value={Math.floor(micros / 10_000)} unit="usd" />
  return (
    <details className={classes['profit']}>
      <summary>
        {t('queue.profit')} <strong>{usd(priceUsdMicros - costUsdMicros)}</strong>
      </summary>
      <dl>
        <dt>{t('queue.sold')}</dt>
        <dd>
          <Amount value={tokens} unit="tokens" />
        </dd>
        <dt>{t('queue.price')}</dt>
        <dd>{usd(priceUsdMicros)}</dd>
        <dt>{t('queue.cost')}</dt>
        <dd>{usd(costUsdMicros)}</dd>
      </dl>
    </details>
  )
}

/** What was copied last; empty where the browser does not give it away. */
async function copiedText(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
  }
}

/** Reads a line of a chat: from the clipboard where the browser lets it, else from a field to paste into. */
function ChatLine({ fill, most }: { fill: Fill; most: number }) {
  const { t } = useTranslation('evening')
  const [open, setOpen] = useState(false)
  const [line, setLine] = useState('')
  const [unread, setUnread] = useState<Order>()
  const field = useRef<HTMLInputElement>(null)
  const take = (text: string) => {
    const order = readOrder(text, most)
    const isRead = order.unsure === undefined && order.userId !== undefined
    setLine(isRead ? '' : text)
    setOpen(!isRead)
    setUnread(isRead ? undefined : order)
    fill(order)
  }
  const paste = async () => {
    const text = await copiedText()
    if (text.trim() !== '') return take(text)
    setOpen(true)
    // Drawn first.
    setTimeout(() => field.current?.focus())
  }
  const chosen = (userId: number) => {
    const [other, ...more] = (unread?.unsure ?? []).filter((one) => one !== userId)
    const tokens = unread?.tokens ?? (more.length === 0 ? other : undefined)
    fill({ userId, ...(tokens !== undefined && { tokens }) })
    setOpen(false)
    setLine('')
    setUnread(undefined)
  }
  return (
    <>
      <button type="button" className={portal['button']} aria-expanded={open} onClick={() => void paste()}>
        {t('queue.paste')}
      </button>
      {open && (
        <Field
          label={t('queue.line')}
          field={field}
          value={line}
          change={(text) => {
            setLine(text)
            setUnread(undefined)
          }}
          onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          onBlur={() => {
            if (line.trim() !== '' && !unread) take(line)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            take(line)
          }}
          autoComplete="off"
          enterKeyHint="done"
          dir="auto"
          hint={t('queue.lineHint')}
          fault={unread && !unread.unsure ? t('queue.unread') : ''}
        />
      )}
      {unread?.unsure && (
        <fieldset className={classes['which']} role="alert">
          <legend>{t('queue.which')}</legend>
          {unread.unsure.map((userId) => (
            <button key={userId} type="button" className={portal['button']} onClick={() => chosen(userId)}>
              <bdi dir="ltr">{userId}</bdi>
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** Whom to sell to: one of the last customers, or who stands in a line of a chat. */
export const Queue = ({ fill, most }: { fill: Fill; most: number }) => (
  <>
    <LastCustomers fill={fill} />
    <ChatLine fill={fill} most={most} />
  </>
)
