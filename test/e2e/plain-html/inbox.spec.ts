import { sendMessages, signInTo } from '../contact-messages.ts'
import { expect, test } from './fixtures.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('messages by plain forms: found, read, deleted after a question, and back by Undo', async ({ page, start }) => {
  const site = await start()
  await sendMessages(site, ['Asha', 'Ravi'])
  await signInTo(page, site)
  await page.goto(`${site.origin}/admin/inbox`)
  const rows = page.getByRole('main').getByRole('listitem')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('asha')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(rows).toHaveCount(1)

  await page.getByRole('link', { name: 'Unread: Asha Naik' }).click()
  await expect(page.getByText('40 MT a month.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('status')).toContainText('Marked as read')
  await page.getByRole('link', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete 1 message?')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/inbox\?q=asha$/)

  await page.getByLabel('Choose the message of Asha Naik').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status')).toContainText('1 message deleted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toContainText('1 message restored')
  await expect(rows).toHaveCount(2)
})

test('the account by plain forms: a slip is refused, then the password is another', async ({ page, start }) => {
  const site = await start()
  const password = 'another password for tests'
  await signInTo(page, site)
  await page.goto(`${site.origin}/admin/account`)
  await page.getByLabel('Current password').fill(site.password)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill('another slip for tests')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The two new passwords differ' })).toBeVisible()

  await page.getByLabel('Current password').fill(site.password)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status')).toContainText('Password changed')
  await page.locator('summary').filter({ hasText: site.username }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await signInTo(page, site, password)
  await expect(page).toHaveURL(/\/admin$/)
})
