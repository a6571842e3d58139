import { checkAccessibility } from '../harness/accessibility.ts'
import { choose, grid, rowOf, rows, search } from '../harness/list.ts'
import type { Server } from '../harness/server.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

let last = 7_600_000

/** An author with two posts of one topic, and a rude comment under the first. */
async function anAuthor(server: Server) {
  const id = ++last
  await server.query(
    `insert into users.app_user (id, nickname, sex, created_at)
     values ($1::bigint, 'A rather long nickname that goes on and on ' || $1::bigint, 'woman', now())`,
    [id],
  )
  for (const [at, text] of ['Good morning, everyone', 'Buy followers at my page'].entries())
    await server.query(
      `insert into community.dynamic (id, user_id, text, topics, posted_at)
       values ($1, $2, $3, array['#topic' || $2::bigint], now() - make_interval(mins => $4))`,
      [`post-${id}-${at}`, id, text, 10 - at],
    )
  await server.query(
    `insert into community.topic (name, posts, first_posted_at, last_posted_at) values ('#topic' || $1::bigint, 2, now(), now())`,
    [id],
  )
  await server.query(
    `insert into community.comment (id, dynamic_id, user_id, text, score, labels, posted_at)
     values ($1, $2, $3, 'You are a fool', 0.91, '{insult}', now())`,
    [`comment-${id}`, `post-${id}-0`, id],
  )
  return id
}

test('a post is hidden with a reason, found as hidden, and its history says by whom', async ({
  page,
  server,
  signedIn,
}) => {
  const id = await anAuthor(server)
  await signedIn('administrator')
  await page.goto('/community/dynamic')
  await search(page, 'Author ID', String(id))
  await expect(rows(page)).toHaveCount(2)
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+H')
  await page.getByRole('dialog').getByLabel('Reason').fill('Advertising')
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expect(rowOf(page, 'Buy followers')).toContainText('Hidden')
  await choose(page, 'Status', 'Hidden')
  await expect(rows(page)).toHaveCount(1)
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Post' })
  await expect(drawer).toContainText('Hidden')
  await expect(drawer).toContainText('Advertising')
  await checkAccessibility(page)
})

test('several posts are pinned at once, and it can be undone', async ({ page, server, signedIn }) => {
  const id = await anAuthor(server)
  await signedIn('administrator')
  await page.goto(`/community/dynamic?userId=${id}`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(rows(page).filter({ hasText: 'Pinned' })).toHaveCount(2)
  await status(page, 'pinned').getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page).filter({ hasText: 'Pinned' })).toHaveCount(0)
})

test('a topic leads to its posts', async ({ page, server, signedIn }) => {
  const id = await anAuthor(server)
  await signedIn('administrator')
  await page.goto('/community/topic')
  await search(page, 'Topic', `#topic${id}`)
  await expect(rows(page)).toHaveCount(1)
  await checkAccessibility(page)
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/community/dynamic\\?topic=%23topic${id}`))
  await expect(rows(page)).toHaveCount(2)
})

test('a comment is taken down in Chinese', async ({ page, server, signedIn }) => {
  const id = await anAuthor(server)
  await signedIn('administrator')
  await page.goto(`/community/comment?lang=cn&userId=${id}`)
  const row = page.getByRole('row').filter({ hasText: 'You are a fool' })
  await expect(row).toContainText('insult')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '下架' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('辱骂')
  await page.keyboard.press('Control+Enter')
  await expect(row).toContainText('已下架')
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: '评论' })
  await expect(drawer).toContainText('辱骂')
  await expect(drawer).toContainText('Good morning, everyone')
  await checkAccessibility(page)
})
