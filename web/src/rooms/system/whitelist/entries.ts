// What list and form of the whitelist share.
import { whitelist } from '@greenroom/contract/records/system'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'

export const entries = {
  of: whitelist,
  calls: whitelistCalls,
  name: ({ value }: { value: string }) => value,
  told: whitelistChanged,
}
