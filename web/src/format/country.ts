// Countries by their two letters (ISO 3166-1), named in the reader's language by the browser itself.
import { useTranslation } from 'react-i18next'
import { kept } from './memoised.ts'
import { localeOf } from './number.ts'

const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GI GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VC VE VN VU WS XK YE ZA ZM ZW'.split(
    ' ',
  )

const namesIn = kept((language) => new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'code' }))

/** The country's name; its code if unknown. */
export function countryName(code: string, language: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code
  return namesIn(language).of(code.toUpperCase()) ?? code
}

/** All countries, sorted for the reader's language; sorted once. */
export const countryOptions = kept((language): readonly { value: string; label: string }[] => {
  const { compare } = new Intl.Collator(localeOf(language))
  return codes
    .map((value) => ({ value, label: `${countryName(value, language)} (${value})` }))
    .sort((one, other) => compare(one.label, other.label))
})

/** The options of a filter or field, in the reader's current language. */
export const useCountryOptions = () => countryOptions(useTranslation().i18n.language)
