// The accounts to transfer to, as Finance wrote them: an empty line is between two, and each detail can be copied by itself.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../ui/behaviour/copyText.ts'
import classes from '../portal/portal.module.css'
import { accountsIn, type Detail } from './bankAccounts.ts'

export function PayTo({ text }: { text: string }) {
  const { t } = useTranslation('topup-agents')
  const [copied, setCopied] = useState('')
  const copy = async (value: string) => {
    await copyText(value)
    setCopied(value)
  }
  const accounts = accountsIn(text)
  if (accounts.length === 0) return <p className={classes['notice']}>{t('bank.noAccount')}</p>
  return accounts.map((account) => (
    <section
      key={account.map(({ value }) => value).join(' ')}
      className={classes['notice']}
      aria-label={t('bank.payTo')}
    >
      <strong>{t('bank.payTo')}</strong>
      <dl className={classes['details']}>
        {account.map((detail) => (
          <Row key={`${detail.name} ${detail.value}`} of={detail} isCopied={copied === detail.value} copy={copy} />
        ))}
      </dl>
    </section>
  ))
}

type RowProps = { of: Detail; isCopied: boolean; copy: (value: string) => Promise<void> }

function Row({ of: { name, value }, isCopied, copy }: RowProps) {
  const { t } = useTranslation('topup-agents')
  return (
    <div>
      <dt dir="auto">{name}</dt>
      <dd>
        <bdi>{value}</bdi>
        {name !== '' && (
          <button
            type="button"
            className={classes['button']}
            aria-label={t('bank.copyOf', { name })}
            onClick={() => void copy(value)}
          >
            {t(isCopied ? 'usdt.copied' : 'bank.copy')}
          </button>
        )}
      </dd>
    </div>
  )
}
