// What became of a case that is not held any more, in the reader's words; the server says it in English.
import { reportActions } from '@greenroom/contract/words'
import { useTranslation } from 'react-i18next'

const heldBy = /^held by (.+)$/
const closedBy = /^closed by (.+) at (\S+): (.+)$/

export type Became = { what: 'ranOut' } | { what: 'held'; by: string } | { what: 'closed'; by: string; action: string }

/** Undefined for words of another kind. */
export function becameOf(message: string): Became | undefined {
  if (message === 'your claim ran out' || message === 'nobody holds it') return { what: 'ranOut' }
  const held = heldBy.exec(message)
  if (held?.[1]) return { what: 'held', by: held[1] }
  const closed = closedBy.exec(message)
  if (closed?.[1] && closed[3]) return { what: 'closed', by: closed[1], action: closed[3] }
  return undefined
}

export function useWhy(): (message: string) => string {
  const { t } = useTranslation('audits')
  return (message) => {
    const became = becameOf(message)
    if (!became) return message
    if (became.what === 'ranOut') return t('report.lost.ranOut')
    if (became.what === 'held') return t('report.lost.held', { by: became.by })
    const action = reportActions.find((known) => known === became.action) ?? 'nothing'
    return t('report.lost.closed', { by: became.by, action: t(`report.did.${action}`) })
  }
}
