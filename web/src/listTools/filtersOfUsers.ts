// Filters by attributes of a record's user, as dashboards have them, for the lists that dashboards open.
import { sexes } from '@greenroom/contract/statesAndKinds'
import { useCountryOptions } from '../format/country.ts'
import { oneOf, someFrom, text } from '../list/filters.ts'

export const ofUsers = { country: someFrom(useCountryOptions), userChannel: text(), sex: oneOf(sexes) }
