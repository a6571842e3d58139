// Filter options of the log, from the server in the reader's language.
import { logNames } from '@greenroom/contract/system'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { Option } from '../../../list/filters.ts'

function useNames() {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['system.log', 'names', i18n.language],
    queryFn: ({ signal }) => call(logNames, {}, { signal }),
    staleTime: 300_000,
  }).data
}

// The key is sent and kept in the address: a link means the same to readers of either language.
const options = (named: readonly { key: string; name: string }[] | undefined): Option[] =>
  (named ?? []).map(({ key, name }) => ({ value: key, label: name }))

export const useMenuOptions = () => options(useNames()?.menus)
export const useOperationOptions = () => options(useNames()?.operations)
