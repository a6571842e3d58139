// The reasons of warnings, ends and bans on the monitor wall. They share numbers and words with the reason
// templates that mean the same. A reason is stored and sent in English, so that it has one value; staff read it in their own language
// (`moderation:options.wallReason`, by its number), and commands have it in nine beside it (`reasonTexts`, from `app.json`).
import type { MachineLabel } from './machineLabels.ts'

type WallReason = { number: number; stored: string; labels: readonly MachineLabel[] }

/** In order; `labels` are the machine's, under which a reason is offered first. */
export const wallReasons = [
  { number: 1, stored: 'Nudity or sexual content', labels: ['nudity', 'suggestive'] },
  { number: 2, stored: 'Against the dress code', labels: [] },
  { number: 3, stored: 'Insulting or abusive', labels: [] },
  { number: 4, stored: 'Contact details or advertising', labels: ['contact', 'text'] },
  { number: 5, stored: 'Minor', labels: ['minor'] },
  { number: 6, stored: 'Violence or blood', labels: ['violence'] },
  { number: 7, stored: 'Not live: a recording or a picture', labels: [] },
  { number: 8, stored: 'Asleep or away', labels: [] },
  { number: 9, stored: 'Smoking, drinking or drugs', labels: ['smoking'] },
] as const satisfies readonly WallReason[]

/** The number of a stored reason; undefined for anybody's own words. */
export const wallReasonNumber = (reason: string): (typeof wallReasons)[number]['number'] | undefined =>
  wallReasons.find(({ stored }) => stored === reason)?.number
