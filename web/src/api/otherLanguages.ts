// Loads the texts of the seven languages of outsiders: apart from the first page, which is English or Chinese for nearly all its visitors.

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../contract/texts/*/*.json',
    '!../../../contract/texts/{en,cn}/*',
    '!../../../contract/texts/*/{app,evening,join,receipt,sms,told}.json',
  ],
  { import: 'default' },
)

/** The texts of a namespace; none where outsiders see nothing of it. */
export const textsOfOther = async (language: string, namespace: string): Promise<Record<string, unknown>> =>
  (await files[`../../../contract/texts/${language}/${namespace}.json`]?.()) ?? {}
