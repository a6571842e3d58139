// @vitest-environment happy-dom
// Running an action: the dialog before it, the message after it, failures row by row, and undo.
import { countryCalls } from '@greenroom/contract/systemRecords'
import { IconTrash } from '@tabler/icons-react'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { declarationsOf, readCss } from '../../test/css.ts'
import { answer, Refuse, signIn, stage, unmount } from '../../test/stage.tsx'
import { ListProvider } from '../list/currentList.ts'
import { filtersOf } from '../list/filters.ts'
import { useList } from '../list/useList.ts'
import { type Action, type AnyAction, defineAction } from './action.ts'
import { type Reason, reasonForm } from './reasonForms.ts'
import { ActionHost, useRunAction } from './useRunAction.tsx'

type Country = { code: string; names: { en: string; cn: string }; may?: string }
const rows: Country[] = ['AT', 'DE', 'FR'].map((code) => ({ code, names: { en: `Land ${code}`, cn: code } }))
const message = (of: readonly Country[]) => ({ en: `${of.map(({ code }) => code).join(', ')} switched off`, cn: '' })
const off: Action<Country> = defineAction<Country, undefined, string>({
  id: 'system.country.disable',
  icon: IconTrash,
  may: ({ may }) => may ?? true,
  batch: { call: countryCalls.enable, payload: () => ({ enabled: false }) },
  undo: (ids) => undone(ids),
  message,
})
const undone = vi.fn(async (_ids: unknown) => ({}))

beforeEach(async () => {
  undone.mockClear()
  await signIn({ 'system.country': 3 }, '/sys/country')
  answer(countryCalls.list, () => ({ records: rows, current: 1, size: 20, total: 3, pages: 1 }) as never)
})
afterEach(unmount)

const filters = filtersOf({})
function Buttons({ action, on }: { action: AnyAction; on: readonly Country[] }) {
  const run = useRunAction()
  return (
    <button type="button" onClick={() => run(action, on)}>
      go
    </button>
  )
}
function Page(props: { action: AnyAction; on?: readonly Country[] }) {
  const list = useList({ call: countryCalls.list, filters, rowId: (row) => row.code, name: (row) => row.names.en })
  return (
    <ListProvider value={list as never}>
      <ActionHost>
        <Buttons action={props.action} on={props.on ?? rows} />
      </ActionHost>
    </ListProvider>
  )
}
const go = async (page: ReturnType<typeof stage>) => page.user.click(screen.getByText('go'))

test('without a question it runs at once, shows one message, and can be undone', async () => {
  const sent: unknown[] = []
  answer(countryCalls.enable, ({ payload }) => {
    sent.push(payload)
    return { outcomes: rows.map(({ code }) => ({ id: code, ok: true })) }
  })
  const page = stage(<Page action={off} />)
  await go(page)
  await screen.findByText('AT, DE, FR switched off')
  // In the corner, and below the dialogs at 200: over no title and no button.
  expect(declarationsOf(readCss('session/toasts/ToastList.module.css'), '.place')).toMatchObject({
    'inset-block-end': '14px',
    'inset-inline-end': '14px',
    'z-index': '190',
  })
  expect(sent).toEqual([{ ids: 'AT,DE,FR', enabled: 'false' }])
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undone).toHaveBeenCalledWith(['AT', 'DE', 'FR'])
})

test('asks for a reason and sends it; an empty one is not sent', async () => {
  const sent: Record<string, string>[] = []
  answer(countryCalls.enable, ({ payload }) => {
    sent.push(payload)
    return { outcomes: [] }
  })
  const action = defineAction<Country, Reason, string>({
    ...off,
    danger: true,
    form: reasonForm,
    batch: { call: countryCalls.enable, payload: ({ reason }: Reason) => ({ reason }) },
    message,
  } as never)
  const page = stage(<Page action={action} on={rows.slice(0, 1)} />)
  await go(page)
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = () => dialog.getAllByRole('button').at(-1)!
  await page.user.click(confirm())
  expect(sent).toEqual([])
  await page.user.type(dialog.getByRole('textbox'), 'no longer served')
  await page.user.click(confirm())
  await waitFor(() => expect(sent).toEqual([{ ids: 'AT', reason: 'no longer served' }]))
})

test('failures are reported row by row, and only they can be retried', async () => {
  const sent: string[] = []
  let first = true
  answer(countryCalls.enable, ({ payload }) => {
    sent.push(payload['ids']!)
    const outcomes = payload['ids']!.split(',').map((id) =>
      id === 'DE' && first ? { id, ok: false, errorCode: 20000, errorMsg: 'already so' } : { id, ok: true },
    )
    first = false
    return { outcomes } as never
  })
  const page = stage(<Page action={off} />)
  await go(page)
  const report = within(await screen.findByRole('dialog'))
  expect(report.getByText('Land DE')).toBeTruthy()
  expect(report.queryByText('Land AT')).toBeNull()
  const again = report.getAllByRole('button').find((button) => /again|retry/i.test(button.textContent ?? ''))!
  await page.user.click(again)
  await screen.findByText('DE switched off')
  expect(sent).toEqual(['AT,DE,FR', 'DE'])
})

test('ineligible rows are named and left out before anything is sent', async () => {
  const sent: string[] = []
  answer(countryCalls.enable, ({ payload }) => {
    sent.push(payload['ids']!)
    return { outcomes: [] }
  })
  const page = stage(<Page action={off} on={[rows[0]!, { ...rows[1]!, may: 'already' }]} />)
  await go(page)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Land DE/)).toBeTruthy()
  expect(sent).toEqual([])
  await page.user.click(dialog.getAllByRole('button').at(-1)!)
  await waitFor(() => expect(sent).toEqual(['AT']))
})

test('a refusal of the entire call is shown and changes nothing', async () => {
  answer(countryCalls.enable, () => new Refuse(10026))
  const page = stage(<Page action={off} />)
  await go(page)
  await screen.findByRole('alert')
  expect(screen.queryByText('AT, DE, FR switched off')).toBeNull()
})

test('a request for approval says what was taken, by the answer, and what was left out and why', async () => {
  answer(
    countryCalls.enable,
    ({ payload }) =>
      ({
        outcomes: payload['ids']!.split(',').map((id) =>
          id === 'DE' ? { id, ok: false, errorCode: 20000, errorMsg: 'held', reason: 'already' } : { id, ok: true },
        ),
        approvalId: '01990000-0000-7000-8000-000000000000',
        sum: 7,
      }) as never,
  )
  const made = (of: readonly Country[], _: unknown, form: string, { sum }: { sum: number }) => ({
    en: `${form} ${of.map(({ code }) => code).join(', ')} for ${sum}`,
    cn: '',
  })
  const page = stage(<Page action={{ ...off, message: made } as never} />)
  await go(page)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^Sent for approval: request AT, FR for 7/)).toBeDefined()
  expect(dialog.getByText('Land DE')).toBeDefined()
  expect(dialog.queryByText('Undo')).toBeNull()
})

test('a second click while it runs sends nothing', async () => {
  const sent = vi.fn()
  let finish: (answer: never) => void = () => {}
  answer(countryCalls.enable, () => {
    sent()
    return new Promise<never>((resolve) => (finish = resolve))
  })
  const page = stage(<Page action={off} />)
  await go(page)
  await go(page)
  finish({ outcomes: [] } as never)
  await screen.findByText('AT, DE, FR switched off')
  expect(sent).toHaveBeenCalledOnce()
})
