import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

// Dialogs inherit from where they are in the page, so each is opened in its real place.
const DIALOGS: { name: string; open: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'Leave without saving?',
    open: async (page) => {
      await page.goto('/admin/stats')
      await page.getByLabel('Years', { exact: true }).fill('37')
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Our Clients' }).click()
    },
  },
  {
    name: 'Choose an image',
    open: async (page) => {
      await page.goto('/admin/globalexpansion')
      await page.getByRole('button', { name: /^Choose existing/ }).click()
    },
  },
  {
    name: 'Delete report',
    open: async (page) => {
      await page.goto('/admin/reports')
      await page
        .getByRole('row')
        .nth(1)
        .getByRole('link', { name: /^Delete/ })
        .click()
    },
  },
]

test.beforeEach(({ signIn }) => signIn())

for (const { name, open } of DIALOGS) {
  test(`${name}: readable, nothing for axe to find`, async ({ page }) => {
    await open(page)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectAccessible(page)
  })
}

test('a message beside the preview: on one line, its button not covered', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/stats')
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await page.getByLabel('Years', { exact: true }).fill('38')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const message = page.getByRole('status').getByText('Stats updated successfully!')
  const [words, button] = await Promise.all(
    [message, page.getByRole('status').getByRole('button', { name: 'Undo' })].map((part) =>
      part.boundingBox().then((box) => box ?? { x: 0, y: 0, width: 0, height: 0 }),
    ),
  )
  expect(words?.height).toBeLessThan(30)
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(button?.x ?? 0)
})
