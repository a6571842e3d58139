// @vitest-environment happy-dom
// A form in a drawer: validation, confirmation, and each kind of refusal.
import { countryCalls } from '@greenroom/contract/systemRecords'
import { countryCalls as schemas } from '@greenroom/contract/systemRecords.schema'
import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, Refuse, type Sent, signIn, stage, unmount } from '../../../test/stage.tsx'
import { FormDrawer } from './FormDrawer.tsx'

const schema = schemas.update

beforeEach(() => signIn())
afterEach(unmount)

const initial = {
  code: 'AT',
  version: 1,
  nameEn: 'Austria',
  nameCn: '奥地利',
  diallingCode: '+43',
  currency: 'EUR',
  region: 'Europe',
  sort: 1,
}
const closed = vi.fn()
beforeEach(() => closed.mockReset())

function Drawer({ theirs = initial }: { theirs?: typeof initial }) {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return (
    <FormDrawer
      title="Edit"
      close={() => {
        setOpen(false)
        closed()
      }}
      draft="system.country:AT"
      call={countryCalls.update}
      schema={schema.payload}
      initial={initial}
      message={() => ({ en: 'Austria edited', cn: '' })}
      waiting={() => ({ en: 'Edit Austria', cn: '' })}
      theirs={async () => theirs}
    >
      {(form) => (
        <>
          <TextInput label="English" {...form.getInputProps('nameEn')} />
          <TextInput label="Region" {...form.getInputProps('region')} />
        </>
      )}
    </FormDrawer>
  )
}
const english = () => screen.getByLabelText<HTMLInputElement>('English')
const save = () => screen.getByRole('button', { name: 'Save' })
const sending = (reply: (sent: Sent) => object) => {
  const sent: Sent[] = []
  answer(countryCalls.update, (one) => {
    sent.push(one)
    return reply(one) as never
  })
  return sent
}

test('sends the input, confirms it, closes and deletes the draft', async () => {
  const sent = sending(() => ({}))
  const { user } = stage(<Drawer />)
  await user.clear(english())
  await user.type(english(), 'Republic of Austria')
  await user.click(save())
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(sent[0]!.payload).toMatchObject({ code: 'AT', version: '1', nameEn: 'Republic of Austria', region: 'Europe' })
  await screen.findByText('Austria edited')
  expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([])
})

test('input refused by the contract is never sent; a server refusal is shown under its field and no input is lost', async () => {
  const sent = sending(() => new Refuse(10009, [{ field: 'region', message: 'no such region' }]))
  const { user } = stage(<Drawer />)
  await user.clear(english())
  await user.click(save())
  await waitFor(() => expect(english().getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toHaveLength(0)
  await user.type(english(), 'A')
  await user.click(save())
  await waitFor(() => expect(screen.getByLabelText('Region').getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toHaveLength(1)
  expect(english().value).toBe('A')
  expect(closed).not.toHaveBeenCalled()
})

test('an answer that waits for a second member of staff says so instead of confirming', async () => {
  sending(() => ({ approvalId: 'a-1' }))
  const { user } = stage(<Drawer />)
  await user.clear(english())
  await user.type(english(), 'Republic of Austria')
  await user.click(save())
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  await screen.findByText(/Edit Austria/)
  expect(screen.queryByText('Austria edited')).toBeNull()
})

test('a changed form asks before closing, an unchanged one does not', async () => {
  const { user, unmount } = stage(<Drawer />)
  await user.type(english(), '!')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = screen.getByRole('alertdialog')
  expect(closed).not.toHaveBeenCalled()
  await user.click(question.querySelectorAll('button')[0]!)
  expect(english().value).toBe('Austria!')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('alertdialog').querySelectorAll('button')[1]!)
  expect(closed).toHaveBeenCalledOnce()
  unmount()
  const again = stage(<Drawer />)
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(closed).toHaveBeenCalledTimes(2)
})

test('a stale write shows both values; the merged record is sent with the newer version', async () => {
  const theirs = { ...initial, version: 2, region: 'Alps' }
  let version = 1
  const sent = sending(({ payload }) => (Number(payload['version']) === version ? {} : new Refuse(20000)))
  version = 2
  const { user } = stage(<Drawer theirs={theirs} />)
  await user.type(english(), '!')
  await user.click(save())
  await screen.findByText('Alps')
  expect(closed).not.toHaveBeenCalled()
  // The dialog offers to continue with both.
  const buttons = screen.getAllByRole('button').filter((button) => button.textContent !== '')
  await user.click(buttons.at(-1)!)
  await waitFor(() => expect(english().value).toBe('Austria!'))
  expect(screen.getByLabelText<HTMLInputElement>('Region').value).toBe('Alps')
  await user.click(save())
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(sent.map(({ payload }) => [payload['version'], payload['nameEn'], payload['region']])).toEqual([
    ['1', 'Austria!', 'Europe'],
    ['2', 'Austria!', 'Alps'],
  ])
})

test('is sent once, however often the shortcut is pressed before the answer, and not by a held key', async () => {
  const sent: Sent[] = []
  let finish: (answer: object) => void = () => {}
  answer(countryCalls.update, (one) => {
    sent.push(one)
    return new Promise<never>((resolve) => (finish = resolve as typeof finish))
  })
  const { user } = stage(<Drawer />)
  await user.type(english(), ' 2')
  fireEvent.keyDown(english(), { key: 'Enter', ctrlKey: true, repeat: true })
  expect(sent).toHaveLength(0)
  for (let press = 0; press < 3; press++) fireEvent.keyDown(english(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.keyDown(english(), { key: 'Enter', metaKey: true })
  fireEvent.submit(english().closest('form')!)
  finish({})
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
})

test('a field that the server refuses has the focus', async () => {
  sending(() => new Refuse(10009, [{ field: 'region', message: 'wrong' }]))
  const { user } = stage(<Drawer />)
  await user.type(english(), ' 2')
  await user.click(save())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Region')))
})
