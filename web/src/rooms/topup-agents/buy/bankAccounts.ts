// Bank accounts as staff write them into the parameter `agent_bank_accounts`. Pure.

/** `name` is empty where the line has no colon: a sentence rather than a detail. */
export type Detail = { name: string; value: string }

const detailIn = (line: string): Detail => {
  const found = /^([^:：]{1,40})[:：]\s*(\S.*)$/u.exec(line)
  return found ? { name: found[1]!.trim(), value: found[2]!.trim() } : { name: '', value: line }
}

/** One detail a line; an empty line is between two accounts. */
export const accountsIn = (text: string): Detail[][] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((account) =>
      account
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .map(detailIn),
    )
    .filter((account) => account.length > 0)
