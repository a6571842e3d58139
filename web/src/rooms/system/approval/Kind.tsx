import { useLabels } from '../../../ui/labels.ts'

/** What an approval is about. A kind that a later area adds shows its key until it has a text. */
export function Kind({ approval }: { approval: { kind: string; subject: string } }) {
  const { label, has } = useLabels()
  const key = `system:approval.kind.${approval.kind}`
  return `${has(key) ? label(key) : approval.kind}: ${approval.subject}`
}
