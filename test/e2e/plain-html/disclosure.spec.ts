import { expect, test } from './fixtures.ts'
import { reportPdf } from '../report-pdf.ts'

test('what is missing: a link leads to the form with the kind chosen, publishing closes the row, withdrawing opens it', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/disclosure')
  const missing = page.getByRole('region', { name: /^Missing now/ }).getByRole('listitem')
  const row = missing.filter({ hasText: 'Material creditors' })
  await row.getByRole('link', { name: /^Add the document/ }).click()

  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Material creditors')
  await expect(page.getByLabel('Kind', { exact: true })).toHaveValue('material-creditors')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await reportPdf('Creditors.pdf'))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Material creditors created' })).toBeVisible()
  const form = page.url()
  expect(await (await page.request.get('/investors')).text()).toContain('/uploads/documents/creditors-')
  await page.goto('/admin/disclosure')
  await expect(page.getByRole('heading', { name: /^Missing now/ })).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.goto(form)
  await page.getByLabel('Reason for the withdrawal').fill('A wrong figure')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'updated successfully' })).toBeVisible()
  await page.goto('/admin/disclosure')
  await expect(row.getByRole('link', { name: /that is withdrawn/ })).toHaveAttribute('href', new URL(form).pathname)
})
