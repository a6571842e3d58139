import { useLabels } from './labels.ts'

/** A text by a key that is built from a value, such as a state. */
export function Labelled({ by }: { by: string | readonly string[] }) {
  return useLabels().label(by)
}
