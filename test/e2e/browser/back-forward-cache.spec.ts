import { expect, test } from '../fixtures.ts'

// Chromium's headless shell keeps no page in memory, so the events are those of a page that is left and shown again. The
// tests in `engines/` go Back in Firefox and WebKit.
test('the disclaimer: shown again on Back from another document, and only its own answers close it', async ({
  page,
}) => {
  await page.goto('/investors/Drhp')
  const dialog = page.getByRole('dialog', { name: 'Disclaimer' })
  await dialog.getByRole('button', { name: 'I Confirm' }).click()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => {
    for (const name of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
  })
  await expect(dialog.and(page.locator('dialog:modal'))).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Disclaimer' })).toBeFocused()
  await expect(page.getByRole('link', { name: /Draft Red Herring Prospectus PDF/ })).toBeHidden()
  // The earlier confirmation must not close it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog.and(page.locator('dialog:modal'))).toBeVisible()
  await dialog.getByRole('button', { name: 'I Confirm' }).click()
  await expect(dialog).toBeHidden()
})

test('a screen of the administrator area: not shown on Back after the sign-out', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/stats')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stats')
  await page.goto('/services')
  // Signs out in another tab.
  const { status } = await page.evaluate(async () => {
    const response = await fetch('/api/auth/logout', { method: 'POST' })
    return { status: response.status }
  })
  expect(status).toBeLessThan(300)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/admin\/login/)
})
