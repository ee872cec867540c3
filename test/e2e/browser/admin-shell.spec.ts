import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

test.describe('search', () => {
  test('nothing is called so: it says what was looked for', async ({ page }) => {
    await page.goto('/admin')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nowhere to be found')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing says “nowhere to be found”')).toBeVisible()
  })

  test('a name of a screen, by keyboard alone: leads there', async ({ page }) => {
    await page.goto('/admin/stats')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('fiber')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('link', { name: 'Fiber Cable' }).click()
    await expect(page.getByRole('heading', { name: 'Fiber Cable', level: 1 })).toBeVisible()
  })

  test('a text inside a closed row: the row opens at its field', async ({ page }) => {
    await page.goto('/admin/power-cables')
    const text = await page.locator('[name="products[1].description"]').inputValue()
    await page.goto(`/admin/search?q=${encodeURIComponent(text.slice(0, 40))}`)
    await page.getByRole('main').getByRole('link').first().click()
    const field = page.locator('textarea[name="products[1].description"]')
    await expect(field).toBeVisible()
    await expect(field).toHaveValue(text)
  })
})

test('Control+S: saves the open form', async ({ page }) => {
  await page.goto('/admin/stats')
  await page.getByLabel('Years', { exact: true }).fill('36')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Stats updated successfully!' })).toBeVisible()
  await page.goto('/')
  await expect(page.locator('#stats')).toContainText('36')
})

test.describe('an address that is none', () => {
  test.use({ expectedConsoleErrors: [/404 \(Not Found\)/] })

  test('deeper than an editor: says so inside the shell', async ({ page }) => {
    const answer = await page.goto('/admin/stats/deeper')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  })
})
