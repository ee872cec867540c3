import { signInTo } from '../contact-messages.ts'
import { expect, test } from './fixtures.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('the account by plain forms: a slip is refused, then the password is another', async ({
  page,
  context,
  site,
  newPerson,
}) => {
  const person = await newPerson('Lena Rao')
  const password = 'another password for tests'
  await context.addCookies(person.cookies)
  await page.goto('/admin/account')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill('another slip for tests')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The two new passwords differ' })).toBeVisible()

  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status')).toContainText('Password changed')
  await page.locator('summary').filter({ hasText: person.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await signInTo(page, site, { ...person, password })
  await expect(page).toHaveURL(/\/admin$/)
})
