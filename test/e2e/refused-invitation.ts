import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The person of the invitation. Usernames are unique on a site. */
export interface Invited {
  name: string
  username: string
}

/** Fills in the form that invites a person, and sends it. */
export async function invite(page: Page, invited: Invited): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(invited.name)
  await page.getByLabel('Username').fill(invited.username)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
}

/**
 * On the page that asks for the password of an invitation: a wrong one is refused, and Cancel leads back to the form as
 * it was typed. Sends it again.
 */
export async function refuseAndCancel(page: Page, invited: Invited): Promise<void> {
  await page.getByLabel('Your password').fill('wrong')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription('This is not your password')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing is changed yet. Your text is still here.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(invited.name)
  await expect(page.getByLabel('Username')).toHaveValue(invited.username)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
}
