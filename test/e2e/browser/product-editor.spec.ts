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

  await page.getByRole('button', { name: 'Add column' }).click()
  const column = page.getByRole('row', { name: 'Column 4' })
  await column.getByLabel('Shows').selectOption('Cure')
  await page.getByRole('button', { name: 'Move Column 4 up' }).click()
  await page.getByRole('button', { name: 'Remove Column 1' }).click()
  await expect(page.getByRole('row', { name: 'Column 3' }).getByLabel('Property')).toHaveValue('penetration')

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Cable Filling Compound updated successfully!' }),
  ).toBeVisible()
  const shown = await (await page.request.get('/products/cable-filling')).text()
  expect(shown).toContain('<strong>Keeps water out.</strong>')
  expect(shown).toMatch(/Applied at.*Cure.*Penetration/s)
  expect(shown).not.toContain('Semi-liquid</td>')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: 'Column 1' }).getByLabel('Property')).toHaveValue('form')
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

  test('a grade, from the screen of its page: a value without a method is refused at its field, and can be a draft', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto(FILLING)
    await page.getByRole('link', { name: 'CF 95', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'CF 95' })).toBeVisible()
    const value = page.getByRole('row').filter({ has: page.locator('option:checked', { hasText: 'Penetration' }) })
    await value.getByLabel(/^Value\b/).fill('64')
    await value.getByLabel('Method').fill('')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(value.getByLabel('Method')).toHaveAccessibleDescription(/Enter the method by which 64 was measured/)
    await expect(value.getByLabel(/^Value\b/)).toHaveValue('64')
    await value.getByLabel('Method').fill('ASTM D937')
    await page.getByRole('button', { name: 'Update' }).click()
    const whatChanged = page.getByLabel('What changed')
    await expect(whatChanged).toHaveAccessibleDescription(/Values have changed/)
    await whatChanged.fill('Measured anew')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'CF 95 updated successfully!' })).toBeVisible()
    expect(await (await page.request.get('/products/cable-filling')).text()).toContain('>64<')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'undone' })).toBeVisible()
    expect(await (await page.request.get('/products/cable-filling')).text()).toContain('>62<')
  })
})
