// Operation-log sentences about exports and pictures.
import { sayer } from './say.ts'
import { type Sentence, titleIn } from './words.ts'

const say = sayer('log')

type Exported = {
  list: Sentence
  format: string
  state: 'started' | 'done' | 'failed' | 'cancelled'
  rows?: number
}

/** `Users: exported, 1,200 rows (XLSX)`; `list` is its name in both languages. */
export function exportEvent(event: Exported): Sentence {
  const list = titleIn(event.list)
  const state = say(`exportState.${event.state}`)
  const format = event.format.toUpperCase()
  return event.rows === undefined
    ? say('exported', { list, state, format })
    : say('exportedRows', { list, state, count: event.rows, format })
}

type Purpose =
  | 'giftPicture'
  | 'avatar'
  | 'banner'
  | 'activity'
  | 'purchaseProof'
  | 'message'
  | 'giftAnimation'
  | 'landing'
  | 'paymentProof'
  | 'disputeProof'

/** `Gift picture of 400 × 400 uploaded`. */
export const pictureUploaded = ({ purpose, width, height }: { purpose: Purpose; width: number; height: number }) =>
  say('pictureUploaded', { picture: say(`picture.${purpose}`), width: String(width), height: String(height) })
