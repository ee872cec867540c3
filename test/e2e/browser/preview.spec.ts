import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

// Playwright inspects the frame with scripts, which the frame blocks.
test.use({
  expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/, /^Blocked script execution in '[^']*\/admin\/preview\//],
})

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

test('beside the form: follows what is typed, keeps the last valid state, and publishes nothing', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const scripts: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/assets/preview')) scripts.push(sent.url())
  })
  await page.goto('/admin/stats')
  const years = page.locator('[name=yearsExperience]')
  await years.fill('951')
  expect(scripts, 'nothing is fetched before it is opened').toEqual([])

  // The network is away when the preview is opened: the page is loaded again, with its styles, at the next change.
  let isAway = true
  await page.route(/view=frame/, (route) => (isAway ? route.abort('internetdisconnected') : route.continue()))
  await page.locator('.head').getByRole('button', { name: 'Preview' }).click()
  const panel = page.getByRole('complementary', { name: 'Preview' })
  await expect(panel.getByRole('status')).toContainText('The server cannot be reached')
  isAway = false
  await years.fill('950')
  const shown = page.frameLocator('iframe').locator('#stats')
  await expect(shown).toContainText('950')
  await expect(page.frameLocator('iframe').locator('body')).toHaveCSS('font-family', /Archivo/)
  await years.fill('951')
  await expect(shown).toContainText('951')
  await expect(shown).toBeInViewport()
  await years.fill('952')
  await expect(shown).toContainText('952')
  await expect(panel.getByRole('status')).toHaveText('The page with the content of the form. Nothing is published.')

  await years.fill('')
  await expect(panel.getByRole('status')).toHaveText(
    '1 field needs attention. The preview shows the last valid version.',
  )
  await expect(shown).toContainText('952')
  expect(await (await request.get('/')).text()).not.toContain('>952<')

  // A link in the page does nothing.
  await page.frameLocator('iframe').getByRole('link', { name: 'Careers' }).first().click()
  await expect(shown).toContainText('952')
  expect(page.context().pages()).toHaveLength(1)

  await expectAccessible(page)
})

test('a new entry: no page at first, but what is to be done; its page once the fields are filled in', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/news-articles/previewed?title=Previewed')
  const panel = page.getByRole('complementary', { name: 'Preview' })
  await expect(panel.getByRole('status')).toHaveText(
    'The page is shown here as soon as the required fields are filled in.',
  )
  await expect(page.locator('iframe')).toBeHidden()
  await page.getByLabel('Date').fill('2026-05-04')
  await page.getByLabel('Introduction').fill('A lead.')
  await page.locator('[name=body]').fill('A text.')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Previewed' })).toBeVisible()
  await expect(panel.getByRole('status')).toHaveText('The page with the content of the form. Nothing is published.')
})

test('on a wide screen: opens by itself, without moving the form, and stays closed once it was closed', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const panel = page.getByRole('complementary', { name: 'Preview' })
  const button = page.getByRole('button', { name: 'Preview', exact: true })
  const placeOf = (shown: Page) => shown.getByLabel('Years', { exact: true }).boundingBox()
  // The form before its scripts arrive, with the place of the preview kept free.
  const early = await context.newPage()
  await early.setViewportSize({ width: 1440, height: 900 })
  await early.route('**/assets/*.js', () => {})
  await early.goto('/admin/stats', { waitUntil: 'domcontentloaded' })
  const before = await placeOf(early)
  await early.close()
  await page.goto('/admin/stats')
  await expect(panel.getByRole('status')).toContainText('Nothing is published')
  expect(await placeOf(page)).toEqual(before)
  await expect(button).toHaveCount(1)

  await panel.getByRole('button', { name: 'Close the preview' }).click()
  await page.goto('/admin/about')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(panel).toHaveCount(0)
  await button.click()
  await expect(panel).toBeVisible()
  await page.goto('/admin/stats')
  await expect(panel).toBeVisible()
})

test('its width is remembered, and the shortcut opens and closes it, also from within the page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/about')
  const panel = page.getByRole('complementary', { name: 'Preview' })
  await panel.getByRole('button', { name: 'Phone' }).click()
  // Not evaluated in the frame itself, which runs no scripts.
  const widthOfPage = () =>
    page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.documentElement.clientWidth)
  await expect.poll(widthOfPage).toBe(390)
  // Shortcuts work within the page once it has loaded.
  await expect(panel.getByRole('status')).toContainText('Nothing is published')
  await page
    .frameLocator('iframe')
    .locator('main')
    .click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+e')
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('Control+e')
  await expect(panel.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone: over the form, closed by Escape, the focus comes back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/stats')
  const button = page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Preview' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await expect(dialog.getByRole('status')).toContainText('Nothing is published')
  await expect(dialog.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('a slide: in its dialog, scrolled to that slide', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/herocarousel')
  await page.getByRole('link', { name: 'Edit slide 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit slide' })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByLabel('Title', { exact: true }).fill('Typed just now')
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Typed just now' })
  await expect(heading).toBeInViewport()
})
