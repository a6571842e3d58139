// The texts of a leader's evening and an agent's queue, in nine languages: named apart, so that no other page pays for their names.
const files = import.meta.glob<Record<string, unknown>>('../../../contract/texts/*/evening.json', { import: 'default' })

export const eveningIn = (language: string): Promise<Record<string, unknown>> =>
  files[`../../../contract/texts/${language}/evening.json`]!()
