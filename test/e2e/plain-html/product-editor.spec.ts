import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

test('a product page by plain forms: preview, columns by buttons, saved, on the page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/product-pages/adhesive')
  const text = page.getByRole('textbox', { name: /^Description/ })
  await text.fill('## Ties\n\nHolds *everything*.')
  await page.getByLabel('Opening sentence').fill('')
  await page.getByRole('button', { name: 'Preview the text' }).click()
  const preview = page.getByRole('group', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Ties' })).toBeVisible()
  await expect(preview.locator('em')).toHaveText('everything')
  await expect(text).toHaveValue('## Ties\n\nHolds *everything*.')
  expect(await (await page.request.get('/products/adhesive')).text()).not.toContain('Holds')

  await page.getByLabel('Opening sentence').fill('Holds the layers together.')
  const columns = page.getByRole('button', { name: /^Remove Column / })
  await expect(columns).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove Column 1' }).click()
  await expect(columns).toHaveCount(2)
  await expect(page.locator('[name="columns[0].title"]')).toHaveValue('Peel at 23 °C')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Adhesives updated successfully!' })).toBeVisible()
  const shown = await (await page.request.get('/products/adhesive')).text()
  expect(shown).toContain('Holds <em>everything</em>.')
  expect(shown).toContain('Holds the layers together.')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(columns).toHaveCount(3)
})

test('gallery pictures by a plain form: several at once, shown with their titles before they are saved', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/gallery')
  await page
    .getByLabel('Add pictures')
    .setInputFiles([await picture('Night.jpg', '#102030'), await picture('Day.jpg', '#f0e0d0')])
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(page.locator('.item__title').filter({ hasText: /^(Night|Day)$/ })).toHaveText(['Night', 'Day'])
  expect(await (await page.request.get('/gallery')).text()).not.toContain('Night')

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gallery updated successfully!' })).toBeVisible()
  expect(await (await page.request.get('/gallery')).text()).toMatch(/Night.*Day/s)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.item__title').filter({ hasText: 'Night' })).toHaveCount(0)
})

async function picture(name: string, background: string) {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}
