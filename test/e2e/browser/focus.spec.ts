import { z } from 'zod'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectStatus, pressUpdate } from '../prove-editor.ts'

// Each test edits its own section, so the workers can share the tests.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ signIn }) => signIn())

test('saved by the bar: the open row stays open, the focus on the button', async ({ page }) => {
  await page.goto('/admin/power-cables')
  const row = rowOf(page, 1)
  await row.locator('summary').click()
  await row.getByLabel('Description').fill('Said anew')
  await pressUpdate(page)
  await expectStatus(page, 'Power Cable section updated successfully!')
  await expect(row.getByLabel('Description')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Update' })).toBeFocused()

  // The cursor stays in the text that was typed last.
  await row.getByLabel('Title').fill('Compound')
  await row.getByLabel('Title').press('ArrowLeft')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(row.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('x')
  await expect(row.getByLabel('Title')).toHaveValue('Compounxd')
})

test('saved by the button of a row: the row stays open, the focus on its button', async ({ page }) => {
  await page.goto('/admin/products')
  const row = rowOf(page, 1)
  await row.locator('summary').click()
  await row.getByLabel('Description').fill('Said anew')
  const update = row.getByRole('button', { name: /^Update/ })
  await update.press('Enter')
  await expectStatus(page, 'Product updated successfully.')
  await expect(update).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expectStatus(page, 'The edit was undone')
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused()
  await page.getByRole('link', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByText('The edit was undone')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('rows added and removed: the new one’s first field, then the row that follows, at the end the one before', async ({
  page,
}) => {
  await page.goto('/admin/management')
  await page.getByRole('button', { name: 'Add director' }).press('Enter')
  await expect(rowOf(page, 6).getByLabel('Name')).toBeFocused()
  await removeRow(page, 6)
  await expect(rowOf(page, 5).locator('summary')).toBeFocused()
  await removeRow(page, 1)
  await expect(page.getByRole('group', { name: /^Board of directors/ }).locator('.item')).toHaveCount(5)
  await expect(rowOf(page, 1).locator('summary')).toBeFocused()
})

test('texts added and removed: the new field, then the button of the text that follows', async ({ page }) => {
  await page.goto('/admin/quality-control')
  await page.getByRole('button', { name: 'Add description' }).press('Enter')
  const fields = page.getByLabel(/^Description \d/)
  await expect(fields.last()).toBeFocused()
  await page.getByRole('button', { name: 'Remove Description 1', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Description 1', exact: true })).toBeFocused()
})

for (const { section, add, field } of [
  { section: 'news-section', add: 'Add news item', field: 'newsItems[0].text' },
  { section: 'news', add: 'Add event card', field: 'events[0].title' },
]) {
  test(`${add}: where the list begins, in sight, with the focus on its first field`, async ({ page }) => {
    await page.goto(`/admin/${section}`)
    await page.getByRole('button', { name: add }).press('Enter')
    const first = page.locator(`[name="${field}"]:visible`)
    await expect(first).toHaveValue('')
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport({ ratio: 1 })
  })
}

test('a slide deleted: the next one’s Edit', async ({ page }) => {
  await page.goto('/admin/herocarousel')
  const edits = page.getByRole('link', { name: /^Edit slide/ })
  const count = await edits.count()
  for (const left of [count - 1, count - 2]) {
    await edits.first().click()
    await page.getByRole('link', { name: 'Delete slide' }).click()
    await page.getByRole('dialog', { name: 'Delete slide' }).getByRole('button', { name: 'Delete slide' }).click()
    await expect(edits).toHaveCount(left)
    await expect(edits.first()).toBeFocused()
  }
})

test('two pictures brought back from the history: the next button, then the heading', async ({ page }) => {
  const pictures = z.array(z.object({ _id: z.string() })).parse(await (await page.request.get('/api/gallery')).json())
  for (const { _id } of pictures.slice(0, 2)) {
    const deleted = await page.request.delete(`/api/gallery/${_id}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(deleted.status()).toBe(204)
  }
  await page.goto('/admin/history/gallery')
  const restore = page.getByRole('button', { name: /^Restore/ })
  await expect(restore).toHaveCount(2)
  await restore.first().press('Enter')
  await expect(restore).toHaveCount(1)
  await expect(restore).toBeFocused()
  await restore.press('Enter')
  await expect(restore).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('slides moved to the end by their buttons: the focus stays in the row', async ({ page }) => {
  await page.goto('/admin/herocarousel')
  const title = await page.getByRole('rowheader').first().innerText()
  const rows = page.getByRole('row')
  const moved = rows.filter({ hasText: title.split('\n')[0] ?? title })
  const last = (await rows.count()) - 2
  for (let index = 0; index < last; index += 1) {
    await moved.getByRole('button', { name: /down$/ }).press('Enter')
    await expect(moved.locator('.data-table__no')).toHaveText(new RegExp(`^${index + 2}\\b`))
  }
  await expect(moved.locator(':focus')).toHaveCount(1)
})

/** The row of an entry, by its index from 0. */
function rowOf(page: Page, index: number): Locator {
  return page.locator('.item').nth(index)
}

async function removeRow(page: Page, index: number) {
  const row = rowOf(page, index)
  const remove = row.getByRole('button', { name: /^Remove/ })
  if (!(await remove.isVisible())) await row.locator('summary').click()
  await row.getByRole('button', { name: 'Remove director' }).press('Enter')
}
