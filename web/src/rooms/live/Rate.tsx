import { useTranslation } from 'react-i18next'
import { Tokens } from '../../ui/Tokens.tsx'

/** Tokens a minute, or that it costs nothing. */
export function Rate({ tokens }: { tokens: number }) {
  const { t } = useTranslation('live')
  return tokens === 0 ? t('free') : <Tokens amount={tokens} />
}
