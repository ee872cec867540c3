import { expect, expectAccessible, test } from '../fixtures.ts'

for (const [browser, javaScriptEnabled] of [
  ['with scripts', true],
  ['without scripts', false],
] as const) {
  test.describe(browser, () => {
    test.use({ javaScriptEnabled })

    test('undone releases: ticked, asked about once, deleted together', async ({ page, signIn, site }) => {
      await signIn()
      const names = ['Figures of spring', 'Figures of autumn'].map((name) => `${name}, ${browser}`)
      for (const [at, name] of names.entries()) await makeUndone(name, String(81 + at))

      await page.goto('/admin/releases')
      await page.getByRole('checkbox', { name: `Select ${names[0]}` }).check()
      await page.getByRole('checkbox', { name: `Select ${names[1]}` }).check()
      await page.getByRole('button', { name: 'Delete the selected releases' }).click()
      for (const name of names) await expect(page.getByText(`${name} (1 draft)`)).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByRole('radio', { name: 'Discard them' }).check()
      await page.getByRole('button', { name: 'Delete 2 releases' }).click()
      await expect(page.getByRole('status').filter({ hasText: '2 releases deleted' })).toBeVisible()
      for (const name of names) await expect(page.getByRole('link', { name })).toBeHidden()

      async function makeUndone(name: string, years: string) {
        await page.goto('/admin/stats')
        await page.getByLabel(/^Years/).fill(years)
        await page.getByRole('button', { name: 'Save draft' }).click()
        await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible()
        const headers = { origin: site.origin, 'sec-fetch-site': 'same-origin' }
        const send = (address: string, form: Record<string, string>) => page.request.post(address, { form, headers })
        const made = await send('/admin/releases', { intent: 'create', name, time: '', section: 'stats' })
        const address = new URL(made.url()).pathname
        for (const intent of ['publish', 'undo']) expect((await send(address, { intent })).status()).toBe(200)
      }
    })
  })
}
