// Parts that show requests in words bring their texts with them: those of withdrawals too, whose evidence they show.
import { withReasonTexts } from '../../../api/reasonTexts.ts'
import { loadTexts } from '../../../i18n/index.ts'

export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([withReasonTexts(load), loadTexts(['approvals', 'finance'])])
  return loaded
}
