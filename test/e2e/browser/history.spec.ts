import { expect, expectAccessible, test } from '../fixtures.ts'

test('an edit: found in the history, compared, restored and undone; every screen is accessible', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/stats')
  const years = page.getByLabel('Years', { exact: true })
  const before = await years.inputValue()
  await years.fill('77')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Stats updated successfully!' })).toBeVisible()

  await page.getByRole('link', { name: 'See all changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History of Stats')
  await expectAccessible(page)
  await page
    .getByRole('link', { name: `: ${before} → 77` })
    .first()
    .click()
  await expect(page.getByRole('deletion')).toHaveText(before)
  await expect(page.getByRole('insertion')).toHaveText('77')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Restore the version before' }).click()
  await expect(page.getByText('Restoring this version makes the change below')).toBeVisible()
  await expect(page.getByRole('deletion')).toHaveText('77')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The earlier version was restored' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/history\/stats$/)
  expect(await yearsOnTheSite()).toBe(before)

  // Other tests may have undone edits of this section before.
  const restorations = page.getByRole('listitem').filter({ hasText: /Undone: / })
  const count = await restorations.count()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(restorations).toHaveCount(count + 1)
  expect(await yearsOnTheSite()).toBe('77')

  async function yearsOnTheSite() {
    const response: { yearsExperience: number } = await (await page.request.get('/api/stats')).json()
    return String(response.yearsExperience)
  }
})

test('a deleted slide: brought back from the removed entries of its list', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  const title = await page.getByRole('rowheader').first().innerText()
  const row = page.getByRole('link', { name: /^Edit slide/ }).first()
  await row.click()
  await page.getByRole('link', { name: 'Delete slide' }).click()
  await page.getByRole('dialog', { name: 'Delete slide' }).getByRole('button', { name: 'Delete slide' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Slide deleted' })).toBeVisible()

  await page.getByRole('link', { name: /^Removed/ }).click()
  // Other tests may have removed slides as well.
  await page.getByRole('button', { name: `Restore ${title}` }).click()
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'was restored' })).toBeVisible()
  await page.goto('/admin/herocarousel')
  await expect(page.getByRole('rowheader').first()).toHaveText(title, { useInnerText: true })
})

test('all sections: filtered by section, accessible, no wider than a phone', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/clients')
  await page.getByLabel('Title').first().fill('Clients we work for')
  await page.getByRole('button', { name: 'Update' }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'updated' })).toBeVisible()
  await page.goto('/admin/history')
  await page.getByLabel('Section', { exact: true }).selectOption('clients')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/section=clients/)
  await expect(page.locator('.editrows li').filter({ hasNotText: 'Our Clients' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
