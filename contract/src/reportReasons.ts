// Reasons of reports: the codes an app sends in `report.created`, and their texts for staff.

/** Codes by their texts. An app may send other codes or free text, which are shown unchanged. */
export const reportReasons = {
  nudity: { en: 'Nudity', cn: '裸露色情' },
  scam: { en: 'Scam', cn: '诈骗' },
  abuse: { en: 'Abuse or insults', cn: '辱骂攻击' },
  underage: { en: 'Underage', cn: '未成年' },
  spam: { en: 'Spam', cn: '垃圾广告' },
  impersonation: { en: 'Impersonation', cn: '冒充他人' },
  violence: { en: 'Violence', cn: '暴力血腥' },
  illegal: { en: 'Illegal content', cn: '违法内容' },
  harassment: { en: 'Harassment', cn: '骚扰' },
  other: { en: 'Other', cn: '其他' },
} as const satisfies Readonly<Record<string, { en: string; cn: string }>>

/** The code whose text was typed, in either language; anything else is returned unchanged. */
export function reportReasonCode(text: string): string {
  const typed = text.trim().toLowerCase()
  const found = Object.entries(reportReasons).find(([code, { en, cn }]) =>
    [code, en, cn].some((name) => name.toLowerCase() === typed),
  )
  return found?.[0] ?? text
}

/** A report's reason in the reader's language: the code's text, or the app's own words for an unknown code. */
export const reportReasonText = (code: string, language: 'en' | 'cn'): string =>
  Object.hasOwn(reportReasons, code) ? reportReasons[code as keyof typeof reportReasons][language] : code
