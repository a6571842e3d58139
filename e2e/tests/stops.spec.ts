// The stop switches on Approvals: stopped at once with a reason, shown above the list and on Home, resumed alone or by two. In Chinese.
import { clientSave } from '@greenroom/contract/clients'
import { stoppedThing, thingResumed, thingStopped } from '@greenroom/contract/sentences/systemStops'
import { approvalDecide } from '@greenroom/contract/system'
import { stopList, stopOn } from '@greenroom/contract/systemStops'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { drawer, listRead } from '../harness/list.ts'
import { signIn, unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const bar = (page: Page, name: string) => page.getByRole('alert').filter({ hasText: name })

test('a client is stopped, and resumed by who stopped it or by two (cn)', async ({ page, server, signedIn }) => {
  const system = textsOf('cn', 'system')
  const name = unique('App ')
  const maker = await signIn(server, 'administrator')
  const checker = await server.administrator()
  const approve = async (approvalId: string) =>
    (await checker.call(approvalDecide, { ids: [approvalId], decision: 'approve' })).outcomes[0]
  const { approvalId } = await maker.client.call(clientSave, { name })
  expect(await approve(approvalId)).toMatchObject({ ok: true })
  const stopped = { kind: 'client', name } as const
  const thing = capital(stoppedThing(stopped).cn)
  const reason = textsOf('cn', 'list')('form.reason')

  await signedIn('administrator')
  await page.goto(`/sys/approval?tab=all&lang=cn`)
  await listRead(page)
  const title = system('actions.approval.stops')
  await page.getByRole('button', { name: title }).click()
  const switches = drawer(page, title)
  const stop = switches.getByRole('button', { name: system('stops.stopOne', { name: thing }) })
  await expect(stop).toBeVisible()
  await checkAccessibility(page)
  await stop.click()
  await expect(switches.getByText(system('stops.effect.client'))).toBeVisible()
  await switches.getByLabel(reason).fill('its key leaked')
  await checkAccessibility(page)
  await switches.getByRole('button', { name: system('stops.stop'), exact: true }).click()
  await expect(status(page, thingStopped(stopped).cn)).toBeVisible()
  await expect(switches.getByRole('row', { name: thing })).toContainText('its key leaked')
  await page.keyboard.press('Escape')
  await expect(bar(page, name)).toContainText('its key leaked')
  await checkAccessibility(page)

  // By the same account at once, from the bar.
  const resumeOne = { name: system('stops.resumeOne', { name: thing }) }
  await bar(page, name).getByRole('button', resumeOne).click()
  await expect(switches.getByText(system('stops.resumesAlone'))).toBeVisible()
  await switches.getByLabel(reason).fill('a new key')
  await switches.getByRole('button', { name: system('stops.resume'), exact: true }).click()
  await expect(status(page, thingResumed('done', stopped).cn)).toBeVisible()
  await expect(switches.getByRole('table', { name: system('stops.ended') })).toContainText('a new key')

  // What another account stopped: a request.
  const clients = await checker.call(stopList, {})
  const found = clients.things.find((one) => one.kind === 'client' && one.name === name)!
  await checker.call(stopOn, { kind: 'client', thing: found.thing, reason: 'it sends rubbish' })
  await page.goto(`/sys/approval?tab=all&lang=cn`)
  await bar(page, name).getByRole('button', resumeOne).click()
  await expect(switches.getByText(system('stops.resumesByTwo'))).toBeVisible()
  await switches.getByLabel(reason).fill('mended')
  await switches.getByRole('button', { name: system('stops.resume'), exact: true }).click()
  await expect(status(page, system('stops.asked'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page, name)).toContainText(system('stops.waits'))
  const asked = (await checker.call(stopList, {})).things.find(
    ({ stop: one }) => one?.reason === 'it sends rubbish' && one.name === name,
  )
  expect(await approve(asked!.stop!.approvalId!)).toMatchObject({ ok: true })
  await page.reload()
  await listRead(page)
  await expect(bar(page, name)).toBeHidden()
})

test('Home shows everybody who may see it that something is stopped', async ({ page, server, signedIn }) => {
  const checker = await server.administrator()
  await checker.call(stopOn, { kind: 'gateway', thing: unique('gateway '), reason: 'a test' })
  await signedIn('administrator')
  await page.goto('/')
  await page.getByRole('link', { name: /Stopped/ }).click()
  await expect(page).toHaveURL(/\/sys\/approval/)
  await expect(page.getByRole('alert').filter({ hasText: 'New orders of gateway' }).first()).toBeVisible()
})
