import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const PASSWORD = 'a sentence that nobody guesses'

test('a section that needs approval: asked for, sent back, changed, approved by a second person, on the page', async ({
  page,
  signIn,
  browser,
  site,
}, { retry }) => {
  const name = `Ravi Kamat ${retry}`
  const text = `Approved by two ${retry}.`
  const published = async () => (await page.request.get('/careers')).text()
  await signIn()
  await page.goto('/admin/people')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Username').fill(`ravi-${retry}@example.com`)
  await page.getByLabel('Publisher').check()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  await page.getByText('Other sections').click()
  await page.getByLabel('Careers').check()
  await save(page)
  await expect(page.getByRole('status')).toContainText('1 section needs approval now')

  await page.goto('/admin/careers')
  await page.locator('[name=whyTitle]').fill(text)
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByLabel('Note').fill('For results day')
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByRole('region', { name: 'Approval' })).toContainText('somebody else has to approve it')
  // axe needs JavaScript.
  const withScripts = await browser.newPage({
    storageState: await page.context().storageState(),
    javaScriptEnabled: true,
  })
  await withScripts.goto(page.url())
  await expectAccessible(withScripts)
  await withScripts.close()

  const context = await browser.newContext({
    baseURL: site.origin,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const other = await context.newPage()
  await other.goto(link)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByLabel('Repeat password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Set password and log in' }).click()
  await other.locator('#attention').getByRole('link', { name: 'Careers' }).click()
  const approval = other.getByRole('region', { name: 'Approval' })
  await expect(approval).toContainText('For results day')
  await other.getByRole('button', { name: 'Send back' }).click()
  await expect(approval).toContainText('Enter what has to be changed')
  await approval.getByLabel('What has to be changed').fill('Say by whom')
  await other.getByRole('button', { name: 'Send back' }).click()
  await expect(other.getByRole('status')).toContainText('The draft was sent back')

  await page.goto('/admin/careers')
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText(`Sent back by ${name}: Say by whom`)
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  expect(await published()).not.toContain(text)

  await other.reload()
  await other.getByRole('button', { name: 'Approve and publish' }).click()
  await expect(other.getByText('The draft is published')).toBeVisible()
  expect(await published()).toContain(text)
  await other.goto('/admin/history/careers')
  await expect(other.getByRole('main')).toContainText(`approved by ${name}`)
  await context.close()

  await page.goto('/admin/people')
  await page.getByLabel('Careers').uncheck()
  await save(page)
  await expect(page.getByRole('status')).toContainText('No section needs approval now')
})

async function save(page: Page) {
  await page
    .getByRole('group', { name: 'Sections that need approval' })
    .locator('xpath=ancestor::form')
    .getByRole('button', { name: 'Save' })
    .click()
}
