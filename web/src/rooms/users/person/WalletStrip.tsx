import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import classes from './person.module.css'
import type { Person } from './person.ts'

const parts = [
  'paidTokens',
  'promoTokens',
  'reservedTokens',
  'bonus',
  'reservedBonus',
  'freeMinutes',
  'debtTokens',
] as const

/** The user's exact balances; a debt is highlighted. */
export function WalletStrip({ wallet }: { wallet: Person['wallet'] }) {
  const { t } = useTranslation('users')
  return (
    <dl className={classes['strip']} aria-label={t('person.wallet')}>
      {parts.map((part) => (
        <div key={part} data-owed={(part === 'debtTokens' && wallet[part] > 0) || undefined}>
          <dt>{t(`wallet.${part}`)}</dt>
          <dd>
            <Amount value={wallet[part]} unit={part === 'freeMinutes' ? 'number' : 'tokens'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
