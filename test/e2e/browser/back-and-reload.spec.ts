import { expect, test } from '../fixtures.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

const TOO_LONG = 'x'.repeat(300)

test('Reload after a refused post: the browser asks first, and the page stays where it is told to', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/contact-content')
  const title = page.getByLabel(/^Title/).first()
  await title.fill(TOO_LONG)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('link', { name: '1 error', exact: true })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => {
    setTimeout(() => {
      location.reload()
    })
  })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(title).toHaveValue(TOO_LONG)
})

test('Reload, Back and Forward after a save: what is saved, and nothing is sent again', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin')
  await page.getByText('Pages', { exact: true }).click()
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  const title = page.getByLabel(/^Title/).first()
  await title.fill('Write to us soon')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('status').getByText(/updated/)).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('Write to us soon')
  await expect(page.getByText('No changes')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/admin$/)
  // The address changes before the page does, and Forward would abort the loading.
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  await page.goForward()
  await expect(title).toHaveValue('Write to us soon')
  expect(posts).toHaveLength(1)
})
