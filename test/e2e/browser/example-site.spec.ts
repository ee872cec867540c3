import path from 'node:path'
import { buildExampleSite, EXAMPLE_ROOT } from '#test/example-site/build-example-site.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const BREAD = 'Walnut baguette'

test.beforeAll(() => {
  test.setTimeout(180_000)
  buildExampleSite()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('another site on the same content system: its page, an edit, a draft and a release', async ({
      page,
      start,
    }) => {
      const site = await start({
        contentFrom: 'test/example-site/content',
        command: [path.join(EXAMPLE_ROOT, 'build/host/main.js')],
      })
      const goto = (address: string) => page.goto(site.origin + address)
      const status = (text: string) => page.getByRole('status').filter({ hasText: text })
      const expectAccessibleScreen = async () => {
        if (javaScriptEnabled) await expectAccessible(page)
      }

      await goto('/')
      await expect(page).toHaveTitle('Bramble Lane Bakery')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bramble Lane Bakery')
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Country loaf', 'Seeded rye'])
      await expectAccessibleScreen()

      await goto('/admin/login')
      await expect(page.getByRole('img', { name: 'Bramble Lane Bakery' })).toBeVisible()
      await page.getByLabel('Username').fill(site.username)
      await page.getByLabel('Password').fill(site.password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
      const sidebar = page.getByRole('navigation', { name: 'Sections' })
      await expect(sidebar.getByRole('link', { name: 'Breads' })).toBeAttached()
      await expect(sidebar.getByRole('link', { name: 'Bakery' })).toBeAttached()
      await expectAccessibleScreen()

      await goto('/admin/bakery')
      await page.getByLabel('Opening hours').fill('Every day, 7 to 13')
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(status('Bakery updated successfully!')).toBeVisible()
      await goto('/')
      await expect(page.getByText('Every day, 7 to 13')).toBeVisible()

      await goto('/admin/breads/new')
      await page.getByLabel('Name').fill(BREAD)
      await page.getByLabel('Description').fill('With walnuts from the garden.')
      await page.getByLabel('Price').fill('Rs 310')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(status('Draft saved')).toBeVisible()
      await page.getByRole('link', { name: 'Add to a release' }).click()
      await page.getByLabel('Name of a new release').fill('Autumn')
      await page.getByRole('button', { name: 'Add to the release' }).click()
      await expect(status('is in this release now')).toBeVisible()
      const release = new URL(page.url()).pathname
      await goto('/')
      await expect(page.getByRole('heading', { name: BREAD })).toHaveCount(0)

      await goto(release)
      await page.getByRole('link', { name: 'Publish now' }).click()
      await page.getByRole('button', { name: 'Publish now' }).last().click()
      await expect(status('is published')).toBeVisible()
      await goto('/')
      await expect(page.getByRole('heading', { name: BREAD })).toBeVisible()
    })
  })
}
