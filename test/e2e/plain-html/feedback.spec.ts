import { expect, test } from './fixtures.ts'
import { expectStatus, openField } from '../prove-editor.ts'

test.beforeEach(({ signIn }) => signIn())

test('a row saved by its own button: the page comes back to the open row, with the message in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products')
  const description = await openField(page, 'products[2].description')
  await description.fill('Said anew')
  await page
    .locator('.item')
    .nth(2)
    .getByRole('button', { name: /^Update/ })
    .click()
  await expectStatus(page, 'Product updated successfully.')
  await expect(page.getByText('Product updated successfully.', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(description).toBeVisible()
  await expect(page.locator('.item').nth(2)).toBeInViewport()
})

test('a new event: where the list begins, open and in sight; sent again after Back: there once', async ({ page }) => {
  await page.goto('/admin/news')
  await page.getByRole('button', { name: 'Add event card' }).click()
  const title = page.locator('[name="events[0].title"]')
  await expect(title).toHaveValue('')
  await expect(title).toBeInViewport()
  await expect(page.locator('[name="events[0]._id"]')).not.toHaveValue('')
})
