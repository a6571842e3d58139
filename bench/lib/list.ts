// The operation log as a client reads it.
import { login } from '@greenroom/contract/access'
import { basePath } from '@greenroom/contract/call'
import { logList } from '@greenroom/contract/system'
import { adminPassword } from './process.ts'

export async function logIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: adminPassword })
  const response = await fetch(url + basePath + login.path, { method: 'POST', body })
  const answer = (await response.json()) as { result?: { token?: string } }
  if (!answer.result?.token) throw new Error(`the administrator could not log in: ${JSON.stringify(answer)}`)
  return answer.result.token
}

export const listAddress = (size: number, after: string | undefined): string =>
  `${basePath}${logList.path}?${new URLSearchParams({ size: `${size}`, ...(after && { after }) })}`

/** The cursor after this many rows. A cursor works for any page size, so large pages get there sooner. */
export async function cursorAfter(url: string, token: string, rows: number): Promise<string> {
  const size = 200
  let after: string | undefined
  for (let walked = 0; walked < rows; walked += size) {
    const response = await fetch(url + listAddress(size, after), { headers: { token } })
    const { result } = (await response.json()) as { result: { next?: string } }
    if (!result.next) throw new Error(`the log ends after ${walked} rows`)
    after = result.next
  }
  return after ?? ''
}
