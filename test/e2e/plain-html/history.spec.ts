import { expect, test } from './fixtures.ts'

test('an edit by plain forms: found by its filters, compared, restored and undone', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/quality-control')
  const title = page.getByLabel('Title', { exact: true })
  const before = await title.inputValue()
  await title.fill(`${before}, every day`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Quality Control updated successfully!' })).toBeVisible()

  await page.goto('/admin/history')
  await page.getByLabel('Section', { exact: true }).selectOption('quality-control')
  await page.getByLabel('By').selectOption('admin')
  await page.getByRole('button', { name: 'Filter' }).click()
  const rows = page.locator('.editrows li')
  await expect(rows.filter({ hasNotText: 'Quality Control' })).toHaveCount(0)
  // The newest first.
  await rows
    .getByRole('link', { name: /^Quality Control/ })
    .first()
    .click()
  await expect(page.getByRole('insertion')).toHaveText(', every day')

  await page.getByRole('link', { name: 'Restore the version before' }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The earlier version was restored' })).toBeVisible()
  expect(await titleOnTheSite()).toBe(before)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect(await titleOnTheSite()).toBe(`${before}, every day`)

  async function titleOnTheSite() {
    const response: { title: string } = await (await page.request.get('/api/qualitycontrol')).json()
    return response.title
  }
})

test('a deleted report: brought back by a plain form', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/reports')
  const rows = page.getByRole('row')
  const count = await rows.count()
  await page
    .getByRole('link', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('link', { name: /^Removed/ }).click()
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'was restored' })).toBeVisible()
  await page.goto('/admin/reports')
  await expect(rows).toHaveCount(count)
})
