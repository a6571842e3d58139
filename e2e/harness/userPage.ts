// The user list and the user page.
import type { Page } from '@playwright/test'
import type { AppUser } from './appUsers.ts'
import { rowOf, search } from './list.ts'
import { expect } from './test.ts'

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const profile = (page: Page) => page.getByRole('region', { name: 'Profile' })

export async function openFromList(page: Page, user: AppUser): Promise<void> {
  await page.goto('/user/list')
  await search(page, 'ID or nickname', String(user.id))
  await rowOf(page, String(user.id)).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/user/detail/${user.id}`))
  await expect(page.getByRole('heading', { level: 1, name: user.nickname })).toBeVisible()
}
