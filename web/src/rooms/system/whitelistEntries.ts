import { whitelist } from '@greenroom/contract/records/system'
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'

// Shared by the list and the form of the whitelist.
export const entries = {
  of: whitelist,
  calls: whitelistCalls,
  name: ({ value }: { value: string }) => value,
  message: whitelistChanged,
}
