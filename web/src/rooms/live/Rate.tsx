import { useTranslation } from 'react-i18next'
import { Tokens } from '../../ui/Tokens.tsx'

/** Tokens per minute, or *free*. */
export function Rate({ tokens }: { tokens: number }) {
  const { t } = useTranslation('live')
  return tokens === 0 ? t('free') : <Tokens amount={tokens} />
}
