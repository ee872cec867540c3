import { expect, test } from './fixtures.ts'
import { falsePdf, reportPdf } from '../report-pdf.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 422/] })

test('a report added, changed and deleted by plain forms', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/reports')
  await page.getByRole('link', { name: 'Add report' }).click()
  await expect(page.getByLabel('Year')).toBeFocused()

  // A refused PDF: the reason beside the field, and what was typed is still there.
  await page.getByLabel('Year').fill('2026-27')
  await page.getByLabel('Title').fill('Annual Report')
  await page.locator('input[type=file]').setInputFiles(falsePdf)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByRole('alert').filter({ hasText: '“report.pdf” is not a PDF' })).toBeVisible()
  await expect(page.getByLabel('Year')).toHaveValue('2026-27')

  // A PDF that is accepted while another field is refused need not be chosen again.
  await page.getByLabel('Title').fill('')
  await page.locator('input[type=file]').setInputFiles(await reportPdf('Annual Report 2026-27.pdf'))
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByRole('link', { name: /^annual-report-2026-27-[0-9a-f]{8}\.pdf/ }).last()).toBeVisible()
  await page.getByLabel('Title').fill('Annual Report')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page).toHaveURL(/\/admin\/reports$/)
  await expect(page.getByRole('status').filter({ hasText: 'Report added' })).toBeVisible()
  // Other tests add reports of the same year to this site.
  const added = page.getByRole('row', { name: /2026-27 Annual Report/ })
  await expect(added).toContainText('76 kB')
  expect(await (await page.request.get('/investors')).text()).toMatch(/annual-report-2026-27-[0-9a-f]{8}\.pdf/)

  await added.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Annual Report')
  await page.getByLabel('Title').fill('Annual Report, second edition')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'Report updated' })).toBeVisible()
  await expect(added).toContainText('second edition')

  await added.getByRole('link', { name: /^Delete/ }).click()
  await expect(page.getByText('Are you sure you want to delete this report?')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(added).toHaveCount(1)
  await added.getByRole('link', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Report deleted' })).toBeVisible()
  await expect(added).toHaveCount(0)
  expect(await (await page.request.get('/investors')).text()).not.toContain('second edition')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(added).toContainText('second edition')
})

test('a report that is gone: said, and the table stands', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/reports/gone')
  await expect(page.getByRole('alert').filter({ hasText: 'This report no longer exists.' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
})
