// Shared by the list of checks and a check's drawer.
import type { Answer } from '@greenroom/contract/call'
import { flowReconcile } from '@greenroom/contract/flow'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useLabels } from '../../ui/labels.ts'

export type Check = Answer<typeof flowReconcile>['checks'][number]

export const results = ['agrees', 'differs'] as const
export const resultOf = (check: Check): (typeof results)[number] =>
  check.differences.length === 0 && check.left === check.right ? 'agrees' : 'differs'

export const useReconcile = () =>
  useQuery({
    queryKey: ['flow.reconcile', 'flowReconcile'],
    queryFn: ({ signal }) => call(flowReconcile, {}, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

export function CheckName({ name }: { name: string }) {
  const { label, has } = useLabels()
  return has(`flow:checks.${name}`) ? label(`flow:checks.${name}`) : name
}
