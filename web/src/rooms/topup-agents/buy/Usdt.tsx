// The agent's own USDT addresses: what comes there is credited by itself.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../parts/portal.module.css'
import { Card } from '../parts/Screen.tsx'
import type { BuyInfo } from './info.ts'

const names = { trc20: 'TRC20', erc20: 'ERC20' } as const

export function Usdt({ of }: { of: BuyInfo }) {
  const { t } = useTranslation('topup-agents')
  const [copied, setCopied] = useState('')
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address)
    setCopied(address)
  }
  return (
    <Card title={t('usdt.title')}>
      {of.addresses.length === 0 && <p>{t('usdt.none')}</p>}
      {of.addresses.length > 0 && <p>{t('usdt.about')}</p>}
      {of.addresses.map(({ chain, address }) => (
        <div key={address} className={classes['notice']}>
          <strong>{names[chain]}</strong>
          <p className={classes['address']}>
            <bdi dir="ltr">{address}</bdi>
          </p>
          <button type="button" className={classes['button']} onClick={() => void copy(address)}>
            {copied === address ? t('usdt.copied') : t('usdt.copy')}
          </button>
        </div>
      ))}
    </Card>
  )
}
