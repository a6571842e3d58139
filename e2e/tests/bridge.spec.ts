import { createClient } from '@greenroom/bridge-client'
import { clientList, deliveryList } from '@greenroom/contract/clients'
import { approvalList } from '@greenroom/contract/system'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { aClient, approveAsAnother } from '../harness/bridgeClient.ts'
import { act, drawer, grid, listRead, rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

/** A client that accepted nothing for three days: one dead command for each of `users`. */
async function deadLetters(server: Server, users: number[]): Promise<{ clientId: number; name: string }> {
  const name = unique('Broken app ')
  const [client] = await server.query<{ id: number }>(
    `insert into bridge.client (name, endpoint, created_by, created_at, updated_by, updated_at)
     values ($1, 'https://app.example.com/greenroom', 'a test', now(), 'a test', now()) returning id`,
    [name],
  )
  for (const user of users)
    await server.query(
      `with command as (
         insert into bridge.command (id, type, subject, stream, data, at)
         values (uuidv7(), 'user.unbanned', $1, 'sanctions', $2, now()) returning *)
       insert into bridge.delivery (client_id, command_id, type, subject, stream, state, attempts, next_at, first_at, last_status, last_error)
       select $3, id, type, subject, stream, 'dead', 40, now(), now() - interval '3 days', 503, 'answered 503' from command`,
      [`user:${user}`, JSON.stringify({ userId: user, reason: 'an appeal' }), client!.id],
    )
  return { clientId: client!.id, name }
}

/** Waits for a pending approval of this title, beside those of other tests. @returns its id */
async function waiting(server: Server, title: string): Promise<string> {
  const found = async () =>
    (await (await server.administrator()).call(approvalList, { state: 'pending' })).records.find(
      (one) => one.title === title,
    )?.approvalId
  await expect.poll(found).toBeDefined()
  return (await found())!
}

/** Fetches a client's new secret on the screen, and checks that it works only once. @returns the secret */
async function fetchSecret(page: Page, name: string): Promise<string> {
  await act(page, rowOf(page, name), 'Secrets')
  const secrets = drawer(page, `Secrets: ${name}`)
  await expect(secrets.getByText('Your request was approved')).toBeVisible()
  await secrets.getByRole('button', { name: 'Fetch secret' }).click()
  await expect(secrets.getByText('This secret is shown only now')).toBeVisible()
  const secret = (await secrets.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await checkAccessibility(page)
  await secrets.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  return secret
}

test('a client is added and its secret rotated after approval; the requester fetches each secret once', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const name = unique('Star app ')
  await page.goto('/sys/bridge')
  await page.getByRole('button', { name: 'Add client' }).click()
  const form = drawer(page, 'Add client')
  await expect(form.getByText('Another member of staff must approve a new client')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Endpoint').fill('https://app.example.com/greenroom')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Request approval' }).click()
  await expect(status(page, `Sent for approval: Add app client ${name}`)).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)

  const requested = await waiting(server, `Add app client ${name}, commands to https://app.example.com/greenroom`)
  await approveAsAnother(server, requested)
  await page.reload()
  const first = await fetchSecret(page, name)
  await expect(rowOf(page, name)).toContainText(first.slice(0, 10))

  await act(page, rowOf(page, name), 'Rotate secret')
  const question = drawer(page, 'Rotate secret')
  await question.getByLabel('Keep the previous secret valid').fill('48')
  await question.getByRole('button', { name: 'Rotate secret' }).click()
  const rotation = await waiting(
    server,
    `Create a new secret for app client ${name}; the previous one stays valid for 48 hours`,
  )
  await approveAsAnother(server, rotation)
  await page.reload()
  const second = await fetchSecret(page, name)
  expect(second).not.toBe(first)

  await act(page, rowOf(page, name), 'Edit client')
  const edit = drawer(page, `Edit client: ${name}`)
  await edit.getByLabel('Endpoint').fill('https://app.example.com/moved')
  await expect(edit.getByText('another member of staff must approve the change')).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, `Sent for approval: Change the endpoint of app client ${name}`)).toBeVisible()
  await expect(rowOf(page, name)).toContainText('https://app.example.com/greenroom')

  await act(page, rowOf(page, name), 'Secrets')
  const secrets = drawer(page, `Secrets: ${name}`)
  await expect(secrets.getByText('Current')).toBeVisible()
  await expect(secrets.getByText('Previous')).toBeVisible()
  await secrets.getByRole('button', { name: 'Revoke' }).last().click()
  await secrets.getByLabel('Reason').fill('it leaked')
  await checkAccessibility(page)
  await secrets.getByRole('button', { name: 'Revoke' }).last().click()
  await expect(status(page, 'The secret was revoked')).toBeVisible()

  await act(page, rowOf(page, name), 'Disable')
  const disable = drawer(page, 'Disable')
  await disable.getByLabel('Reason').fill('the app moves')
  await disable.getByRole('button', { name: 'Disable' }).click()
  await expect(rowOf(page, name)).toContainText('Disabled')
  const { records } = await (await server.administrator()).call(clientList, { size: 200 })
  const row = records.find((client) => client.name === name)
  expect(row).toMatchObject({ enabled: false, secrets: [{ hint: second.slice(0, 10) }] })
})

