// The state of setting up, as the server sees it.
import type { Answer } from '@greenroom/contract/call'
import { setupState, setupStepSet } from '@greenroom/contract/installation'
import type { SetupStep } from '@greenroom/contract/statesAndKinds'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'

export type SetupState = Answer<typeof setupState>
export type Step = SetupState['steps'][number]
export type Client = SetupState['clients'][number]
/** What each step is shown with. */
export type StepProps = { state: SetupState; step: Step }

/** While a step waits for something that happens elsewhere. */
const watchMs = 2_000

/** @param watching the screen waits for the app: its events and answers show as they come */
export const useSetup = (watching: boolean) =>
  useQuery({
    queryKey: ['system.installation', 'setup'],
    queryFn: ({ signal }) => call(setupState, {}, { signal }),
    refetchInterval: watching ? watchMs : false,
  })

/** Says that a step is done, passed over or open again. */
export function useSay(step: SetupStep) {
  const refresh = useRefresh()
  const { busy, fault, attempt } = useAttempt()
  const say = (state: Step['state'], word = '') =>
    attempt(async () => {
      await call(setupStepSet, { step, state, ...(word !== '' && { word }) })
      await refresh()
    })
  return { busy, fault, say }
}
