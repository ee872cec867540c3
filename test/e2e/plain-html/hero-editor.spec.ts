import { expect, test } from './fixtures.ts'
import { heroPicture } from '../hero-picture.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('a slide with a new picture, by plain forms: on the home page at the next request', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  await page.getByRole('link', { name: 'Add slide' }).click()

  // A refused picture: the reason beside the field, and what was typed is still there.
  await page.getByRole('textbox', { name: /^Title/ }).fill('Cables for\nthe desert')
  await page.locator('input[type=file]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  })
  await page.getByRole('button', { name: 'Save slide' }).click()
  await expect(page.getByText('is not a JPEG, PNG, WebP or AVIF image').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('Cables for\nthe desert')

  await page.locator('input[type=file]').setInputFiles(await heroPicture('Desert.jpg'))
  await page.getByRole('button', { name: 'Save slide' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Slide added' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/herocarousel$/)
  const home = await (await page.request.get('/')).text()
  expect(home).toMatch(/Cables for(?:<[^>]*>|\s)*the desert/)
  expect(home).toMatch(/desert-[0-9a-f]{8}\.jpg/)

  // The message is shown once.
  await page.reload()
  await expect(page.getByText('Slide added')).toHaveCount(0)
})

test('order and removal by plain forms', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  const titles = page.getByRole('rowheader')
  const [first = '', second = ''] = await titles.allInnerTexts()
  await page.getByRole('button', { name: 'Move slide 1 down' }).click()
  await expect(titles.first()).toHaveText(second, { useInnerText: true })
  await expect(page.getByRole('status').filter({ hasText: 'Order changed' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit slide 2' }).click()
  await page.getByText('Delete slide').click()
  await page
    .getByRole('button', { name: /delete/i })
    .last()
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Slide deleted' })).toBeVisible()
  await expect(page.getByText(first.split('\n')[0] ?? '')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles.nth(1)).toHaveText(first, { useInnerText: true })
})
