// What makes selling in a queue quick: a pasted line of a chat, the last customers, usual amounts, and today's profit.
import { type ClipboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { tokens as tokensText } from '../../../format/number.ts'
import { Face } from '../../../ui/values/UserChip.tsx'
import { Field } from '../portal/PortalField.tsx'
import portal from '../portal/portal.module.css'
import { type Order, readOrder } from './chatLine.ts'
import classes from './sellQueue.module.css'
import { useQueue } from './useQueue.ts'

/** Fills in what was read or pressed; what is undefined stays as it is. */
type Fill = (order: Pick<Order, 'userId' | 'tokens'>) => void

/** Whom the agent sold to last: one press fills in their id and the last amount. */
export function LastCustomers({ fill }: { fill: Fill }) {
  const { t, i18n } = useTranslation('queue')
  const { data, isError, refetch } = useQueue()
  if (isError)
    return (
      <button type="button" className={portal['button']} onClick={() => void refetch()}>
        {t('again')}
      </button>
    )
  if (data?.customers.length === 0) return <p className={portal['dim']}>{t('noCustomers')}</p>
  return (
    <ul className={classes['customers']} aria-label={t('customers')} aria-busy={!data}>
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
  const { t, i18n } = useTranslation('queue')
  const { data } = useQueue()
  return (
    <div className={classes['presets']} role="group" aria-label={t('presets')} aria-busy={!data}>
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
  const { t } = useTranslation('queue')
  const { data } = useQueue()
  if (!data) return <p className={portal['dim']}>&nbsp;</p>
  const { tokens, priceUsdMicros, costUsdMicros } = data.today
  const usd = (micros: number) => <Amount value={Math.floor(micros / 10_000)} unit="usd" />
  return (
    <details className={classes['profit']}>
      <summary>
        {t('profit')} <strong>{usd(priceUsdMicros - costUsdMicros)}</strong>
      </summary>
      <dl>
        <dt>{t('sold')}</dt>
        <dd>
          <Amount value={tokens} unit="tokens" />
        </dd>
        <dt>{t('price')}</dt>
        <dd>{usd(priceUsdMicros)}</dd>
        <dt>{t('cost')}</dt>
        <dd>{usd(costUsdMicros)}</dd>
      </dl>
    </details>
  )
}

/** Empty where the browser has no clipboard, or does not give it away. */
async function fromClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
  }
}

/** Reads a line of a chat: from the clipboard where the browser lets it, else from a field to paste into. */
export function ChatLine({ fill, most }: { fill: Fill; most: number }) {
  const { t } = useTranslation('queue')
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
    const text = await fromClipboard()
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
        {t('paste')}
      </button>
      {open && (
        <Field
          label={t('line')}
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
            if (event.key !== 'Enter') return
            event.preventDefault()
            take(line)
          }}
          autoComplete="off"
          enterKeyHint="done"
          dir="auto"
          hint={t('lineHint')}
          fault={unread && !unread.unsure ? t('unread') : ''}
        />
      )}
      {unread?.unsure && (
        <fieldset className={classes['which']} role="alert">
          <legend>{t('which')}</legend>
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
