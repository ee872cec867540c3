import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('a picture opens in a dialog, 400 px high; a click beside it does not close it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const { titles, dialog } = await openFirst(page)
  await expect(dialog.getByRole('img', { name: titles[0] ?? '', exact: true })).toHaveCSS('height', '400px')
  // Axe measures contrast, so the dialog must have faded in.
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page)

  await page.mouse.click(4, 4)
  await page.mouse.click(1276, 896)
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/gallery$/)
})

test('previous and next go round in a circle, by button and by arrow key', async ({ page }) => {
  const { titles, dialog } = await openFirst(page)
  const [first = '', second = ''] = titles
  const last = titles.at(-1) ?? ''
  const shown = dialog.getByRole('heading')
  const previous = dialog.getByRole('button', { name: 'Previous picture' })
  const next = dialog.getByRole('button', { name: 'Next picture' })

  await expect(shown).toHaveText(first)
  await previous.click()
  await expect(shown).toHaveText(last)
  await expect(dialog.getByText(`${titles.length} of ${titles.length}`)).toBeVisible()
  await expect(dialog.getByRole('img', { name: last, exact: true })).toBeVisible()
  await next.click()
  await expect(shown).toHaveText(first)
  await next.click()
  await expect(shown).toHaveText(second)

  await page.keyboard.press('ArrowLeft')
  await expect(shown).toHaveText(first)
  await page.keyboard.press('ArrowLeft')
  await expect(shown).toHaveText(last)
  await page.keyboard.press('ArrowRight')
  await expect(shown).toHaveText(first)
})

test('Escape and Close: the dialog is gone, and the focus is back on the picture', async ({ page }) => {
  const { opener, dialog } = await openFirst(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  // The page must process the close event before the dialog can open again.
  await expect(page.locator('dialog')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

async function openFirst(page: Page) {
  await page.goto('/gallery')
  // Before hydration, the link opens the file.
  await page.waitForFunction(() => '__remixRouter' in window)
  const links = page.getByRole('link', { name: /^Show picture:/ })
  const titles = (await links.allTextContents()).map((text) => text.replace(/^Show picture: /, ''))
  expect(titles.length).toBeGreaterThan(2)
  const opener = links.first()
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return { titles, opener, dialog }
}
