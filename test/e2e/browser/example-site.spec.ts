import path from 'node:path'
import { buildExampleSite, EXAMPLE_ROOT } from '#test/example-site/build-example-site.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { startSite, type Site } from '../start-site.ts'

let site: Site

// Both tests share the site: the second one finds the bread of the first one on its page.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ node }) => {
  test.setTimeout(180_000)
  buildExampleSite()
  site = await startSite({
    node,
    contentFrom: 'test/example-site/content',
    command: [path.join(EXAMPLE_ROOT, 'build/host/main.js')],
  })
})

test.afterAll(() => site.stop())

for (const { way, javaScriptEnabled, breads, bread, hours } of [
  {
    way: 'with JavaScript',
    javaScriptEnabled: true,
    breads: ['Country loaf', 'Seeded rye'],
    bread: 'Walnut baguette',
    hours: 'Every day, 7 to 13',
  },
  {
    way: 'without JavaScript',
    javaScriptEnabled: false,
    breads: ['Country loaf', 'Seeded rye', 'Walnut baguette'],
    bread: 'Fig baguette',
    hours: 'Every day, 7 to 14',
  },
]) {
  test.describe(way, () => {
    test.use({ javaScriptEnabled })

    test('another site on the same content system: its page, an edit, a draft and a release', async ({ page }) => {
      const goto = (address: string) => page.goto(site.origin + address)
      const status = (text: string) => page.getByRole('status').filter({ hasText: text })
      const expectAccessibleScreen = async () => {
        if (javaScriptEnabled) await expectAccessible(page)
      }

      await goto('/')
      await expect(page).toHaveTitle('Bramble Lane Bakery')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bramble Lane Bakery')
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(breads)
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
      await page.getByLabel('Opening hours').fill(hours)
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(status('Bakery updated successfully!')).toBeVisible()
      await goto('/')
      await expect(page.getByText(hours)).toBeVisible()

      await goto('/admin/breads/new')
      await page.getByLabel('Name').fill(bread)
      await page.getByLabel('Description').fill('With walnuts from the garden.')
      await page.getByLabel('Price').fill('Rs 310')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(status('Draft saved')).toBeVisible()
      await page.getByRole('link', { name: 'Add to a release' }).click()
      await page.getByLabel('Name of a new release').fill(`Release of a ${bread}`)
      await page.getByRole('button', { name: 'Add to the release' }).click()
      await expect(status('is in this release now')).toBeVisible()
      const release = new URL(page.url()).pathname
      await goto('/')
      await expect(page.getByRole('heading', { name: bread })).toHaveCount(0)

      await goto(release)
      await page.getByRole('link', { name: 'Publish now' }).click()
      await page.getByRole('button', { name: 'Publish now' }).last().click()
      await expect(status('is published')).toBeVisible()
      await goto('/')
      await expect(page.getByRole('heading', { name: bread })).toBeVisible()
    })
  })
}
