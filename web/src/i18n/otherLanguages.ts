// Loads the texts of the seven languages of outsiders: apart from the first page, which is English or Chinese for nearly all its visitors.

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../contract/texts/*/*.json',
    '!../../../contract/texts/{en,cn}/*',
    '!../../../contract/texts/*/{common,errors,evening,join,receipt,shell,sms,told}.json',
  ],
  { import: 'default' },
)
/** The namespaces of every page in one file. */
const bases = import.meta.glob<Record<string, Record<string, unknown>>>(['./base.*.ts', '!./base.{en,cn}.ts'])
const inBase: readonly string[] = ['common', 'errors', 'shell']

/** The texts of a namespace; none where outsiders see nothing of it. */
export async function textsOfOther(language: string, namespace: string): Promise<Record<string, unknown>> {
  if (inBase.includes(namespace)) return (await bases[`./base.${language}.ts`]?.())?.[namespace] ?? {}
  return (await files[`../../../contract/texts/${language}/${namespace}.json`]?.()) ?? {}
}
