import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 800 } })

test('a report in a draft, then in a release: public with its PDF when it is published, gone when that is undone', async ({
  page,
  signIn,
  site,
}) => {
  const pdf = await readFile('uploads/reports/annual-report-2024-25.pdf')
  const investors = async () => (await page.request.get('/investors')).text()
  await signIn()
  await page.goto('/admin/reports')
  await page.getByRole('link', { name: 'Add report' }).click()
  await page.getByRole('textbox', { name: 'Year' }).fill('2031-32')
  await page.getByRole('textbox', { name: 'Title' }).fill('Report of the draft')
  await page.locator('input[type=file]').setInputFiles({
    name: 'Draft.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([pdf, Buffer.from('\n% of a draft')]),
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText('It is not published yet.')
  expect(await investors()).not.toContain('Report of the draft')

  await page.getByRole('link', { name: 'Add to a release' }).click()
  await expect(page.getByRole('main')).toContainText('Report of the draft')
  await page.getByLabel('Name of a new release').fill('Release of a report')
  await page.getByRole('button', { name: 'Add to the release' }).click()
  await expect(page.getByRole('status')).toContainText('is in this release now')
  const files = page.getByRole('region', { name: 'Files that become public' })
  await expect(files).toContainText(/draft-[0-9a-f]{8}\.pdf/)
  const [file = ''] = /draft-[0-9a-f]{8}\.pdf/.exec(await files.innerText()) ?? []
  const statusOfFile = async () => (await fetch(`${site.origin}/uploads/reports/${file}`)).status
  expect(await statusOfFile()).toBe(404)
  await page.getByRole('link', { name: 'Publish now' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('status')).toContainText('is published')
  expect(await investors()).toContain('Report of the draft')
  expect(await statusOfFile()).toBe(200)

  await page.getByRole('link', { name: 'Undo this release' }).click()
  await page.getByRole('button', { name: 'Undo this release' }).click()
  await expect(page.getByRole('status')).toContainText('was undone')
  expect(await investors()).not.toContain('Report of the draft')
  await expect(page.getByRole('region', { name: 'What was published' })).toContainText('Undone: ')
  // It was public, so it is kept, and withheld from visitors.
  expect(await statusOfFile()).toBe(404)

  await page.getByRole('link', { name: 'Publish now' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  expect(await investors()).toContain('Report of the draft')
  expect(await statusOfFile()).toBe(200)
  await page.getByRole('link', { name: 'Undo this release' }).click()
  await page.getByRole('button', { name: 'Undo this release' }).click()
  expect(await investors()).not.toContain('Report of the draft')
  expect(await statusOfFile()).toBe(404)
})
