import { expect, expectAccessible, test } from '../fixtures.ts'

const FILLING = '/admin/product-pages/cable-filling'

test('a product page: the preview follows what is typed, and what is saved is on the page at the next request', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(FILLING)
  const text = page.getByRole('textbox', { name: /^Description/ })
  const preview = page.getByRole('group', { name: 'Preview' })
  await expect(preview).toContainText('The compounds flow into the spaces between stranded cores')

  await text.fill('Keeps water out.')
  await text.press('Control+A')
  await text.press('Control+B')
  await expect(text).toHaveValue('**Keeps water out.**')
  await expect(preview.locator('strong')).toHaveText('Keeps water out.')
  await text.press('Control+Z')
  await expect(text).toHaveValue('Keeps water out.')
  await text.press('Control+Y')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add property' }).click()
  await page.getByLabel('Name of property 4').fill('Colour')
  for (const [index, grade] of ['CF 90', 'CF 95', 'CF 100', 'CF 105 W'].entries()) {
    await page.getByLabel(`Colour of ${grade}`, { exact: true }).fill(`Beige ${index}`)
  }
  await page.getByRole('button', { name: 'Move Colour left' }).click()
  await page.getByRole('button', { name: 'Remove Form' }).click()
  await expect(page.getByLabel(/^Name of property/)).toHaveCount(3)
  await expect(page.getByLabel('Colour of CF 95')).toHaveValue('Beige 1')
  await expect(page.getByLabel('Penetration, 0.1 mm of CF 95')).toHaveValue('62')

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Cable Filling Compound updated successfully!' }),
  ).toBeVisible()
  const shown = await (await page.request.get('/products/cable-filling')).text()
  expect(shown).toContain('<strong>Keeps water out.</strong>')
  expect(shown).toMatch(/Applied at.*Colour.*Penetration/s)
  expect(shown).not.toContain('Semi-liquid</td>')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel(/^Name of property/).first()).toHaveValue('Form')
  expect(await (await page.request.get('/products/cable-filling')).text()).toContain('The compounds flow into')
})

test('related products: chosen from those there are, in their order', async ({ page, signIn }) => {
  await signIn()
  await page.goto(FILLING)
  await page.getByRole('combobox', { name: 'Product 1' }).selectOption({ label: 'Adhesives' })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'updated successfully!' })).toBeVisible()
  const shown = await (await page.request.get('/products/cable-filling')).text()
  expect(shown).toMatch(/id="related-title".*\/products\/adhesive.*\/products\/pe-compound/s)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('combobox', { name: 'Product 1' })).toHaveValue('xlpe-compound')
})

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 422/] })

  test('a value left empty: said at its cell, with what was typed', async ({ page, signIn }) => {
    await signIn()
    await page.goto(FILLING)
    await page.getByLabel('Form of CF 90').fill('')
    await page.getByLabel('Form of CF 95').fill('Typed')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update Cable Filling Compound' })).toBeVisible()
    await expect(page.getByLabel('Form of CF 90')).toHaveAccessibleDescription('Enter value')
    await expect(page.getByLabel('Form of CF 95')).toHaveValue('Typed')
  })
})
