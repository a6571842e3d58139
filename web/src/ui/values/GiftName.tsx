import { nameIn, useLabels } from '../labels.ts'

type Gift = { giftId: number; giftNames: { en: string; cn: string } | null }

/** A gift's name, its id on hover; the id if the catalogue doesn't have it. */
export function GiftName({ of }: { of: Gift }) {
  const { language } = useLabels()
  return <span title={String(of.giftId)}>{of.giftNames ? nameIn(of.giftNames, language) : `#${of.giftId}`}</span>
}
