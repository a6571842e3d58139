import { countryOptions } from '../../format/country.ts'
import { useLabels } from '../../ui/labels.ts'

/** Every country, in the order of the reader's language. */
export function useCountryOptions() {
  const { language } = useLabels()
  return countryOptions(language)
}
