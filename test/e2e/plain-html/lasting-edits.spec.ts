import { expect, test } from './fixtures.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 4(?:09|22)/] })

test('a session that ends under a form: what was typed is kept over the sign-in, saved only by Update', async ({
  page,
  site,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  await page.getByRole('link', { name: 'Edit slide 1' }).click()
  await page.getByLabel('Subtitle').fill('Typed as the session ended')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') })
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Save slide' }).click()
  await expect(page.getByText('Your text is not lost')).toBeVisible()
  await page.getByLabel('Username').fill(site.username)
  await page.getByLabel('Password').fill(site.password)
  await page.getByRole('button', { name: 'Log in' }).click()

  await expect(page.getByText('Your changes are not saved yet')).toBeVisible()
  await expect(page.getByText('Files to choose again: “photo.jpg”.')).toBeVisible()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed as the session ended')
  await page.getByRole('button', { name: 'Save slide' }).click()
  await expect(page.getByText('Slide updated')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('Typed as the session ended')
})

test('a session that ends under the form of a new release: its name comes back, until the release is made', async ({
  page,
  site,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/releases')
  await page.getByLabel('Name').fill('Results of the quarter')
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Create release' }).click()
  await page.getByLabel('Username').fill(site.username)
  await page.getByLabel('Password').fill(site.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Your changes are not saved yet')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Results of the quarter')
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page.getByText('Release created. Add drafts to it')).toBeVisible()
  await page.goto('/admin/releases')
  await expect(page.getByLabel('Name')).toHaveValue('')
})
