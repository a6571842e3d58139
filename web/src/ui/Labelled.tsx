import { useLabels } from './labels.ts'

/** A text by a computed key, such as a state's. */
export function Labelled({ by }: { by: string | readonly string[] }) {
  return useLabels().label(by)
}
