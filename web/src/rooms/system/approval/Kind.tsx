import { useLabels } from '../../../ui/labels.ts'

/** What an approval asks for; one from before there were titles says what it is about. A kind that a later area adds shows its key until it has a text. */
export function Kind({ approval }: { approval: { kind: string; subject: string; title: string } }) {
  const { label, has } = useLabels()
  const key = `system:approval.kind.${approval.kind}`
  if (approval.title !== '') return approval.title
  return `${has(key) ? label(key) : approval.kind}: ${approval.subject}`
}
