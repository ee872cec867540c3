import sharp from 'sharp'
import { expect, expectAccessible, test } from '../fixtures.ts'

// The browser itself reports the status of a refused file on the console.
test.use({ expectedConsoleErrors: [/status of 4(?:15|22)/] })

test('several pictures at once: each an entry with a title from its name; a refused one says why; saved, on the page', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/gallery')
  await page
    .getByLabel('Add pictures')
    .setInputFiles([
      await picture('Night shift.jpg', '#112233'),
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') },
      await picture('Day_shift.jpg', '#ddccbb'),
    ])
  const added = page.locator('.item').filter({ hasText: /shift/i })
  await expect(added).toHaveText([/Night shift/, /Day shift/])
  await expect(page.getByRole('alert').filter({ hasText: '“notes.jpg”' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Save' })).toContainText('Unsaved changes')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gallery updated successfully!' })).toBeVisible()
  const shown = await (await page.request.get('/gallery')).text()
  expect(shown).toMatch(/Night shift.*Day shift/s)
  expect(shown).toMatch(/night-shift-[0-9a-f]{8}\.jpg/)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(added).toHaveCount(0)
  expect(await (await page.request.get('/gallery')).text()).not.toContain('Night shift')
})

test('the two editors of news lead to each other; what the page of events gets is on it at the next request', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/news-section')
  await page.getByRole('link', { name: 'Events page', exact: true }).first().click()
  await expect(page).toHaveURL(/\/admin\/news$/)
  await page.getByRole('button', { name: 'Add milestone' }).click()
  await page.getByLabel('Year').last().fill('2026')
  await page.locator('.item').filter({ hasText: 'New milestone' }).getByLabel('Title').fill('Third line')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Events page updated successfully!' })).toBeVisible()
  expect(await (await page.request.get('/events')).text()).toMatch(/2026.*Third line/s)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.item').filter({ hasText: 'Third line' })).toHaveCount(0)
})

async function picture(name: string, background: string) {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}
