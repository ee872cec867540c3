import { expect, expectAccessible, test } from '../fixtures.ts'

test('a question in the field of the header: its answer has the words marked, and leads to what was found', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/services')
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
  await field.fill('pv 90 s')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=pv\+90\+s$/)
  await expect(page.getByRole('combobox', { name: 'What are you looking for?' })).toHaveValue('pv 90 s')
  const hit = page.getByRole('region', { name: 'Grades' }).getByRole('listitem')
  await expect(hit).toHaveCount(1)
  await expectAccessible(page)
  await hit.getByRole('link', { name: 'PV 90 S' }).click()
  await expect(page).toHaveURL(/\/products\/pvc-compound\/pv-90-s$/)
})

test('a second question on the page: the number of results is announced, and the way back has the first one', async ({
  page,
}) => {
  await page.goto('/search?q=sheath')
  await expect(page.getByRole('status').filter({ hasText: 'results' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'What are you looking for?' })
  await field.fill('compuonds')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Nothing has exactly these words')).toBeVisible()
  await page.getByRole('link', { name: 'compounds', exact: true }).click()
  await expect(field).toHaveValue('compounds')
  await page.goBack()
  await page.goBack()
  await expect(field).toHaveValue('sheath')
})

test('the page of the search and its answers: at each width they fit the window, and axe finds nothing', async ({
  page,
}) => {
  const widths = [320, 360, 768, 1220, 1440]
  for (const query of ['', '?q=policy', '?q=zebra', '?q=policy&in=documents']) {
    await page.goto(`/search${query}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${query} ${width} px`,
      ).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    }
  }
  const search = page.getByRole('banner')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const wanted = width < 1344 ? search.getByRole('link', { name: 'Search' }) : search.getByRole('searchbox')
    const [box, logo] = [await wanted.boundingBox(), await search.getByRole('link').first().boundingBox()]
    // One line, beside the logo.
    expect(box?.height).toBeLessThanOrEqual(48)
    expect(box?.x).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0))
  }
})
