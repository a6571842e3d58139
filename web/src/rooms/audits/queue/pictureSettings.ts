// The reviewer's picture settings: applied at once, saved after a delay.
import { auditSettings, auditSettingsSave } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../session/messages.ts'

export type Settings = Answer<typeof auditSettings>

const key = ['audits', 'settings']
const pause = 600

/** The settings, undefined until loaded, and their setter. */
export function useSettings() {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(auditSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<Settings>(undefined)
  const save = useCallback(() => {
    clearTimeout(timer.current)
    const settings = unsaved.current
    unsaved.current = undefined
    if (settings) call(auditSettingsSave, settings).catch(showError)
  }, [])
  // Also save if the reviewer leaves at once.
  useEffect(() => save, [save])
  const set = useCallback(
    (some: Partial<Settings>) => {
      const now = queries.getQueryData<Settings>(key)
      if (!now) return
      const next = { ...now, ...some }
      queries.setQueryData(key, next)
      unsaved.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(save, pause)
    },
    [queries, save],
  )
  return { settings: query.data, error: query.error, again: () => void query.refetch(), set }
}
