// The reasons of warnings, ends and bans on the monitor wall. They share numbers and words with the reason
// templates that mean the same. A reason is stored and sent in English, so that it has one value; staff read it in their own language.
import type { MachineLabel } from './machineLabels.ts'

type WallReason = { number: number; en: string; cn: string; labels: readonly MachineLabel[] }

/** In order; `labels` are the machine's, under which a reason is offered first. */
export const wallReasons = [
  { number: 1, en: 'Nudity or sexual content', cn: '裸露或色情', labels: ['nudity', 'suggestive'] },
  { number: 2, en: 'Against the dress code', cn: '着装不当', labels: [] },
  { number: 3, en: 'Insulting or abusive', cn: '辱骂或攻击他人', labels: [] },
  { number: 4, en: 'Contact details or advertising', cn: '联系方式或广告', labels: ['contact', 'text'] },
  { number: 5, en: 'Minor', cn: '未成年人', labels: ['minor'] },
  { number: 6, en: 'Violence or blood', cn: '暴力血腥', labels: ['violence'] },
  { number: 7, en: 'Not live: a recording or a picture', cn: '非实时：录像或图片', labels: [] },
  { number: 8, en: 'Asleep or away', cn: '睡觉或离开', labels: [] },
  { number: 9, en: 'Smoking, drinking or drugs', cn: '吸烟、饮酒或吸毒', labels: ['smoking'] },
] as const satisfies readonly WallReason[]

/** A stored reason in the reader's language; anybody's own words unchanged. */
export const wallReasonText = (reason: string, language: 'en' | 'cn'): string =>
  wallReasons.find(({ en }) => en === reason)?.[language] ?? reason
