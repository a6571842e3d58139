import { officialAccountCalls } from '@greenroom/contract/official'
import { officialAccount } from '@greenroom/contract/records/official'
import { officialAccountsChanged } from '@greenroom/contract/sentences/official'

// What list and form of official accounts share.
export const accounts = {
  of: officialAccount,
  calls: officialAccountCalls,
  name: ({ title }: { title: string }) => title,
  message: officialAccountsChanged,
}
