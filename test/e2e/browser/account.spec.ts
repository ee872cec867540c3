import { signInTo } from '../contact-messages.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { inviteByForm, PASSWORD } from '../new-person.ts'

const NEW_PASSWORD = 'another password for tests'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('a new password: wrong ones are refused in place, then every other browser is out', async ({
  page,
  browser,
  site,
  newPerson,
}) => {
  const person = await newPerson('Asha Naik')
  const context = await browser.newContext({ baseURL: site.origin })
  await context.addCookies(person.cookies)
  const other = await context.newPage()
  await signInTo(page, site, person)
  await page.locator('summary').filter({ hasText: person.name }).click()
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

  await current.fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await other.goto('/admin/account')
  await expect(other).toHaveURL(/\/admin\/login/)
  await signInTo(other, site, { ...person, password: NEW_PASSWORD })

  await page.reload()
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Session ended' })).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login/)
  await context.close()
})

test('the link of an invitation: a password is set there, and the person is signed in', async ({
  page,
  administrator,
}) => {
  const person = { name: 'Ravi Kamat', username: 'ravi-by-link@example.com', role: 'editor' as const }
  await page.goto(await inviteByForm(administrator, person))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
})
