// Rules of banners, activities and adverts.
import { limits } from '@greenroom/contract/limits'
import { placementPositions } from '@greenroom/contract/statesAndKinds'
import { because, type Refusal, refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'

export type Kind = keyof typeof placementPositions

export type Texts = Partial<Record<string, string>>

/** The non-empty texts. */
export const givenTexts = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => !!entry[1]))

/** The first broken rule, or null. Pictures are checked on reading. */
export function placementFault(placement: {
  kind: Kind
  position: string
  pictureId: string | undefined
  texts: Record<string, string>
  from: Date | null
  to: Date | null
}): Refusal | null {
  const { kind, position, texts, from, to } = placement
  if (!(placementPositions[kind] as readonly string[]).includes(position))
    return refuseBecause(10009, 'position', 'placement.position')
  if (kind === 'advert') {
    if (!texts['en']) return refuseBecause(10009, 'texts', 'placement.noText')
    const long = Object.values(texts).some((text) => Array.from(text).length > limits.advertText)
    if (long) return refuseCode(90001, 'texts')
  } else if (placement.pictureId === undefined) return refuseField(10009, 'pictureId', because('placement.picture'))
  if (from && to && to <= from) return refuseBecause(10009, 'to', 'placement.period')
  return null
}
