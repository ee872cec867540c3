import { expect, test } from './fixtures.ts'

// The browser itself reports the status of the page for staff of a lower role on the console.
test.use({ expectedConsoleErrors: [/status of 403/] })

test('a person: invited, sets a password, may edit but not manage people; deactivated, is out at the next request', async ({
  page,
  signIn,
  browser,
  site,
}, { retry }) => {
  const name = `Asha Naik ${retry}`
  const username = `asha-${retry}@example.com`
  await signIn()
  await page.goto('/admin/people')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()

  const context = await browser.newContext({
    baseURL: site.origin,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const asha = await context.newPage()
  await asha.goto(link)
  await asha.getByLabel('Password', { exact: true }).fill('a sentence that nobody guesses')
  await asha.getByLabel('Repeat password').fill('another sentence than that one')
  await asha.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(
    asha.getByText('The password was not set.').or(asha.locator('[aria-invalid=true]')).first(),
  ).toBeVisible()
  await asha.getByLabel('Password', { exact: true }).fill('a sentence that nobody guesses')
  await asha.getByLabel('Repeat password').fill('a sentence that nobody guesses')
  await asha.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(asha.getByRole('heading', { level: 1 })).toContainText('Welcome')

  await asha.goto('/admin/stats')
  // A figure that no other test saves: a save that changes nothing is not in the history.
  await asha.locator('[name=yearsExperience]').fill(String(60 + retry))
  await asha.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(asha.getByText('Stats updated successfully!')).toBeVisible()
  await page.goto('/admin/history/stats')
  await expect(page.locator('main')).toContainText(name)

  expect((await asha.goto('/admin/people'))?.status()).toBe(403)
  await expect(asha.locator('main')).toContainText('administrator', { ignoreCase: true })
  expect((await asha.goto(link))?.status()).toBe(410)

  await page.goto('/admin/people')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Deactivated. This person cannot log in.')).toBeVisible()
  await asha.goto('/admin/stats')
  await expect(asha).toHaveURL(/\/admin\/login/)
  await context.close()
})
