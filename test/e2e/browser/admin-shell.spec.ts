import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

test.describe('search', () => {
  test('nothing is called so: it says what was looked for', async ({ page }) => {
    await page.goto('/admin')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xyzzyx')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No results for “xyzzyx”')).toBeVisible()
    await expect(page.getByText('Some words are part of the design and cannot be edited')).toBeVisible()
  })

  test('a name of a screen, by keyboard alone: leads there', async ({ page }) => {
    await page.goto('/admin/stats')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('searchbox', { name: 'Search screens and texts' })).toBeFocused()
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

test('the dashboard at either address, a section, a tool: every link that is unfolded is on the screen at once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const sidebar = page.getByRole('navigation', { name: 'Sections' })
  for (const [address, current, open] of [
    ['/admin', 'Dashboard', 'Home page and reports'],
    ['/admin/dashboard', 'Dashboard', 'Home page and reports'],
    ['/admin/stats', 'Stats', 'Home page and reports'],
    ['/admin/management', 'Management', 'Investors'],
    ['/admin/product-pages/adhesive', 'Product pages', 'Products'],
    ['/admin/files', 'Files', 'Home page and reports'],
  ]) {
    await page.goto(address ?? '')
    await expect(sidebar.locator('[aria-current=page]')).toHaveText(current ?? '')
    await expect(sidebar.locator('[aria-current=page]')).toBeVisible()
    await expect(sidebar.locator('details[open] > summary')).toHaveText(open ?? '')
    expect(await sidebar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
      0,
    )
  }
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome/)
})

test('a group of the sidebar: opens by keyboard, and stays open on the page it leads to', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const sidebar = page.getByRole('navigation', { name: 'Sections' })
  const pages = sidebar.locator('summary', { hasText: /^Pages$/ })
  await pages.press('Enter')
  await sidebar.getByRole('link', { name: 'Careers' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Careers' })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Careers' })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Stats' })).toBeHidden()
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
    const response = await page.goto('/admin/stats/deeper')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  })
})
