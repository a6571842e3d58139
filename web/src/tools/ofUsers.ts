// Whose records a list shows: what dashboards narrow by, for the lists that they open.
import { sexes } from '@greenroom/contract/words'
import { useCountryOptions } from '../format/country.ts'
import { oneOf, someFrom, text } from '../list/filters.ts'

export const ofUsers = { country: someFrom(useCountryOptions), userChannel: text(), sex: oneOf(sexes) }
