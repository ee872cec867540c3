import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { withHandEdit } from '../hand-edit.ts'

test('the disclaimer: modal on entry, and nothing but its own answers closes it', async ({ page }) => {
  await page.goto('/investors/Drhp')
  const dialog = await modalDisclaimer(page)
  await expect(dialog.getByRole('heading', { name: 'Disclaimer' })).toBeFocused()
  await expect(page.getByRole('link', { name: /Draft Red Herring Prospectus PDF/ })).toBeHidden()
  await expectAccessible(page)

  // Browsers close the dialog at a second Escape, even if the page prevented the first.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await modalDisclaimer(page)
  await page.mouse.click(4, 4)
  await modalDisclaimer(page)
})

for (const [width, height] of [
  [640, 340],
  [740, 360],
  [667, 375],
  [360, 500],
  [1024, 480],
  [320, 256],
] as const) {
  test(`a low window of ${width} by ${height}: the wheel over the text brings the buttons into sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/investors/Drhp')
    const dialog = await modalDisclaimer(page)
    await page.mouse.move(width / 2, height - 40)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => dialog.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    // Now over the text.
    await page.mouse.wheel(0, 10_000)
    await expect(dialog.getByRole('button', { name: 'I Confirm' })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('link', { name: 'I Do Not Confirm' })).toBeInViewport({ ratio: 1 })
  })
}

test('I Confirm: the page is there, until it is loaded again', async ({ page }) => {
  await page.goto('/investors/Drhp')
  const dialog = await modalDisclaimer(page)
  await dialog.getByRole('button', { name: 'I Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/investors\/Drhp$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.getByRole('main')).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await modalDisclaimer(page)
})

test('the download: asks each time, with and without the page before, and starts when confirmed', async ({ page }) => {
  await page.goto('/investors/Drhp')
  await (await modalDisclaimer(page)).getByRole('button', { name: 'I Confirm' }).click()
  await page.getByRole('link', { name: /Draft Red Herring Prospectus PDF/ }).click()
  await expect(page).toHaveURL(/\/documents\/draft-red-herring-prospectus$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Disclaimer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'I Do Not Confirm' })).toHaveAttribute('href', /^https:/)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'I Confirm' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('draft-red-herring-prospectus.pdf')
  expect(new URL(file.url()).pathname).toMatch(/^\/confirmed\/[\w.-]+\/documents\/draft-red-herring-prospectus\.pdf$/)

  await page.goto('/uploads/documents/draft-red-herring-prospectus.pdf')
  await expect(page).toHaveURL(/\/documents\/draft-red-herring-prospectus$/)
})

test.describe('an address that has expired', () => {
  // The browser itself reports the status of the page.
  test.use({ expectedConsoleErrors: [/status of 403/] })

  test('the text again, and why', async ({ page }) => {
    await page.goto(`/confirmed/abc.${'A'.repeat(43)}/documents/draft-red-herring-prospectus.pdf`)
    await expect(page).toHaveURL(/\/documents\/draft-red-herring-prospectus\?again$/)
    await expect(page.getByRole('alert')).toContainText('ten minutes')
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'I Confirm' }).click()
    expect((await download).suggestedFilename()).toBe('draft-red-herring-prospectus.pdf')
  })
})

test('I Do Not Confirm: leads to the address that the content names', async ({ page, site }) => {
  const elsewhere = 'https://elsewhere.example/'
  const edit = {
    file: 'investors/drhp.yaml',
    address: '/investors/Drhp',
    edit: (text: string) => text.replace(/^( +declineUrl:) .*$/m, `$1 ${elsewhere}`),
  }
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }))
  await withHandEdit(site, edit, async () => {
    await page.goto('/investors/Drhp')
    const dialog = await modalDisclaimer(page)
    await dialog.getByRole('link', { name: 'I Do Not Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
    await expect(page).toHaveURL(elsewhere)
  })
})

test('/investors/drhp: 308 to the address with the capital letter, query kept', async ({ page }) => {
  const response = await page.request.get('/investors/drhp?from=mail', { maxRedirects: 0 })
  expect([response.status(), response.headers()['location']]).toEqual([308, '/investors/Drhp?from=mail'])
})

test('a link in lower case: leads to the page, with its disclaimer', async ({ page, site }) => {
  const edit = {
    file: 'site.yaml',
    address: '/services',
    edit: (text: string) => text.replace(/^( +link:) \/investors$/m, '$1 /investors/drhp'),
  }
  await withHandEdit(site, edit, async () => {
    await page.goto('/services')
    // Remix waits for style sheets before it handles the response, which is then an unhandled rejection for that time.
    const redirected = page.waitForResponse(
      (response) => response.request().resourceType() === 'fetch' && response.url().endsWith('/investors/drhp.data'),
    )
    await page.route('**/assets/drhp-*.css', async (route) => {
      await redirected
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Investor Relations' }).click()
    await expect(page).toHaveURL(/\/investors\/Drhp$/)
    await modalDisclaimer(page)
  })
})

async function modalDisclaimer(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Disclaimer' })
  await expect(dialog.and(page.locator('dialog:modal'))).toBeVisible()
  return dialog
}
