import { expect, test } from './fixtures.ts'

test('home page without JavaScript: every heading and figure is visible, no text waits for a script', async ({
  page,
}) => {
  await page.goto('/')
  for (const heading of await page.getByRole('main').getByRole('heading').all()) {
    await heading.scrollIntoViewIfNeeded()
    await expect(heading).toBeVisible()
    await expect(heading).toHaveCSS('opacity', '1')
  }
  await expect(page.getByRole('main')).not.toContainText('Loading...')
})

test('cards that appear with a script: there from the start without one, before they are scrolled to', async ({
  page,
}) => {
  await page.goto('/')
  const cards = page.locator('.reveal')
  expect(await cards.count()).toBeGreaterThan(5)
  for (const card of await cards.all()) await expect(card).toHaveCSS('opacity', '1')
})

test('admin pages without a session: lead to the login form, and back after it', async ({ page, site }) => {
  await page.goto('/admin/herocarousel')
  await expect(page).toHaveURL(`${site.origin}/admin/login?returnTo=%2Fadmin%2Fherocarousel`)
  await page.getByLabel('Username').fill(site.username)
  await page.getByLabel('Password').fill(site.password)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(`${site.origin}/admin/herocarousel`)
})

test.describe('wrong password', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 401/] })

  test('the alert says so, and the user name is still there', async ({ page, site }) => {
    await page.goto('/admin/login')
    await page.getByLabel('Username').fill(site.username)
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
    await expect(page.getByLabel('Username')).toHaveValue(site.username)
  })
})
