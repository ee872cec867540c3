import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from './fixtures.ts'

test('360 px wide: the menu opens and leads to a page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const services = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' })
  await expect(services).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await services.click()
  await expect(page).toHaveURL(/\/services$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(services).toBeHidden()
})

test('investors: a section opens by a click and for a fragment, and its policy is a PDF', async ({ page }) => {
  await page.goto('/investors')
  const policy = page.getByRole('link', { name: /Whistle Blower Policy/ })
  await expect(policy).toBeHidden()
  await page.getByRole('heading', { name: 'Governance' }).click()
  await expect(policy).toBeVisible()

  await page.goto('/')
  await page.goto('/investors#governance')
  await expect(page.getByRole('heading', { name: 'Governance' })).toBeInViewport()
  await expect(policy).toBeVisible()
  const response = await page.request.get((await policy.getAttribute('href')) ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('Drhp: the disclaimer stands before the page until it is confirmed', async ({ page }) => {
  await page.goto('/investors/Drhp')
  const dialog = page.getByRole('dialog', { name: 'Disclaimer' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(dialog).toBeVisible()
  await expect(heading).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(heading).toBeVisible()

  await page.getByRole('link', { name: /Draft Red Herring Prospectus PDF/ }).click()
  await expect(page).toHaveURL(/\/documents\//)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'I Confirm' }).click()
  expect((await download).suggestedFilename()).toBe('draft-red-herring-prospectus.pdf')
})

test('gallery: a picture is shown in a dialog on the page; previous, next and close are links', async ({ page }) => {
  await page.goto('/gallery')
  const openers = page.getByRole('link', { name: /^Show picture:/ })
  const titles = (await openers.allTextContents()).map((text) => text.replace('Show picture: ', ''))
  const dialog = page.getByRole('dialog')
  await openers.first().click()
  await expect(dialog).toHaveAccessibleName(titles[0] ?? '')
  await expect(dialog.getByRole('img', { name: titles[0] ?? '' })).toHaveCSS('height', '400px')
  await page.mouse.click(4, 4)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Previous picture' }).click()
  await expect(dialog).toHaveAccessibleName(titles.at(-1) ?? '')
  await dialog.getByRole('link', { name: 'Next picture' }).click()
  await expect(dialog).toHaveAccessibleName(titles[0] ?? '')
  await dialog.getByRole('link', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(openers.first()).toBeInViewport()
})

test.describe('contact form', () => {
  // The browser itself reports the status of a refused form on the console.
  test.use({ expectedConsoleErrors: [/status of 422/] })

  test('errors at the fields, then success; a reload sends nothing again; withdrawn by its link', async ({
    page,
    site,
  }) => {
    const inbox = path.join(site.dataDir, 'inbox')
    const before = await readdir(inbox).catch(() => [])
    await page.goto('/contactus')
    // Spaces pass the check of the browser, which checks the form if no script does.
    await page.getByLabel('First name').fill('   ')
    await page.getByLabel('Last name').fill('Naik')
    await page.getByLabel('E-mail').fill('asha@example.com')
    await page.getByLabel('Mobile').fill('+91 00000 00003')
    await page.getByRole('textbox', { name: 'Message' }).fill('XLPE for 33 kV')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('One field needs correction')
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('XLPE for 33 kV')
    await page.getByRole('link', { name: 'First name' }).click()
    await expect(page.getByLabel('First name')).toBeFocused()

    await page.getByLabel('First name').fill('Asha')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Message sent successfully!' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    const link = await page.getByRole('status').getByRole('link').getAttribute('href')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    await expect(page.getByText('Message sent successfully!')).toHaveCount(0)
    expect(await readdir(inbox)).toHaveLength(before.length + 1)

    await page.goto(link ?? '')
    await page.getByRole('button', { name: 'Withdraw my message' }).click()
    await expect(page.getByRole('heading', { name: 'Your message is withdrawn' })).toBeVisible()
  })
})
