// Operations of the operation log. Log rows store their keys; readers see names in their own language.
import cn from '../texts/cn/operations.json' with { type: 'json' }
import en from '../texts/en/operations.json' with { type: 'json' }

export type OperationKey = keyof typeof en

/** Each operation's name in both languages. */
export const operations = Object.fromEntries(
  Object.entries(en).map(([key, name]) => [key, { en: name, cn: cn[key as OperationKey] }]),
) as Record<OperationKey, { en: string; cn: string }>
