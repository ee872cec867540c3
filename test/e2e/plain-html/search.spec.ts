import { expect, test } from './fixtures.ts'

test('phones: a link leads to the search, and its answer to a document', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search$/)
  await page.getByRole('combobox', { name: 'What are you looking for?' }).fill('whistleblower')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  const documents = page.getByRole('region', { name: 'Documents' })
  const response = await page.request.get(
    (await documents.getByRole('link').first().getAttribute('href')) ?? 'no address',
  )
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('nothing found: the words go into a message', async ({ page }) => {
  await page.goto('/search?q=zebra+unicorn')
  await expect(page.getByText('Nothing on this website has “zebra” or “unicorn”.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask us' }).click()
  await expect(page).toHaveURL(/\/contactus\?about=zebra\+unicorn#form$/)
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/zebra unicorn/)
})
