// What the machine sees in pictures and texts: the labels an app sends with its scores, and their texts for staff.

/** Labels by their texts. An app may send others, which are shown unchanged. */
export const machineLabels = {
  nudity: { en: 'nudity', cn: '裸露' },
  suggestive: { en: 'suggestive', cn: '性暗示' },
  text: { en: 'text', cn: '文字' },
  minor: { en: 'minor', cn: '未成年人' },
  violence: { en: 'violence', cn: '暴力' },
  contact: { en: 'contact', cn: '联系方式' },
  smoking: { en: 'smoking', cn: '吸烟' },
} as const satisfies Readonly<Record<string, { en: string; cn: string }>>

export type MachineLabel = keyof typeof machineLabels

/** A label in the reader's language; unknown ones unchanged. */
export const machineLabelText = (label: string, language: 'en' | 'cn'): string =>
  Object.hasOwn(machineLabels, label) ? machineLabels[label as MachineLabel][language] : label
