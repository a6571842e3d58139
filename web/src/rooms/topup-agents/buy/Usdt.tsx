// The agent's own USDT addresses; deposits to them are credited automatically.
import { agentAddress } from '@greenroom/contract/agentPortal'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { integer, usd } from '../../../format/number.ts'
import { copyText } from '../../../ui/behaviour/copyText.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { Card, wordsOf } from '../portal/PortalScreen.tsx'
import classes from '../portal/portal.module.css'
import { type BuyInfo, buyKey } from './buyInfo.ts'

const names = { trc20: 'TRC20', erc20: 'ERC20' } as const
/** As wallets and exchanges call the networks. */
const words = { trc20: 'TRON (TRC20)', erc20: 'Ethereum (ERC20)' } as const

export function Usdt({ of }: { of: BuyInfo }) {
  const { t, i18n } = useTranslation('topup-agents')
  const client = useQueryClient()
  const { busy, send } = useSend()
  const [fault, setFault] = useState('')
  const [copied, setCopied] = useState('')
  const missing = of.chains.filter((chain) => !of.addresses.some((one) => one.chain === chain))
  const make = async (chain: 'trc20' | 'erc20') => {
    setFault('')
    try {
      await call(agentAddress, { chain })
      await client.invalidateQueries({ queryKey: buyKey })
    } catch (error) {
      setFault(wordsOf(error))
    }
  }
  const copy = async (address: string) => {
    await copyText(address)
    setCopied(address)
  }
  return (
    <Card title={t('usdt.title')}>
      {of.addresses.length === 0 && missing.length === 0 && <p>{t('usdt.none')}</p>}
      {(of.addresses.length > 0 || missing.length > 0) && (
        <p>
          {t('usdt.about', {
            least: integer(of.smallestUsdt, i18n.language),
            usd: usd(of.usdtUsdCents, i18n.language),
          })}
        </p>
      )}
      {of.addresses.map(({ chain, address, qrCode }) => (
        <div key={address} className={classes['notice']}>
          <strong>{t('usdt.network', { chain: words[chain] })}</strong>
          <img
            src={qrCode}
            alt={t('usdt.qr', { chain: names[chain] })}
            width={180}
            height={180}
            className={classes['qr']}
          />
          <p>{t('usdt.onlyThis', { chain: words[chain] })}</p>
          <p className={classes['address']}>
            <bdi dir="ltr">{address}</bdi>
          </p>
          <button type="button" className={classes['button']} onClick={() => void copy(address)}>
            {copied === address ? t('usdt.copied') : t('usdt.copy')}
          </button>
        </div>
      ))}
      <div className={classes['actions']}>
        {missing.map((chain) => (
          <button
            key={chain}
            type="button"
            className={classes['button']}
            disabled={busy}
            onClick={() => void send(() => make(chain))}
          >
            {t('usdt.make', { chain: names[chain] })}
          </button>
        ))}
      </div>
      {fault !== '' && (
        <p className={classes['fault']} role="alert">
          {fault}
        </p>
      )}
    </Card>
  )
}
