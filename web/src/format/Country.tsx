import { useTranslation } from 'react-i18next'
import { countryName } from './country.ts'

/** A country's name, its code on hover; a dash if unknown. */
export function Country({ code }: { code: string }) {
  const { i18n } = useTranslation()
  if (code === '') return <span aria-hidden>–</span>
  return <span title={code}>{countryName(code, i18n.language)}</span>
}
