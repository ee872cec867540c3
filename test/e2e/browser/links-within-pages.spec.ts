import { expect, test } from '../fixtures.ts'

test('links within a page: each leads to its part, also after another page, and Back to where the reader was', async ({
  page,
}) => {
  await page.goto('/terms-of-use')
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const toPart = async (index: number) => {
    const link = contents.nth(index)
    const id = ((await link.getAttribute('href')) ?? '').slice(1)
    await link.click()
    await expect(page).toHaveURL(new RegExp(`#${id}$`))
    await expect(page.locator(`[id="${id}"]`)).toBeInViewport()
  }
  for (const index of [2, 5, 3]) await toPart(index)
  const third = await page.evaluate(() => scrollY)
  await toPart(1)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(third)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Frequently asked questions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible()
  for (const index of [3, 1]) await toPart(index)
})
