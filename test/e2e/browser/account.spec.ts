import { signInTo } from '../contact-messages.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const NEW_PASSWORD = 'another password for tests'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('a new password: wrong ones are refused in place, then every other browser is out', async ({
  page,
  browser,
  start,
}) => {
  const site = await start()
  const context = await browser.newContext({ baseURL: site.origin })
  const other = await context.newPage()
  await signInTo(other, site)
  await signInTo(page, site)
  await page.locator('summary').filter({ hasText: site.username }).click()
  const menu = page.getByRole('banner')
  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Account' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  const [current, next, repeat] = [
    page.getByLabel('Current password', { exact: true }),
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Repeat new password', { exact: true }),
  ]
  await current.fill('wrong')
  await next.fill(NEW_PASSWORD)
  await repeat.fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Show new password', exact: true }).click()
  await expect(next).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveAccessibleDescription('This is not your current password')
  await expectAccessible(page)

  await current.fill(site.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await other.goto('/admin/account')
  await expect(other).toHaveURL(/\/admin\/login/)
  await signInTo(other, site, NEW_PASSWORD)

  await page.reload()
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Session ended' })).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login/)
  await context.close()
})
