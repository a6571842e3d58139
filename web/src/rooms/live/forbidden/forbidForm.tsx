// Form for a broadcast ban: duration and reason; the next escalation step is preselected and explained.
import { liveLadder } from '@greenroom/contract/live'
import { liveForbid } from '@greenroom/contract/live.schema'
import { Alert, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionForm } from '../../../actions/action.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { call } from '../../../api/call.ts'
import { Hours } from './ForbidHours.tsx'
import { useWhySuggested } from './ForbidRecord.tsx'

export type Forbidding = { hours: number | string; reason: string }

const firstStep = '1'

const form: ActionForm<Forbidding> = {
  schema: liveForbid.payload.omit({ ids: true }),
  initial: { hours: firstStep, reason: '' },
  Fields: function ForbidFields({ form, rows }) {
    const people: readonly { user: { userId: number } }[] = rows
    const ids = new Set(people.map(({ user }) => user.userId))
    const [only] = ids.size === 1 ? ids : []
    return (
      <Stack gap="sm">
        {only === undefined ? <Several /> : <Suggested userId={only} form={form} />}
        <Hours form={form} />
        <ReasonField form={form} focused />
      </Stack>
    )
  },
}
export default form

function Several() {
  const { t } = useTranslation('live')
  return (
    <Alert color="gray" p="xs">
      {t('ladder.several')}
    </Alert>
  )
}

/** The user's escalation step, preselected until another duration is chosen. */
function Suggested({ userId, form }: { userId: number; form: UseFormReturnType<Forbidding> }) {
  const why = useWhySuggested()
  const { data } = useQuery({
    queryKey: ['live.forbidden', 'ladder', userId],
    queryFn: ({ signal }) => call(liveLadder, { userId }, { signal }),
    staleTime: 0,
  })
  const untouched = useRef(form.values.hours === firstStep)
  const suggested = data?.suggestedHours
  useEffect(() => {
    if (suggested === undefined || !untouched.current || form.isTouched('hours')) return
    untouched.current = false
    form.setFieldValue('hours', String(suggested))
  }, [suggested, form])
  return (
    data && (
      <Alert color="blue" p="xs" role="status">
        {why(data)}
      </Alert>
    )
  )
}