test('dead letters are found from the client, read, and replayed: one, then the rest', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('administrator')
  const { clientId, name } = await deadLetters(server, [71, 72, 73])
  await page.goto('/sys/bridge')
  await rowOf(page, name).getByRole('link', { name: '3', exact: true }).click()
  await expect(page).toHaveURL(/tab=deliveries.*state=dead/)
  await expect(
    page.getByRole('navigation', { name: 'Sections of the bridge' }).getByText('Deliveries'),
  ).toHaveAttribute('aria-current', 'page')
  await listRead(page)
  await rowOf(page, 'user:72').getByRole('link').click()
  const command = drawer(page, 'user.unbanned · user:72')
  await expect(command.getByText('"userId": 72')).toBeVisible()
  await expect(command.getByText('answered 503')).toBeVisible()
  await checkAccessibility(page)
  await command.getByRole('button', { name: 'Replay' }).click()
  const ask = drawer(page, 'Replay')
  await ask.getByRole('button', { name: 'Replay' }).click()
  await expect(ask.getByText('Required', { exact: true })).toBeVisible()
  await ask.getByLabel('Reason').fill('the app is back')
  await ask.getByRole('button', { name: 'Replay' }).click()
  await expect(rowOf(page, 'user:72')).toHaveCount(0)

  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: /^Replay/ }).click()
  await ask.getByLabel('Reason').fill('the app is back')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('No matching rows')).toBeVisible()
  const { records } = await (await server.administrator()).call(deliveryList, { clientId })
  expect(records.map((row) => row.state)).toEqual(['waiting', 'waiting', 'waiting'])
})

/** Users whom the server fails to take in until `mend`: each is held after five failures. */
async function heldEvents(server: Server, nicknames: string[]) {
  const secret = await aClient(server, { name: unique('Faulty ') })
  await server.query("alter table users.app_user add constraint fault check (nickname not like 'fault %') not valid")
  const client = createClient({ url: server.url, secret, retry: { firstWaitMs: 1, longestWaitMs: 1 } })
  const answers = await client.send(
    nicknames.map((nickname, index) => ({
      type: 'user.registered',
      data: {
        userId: 8_900_001 + index,
        nickname,
        sex: 'woman',
        country: 'BR',
        language: 'pt',
        platform: 'ios',
        deviceId: nickname,
      },
    })),
  )
  expect(answers.map(({ held }) => held)).toEqual(nicknames.map(() => true))
  // Each failure is in the log, as it must be.
  expect(server.takeErrors()).toContain('violates check constraint "fault"')
  return { mend: () => server.query('alter table users.app_user drop constraint fault') }
}

test('events that failed are alarmed on Home, read with their reason, dropped or replayed', async ({
  page,
  server,
  signedIn,
}) => {
  const { mend } = await heldEvents(server, ['fault 1', 'fault 2'])
  await signedIn('administrator')
  await page.goto('/')
  await page.getByRole('link', { name: /Failed events/ }).click()
  await expect(page).toHaveURL(/tab=held.*state=held/)
  await listRead(page)
  await expect(rowOf(page, 'user.registered')).toHaveCount(2)
  await rowOf(page, 'user.registered').first().getByRole('link').click()
  const event = drawer(page, /user\.registered/)
  await expect(event.getByText('violates check constraint')).toBeVisible()
  await expect(event.getByText('"nickname": "fault')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')

  await act(page, rowOf(page, 'user.registered').first(), 'Drop')
  const drop = drawer(page, 'Drop')
  await drop.getByLabel('Reason').fill('a test account')
  await drop.getByRole('button', { name: 'Drop' }).click()
  await expect(status(page, '1 event dropped')).toBeVisible()
  await expect(rowOf(page, 'user.registered')).toHaveCount(1)
  await mend()
  await act(page, rowOf(page, 'user.registered'), 'Replay')
  const replay = drawer(page, 'Replay')
  await replay.getByLabel('Reason').fill('the fault is mended')
  await replay.getByRole('button', { name: 'Replay' }).click()
  await expect(status(page, '1 event replayed')).toBeVisible()
  await expect(page.getByText('No matching rows')).toBeVisible()
})

test('a read-only account sees everything, and the reason why nothing can be changed', async ({
  page,
  server,
  signedIn,
}) => {
  const { name } = await deadLetters(server, [81])
  await signedIn('reader')
  for (const tab of ['clients', 'traffic', 'rejections', 'held', 'deliveries']) {
    await page.goto(`/sys/bridge?tab=${tab}`)
    await expect(page.getByRole('navigation', { name: 'Sections of the bridge' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await checkAccessibility(page)
  }
  await page.goto('/sys/bridge')
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add client' })).toHaveAttribute('aria-disabled', 'true')
})

test('a restored copy says that it delivers nothing until deliveries are enabled', async ({
  page,
  server,
  signedIn,
}) => {
  await server.query(`insert into bridge.pause (since, restored_to) values (now(), '2026-11-22T10:00:00Z')`)
  await signedIn('administrator')
  await page.goto('/sys/bridge')
  const off = page.getByRole('alert').filter({ hasText: 'Deliveries to the app are off' })
  await expect(off).toBeVisible()
  await checkAccessibility(page)
  await off.getByRole('button', { name: 'Enable deliveries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enable deliveries' })
  await dialog.getByLabel('Reason').fill('the original is gone')
  await dialog.getByRole('button', { name: 'Enable deliveries' }).click()
  await expect(off).toHaveCount(0)
  expect(await server.query('select 1 from bridge.pause')).toEqual([])
  const logged = await server.query<{ reason: string }>(
    `select reason from log.readable where operation = 'client.resume'`,
  )
  expect(logged).toEqual([{ reason: 'the original is gone' }])
})
