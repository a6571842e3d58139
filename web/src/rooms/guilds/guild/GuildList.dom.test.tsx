// @vitest-environment happy-dom
// Who approves a guild reads what begins: the account, the plan that applies, and the days until it is dissolved without an anchor.
import { guildAgree, guildList } from '@greenroom/contract/guilds'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { ActionHost, useRunAction } from '../../../actions/useRunAction.tsx'
import { changeLanguage, loadTexts } from '../../../i18n/index.ts'
import { ListProvider } from '../../../list/currentList.ts'
import { filtersOf } from '../../../list/filters.ts'
import { useList } from '../../../list/useList.ts'
import { type Decidable, decisions } from './guildActions.ts'

const sent = vi.fn()
beforeEach(async () => {
  sent.mockReset()
  await signIn({ 'guilds.list': 3 })
  answer(guildList, () => ({ records: [], current: 1, size: 20, total: 0, pages: 1 }) as never)
  answer(guildAgree, ({ payload }) => {
    sent(payload['ids'])
    return { outcomes: [] } as never
  })
})
afterEach(async () => {
  unmount()
  await changeLanguage('en')
})

const can = { agree: true, refuse: true, ban: true, unban: true, dissolve: true } as const
const guild = (guildId: number, name: string): Decidable => ({ guildId, name, can })
const [agree] = decisions<Decidable>()

const filters = filtersOf({})
function Page({ on }: { on: readonly Decidable[] }) {
  const list = useList({ call: guildList, filters, rowId: (row) => row.guildId, name: (row) => row.name })
  return (
    <ListProvider value={list as never}>
      <ActionHost>
        <Go on={on} />
      </ActionHost>
    </ListProvider>
  )
}
function Go({ on }: { on: readonly Decidable[] }) {
  const run = useRunAction()
  return (
    <button type="button" onClick={() => run(agree!, on)}>
      go
    </button>
  )
}

const one = [guild(5, 'Silk')]
const two = [...one, guild(6, 'Road')]
test.each([
  ['en', one, [/Silk/, /can sign in/, /commission plan in force/, /within 15 days/]],
  ['en', two, [/2 guilds/, /can sign in/, /commission plan in force/, /within 15 days/]],
  ['cn', one, [/Silk/, /登录/, /分成方案/, /15 天/]],
] as const)('in %s', async (language, on, said) => {
  await changeLanguage(language)
  await loadTexts(['guilds', 'list', 'common'])
  const { user } = stage(<Page on={on} />)
  await user.click(screen.getByText('go'))
  const question = await screen.findByRole('dialog')
  for (const text of said) expect(question.textContent).toMatch(text)
  expect(sent).not.toHaveBeenCalled()
  await user.click(question.querySelector('form button:last-of-type')!)
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
})
