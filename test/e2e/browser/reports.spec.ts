import { expect, expectAccessible, test } from '../fixtures.ts'
import { falsePdf, reportPdf } from '../report-pdf.ts'

test('a report: added, changed and deleted, seen on the investors page each time, and back after Undo', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/reports')
  await page.getByRole('link', { name: 'Add report' }).click()
  await expect(page.getByLabel('Year')).toBeFocused()
  await page.getByLabel('Year').fill('2026-27')
  await page.getByLabel('Title').fill('Annual Report')
  await page.locator('input[type=file]').setInputFiles(await reportPdf('Annual Report 2026-27.pdf'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'Report added' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add report' })).toBeFocused()
  const added = page.getByRole('row', { name: /2026-27/ })
  await expect(added).toContainText(/annual-report-2026-27-[0-9a-f]{8}\.pdf.*76 kB/)
  expect(await investors()).toMatch(/\/uploads\/reports\/annual-report-2026-27-[0-9a-f]{8}\.pdf/)

  await added.getByRole('link', { name: /^Edit report/ }).click()
  await expect(page.getByLabel('Year')).toHaveValue('2026-27')
  await expect(page.locator('input[type=file]')).toHaveValue('')
  await page.getByLabel('Title').fill('Annual Report, second edition')
  await page.locator('input[type=file]').setInputFiles(await reportPdf('Second edition.pdf'))
  await page.keyboard.press('Escape')
  await page.getByLabel('Title').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Report updated' })).toBeVisible()
  await expect(added.getByRole('link', { name: /^Edit report/ })).toBeFocused()
  expect(await investors()).toMatch(/\/uploads\/reports\/second-edition-[0-9a-f]{8}\.pdf/)

  await added.getByRole('link', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete report' })
  await expect(dialog).toContainText('Are you sure you want to delete this report?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(added.getByRole('link', { name: /^Delete/ })).toBeFocused()
  await added.getByRole('link', { name: /^Delete/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Report deleted' })).toBeVisible()
  await expect(added).toHaveCount(0)
  expect(await investors()).not.toContain('second edition')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(added).toContainText('second edition')
  expect(await investors()).toContain('second edition')

  async function investors() {
    return (await page.request.get('/investors')).text()
  }
})

test('one row at a time: another one asks before what is typed is lost, Cancel does not', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/reports')
  const shown = await page.getByRole('rowheader').allInnerTexts()
  await page
    .getByRole('link', { name: /^Edit report/ })
    .first()
    .click()
  await page.getByLabel('Title').fill('Typed')
  await page
    .getByRole('link', { name: /^Edit report/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Typed')
  await page
    .getByRole('link', { name: /^Edit report/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByLabel('Title')).toHaveCount(1)
  await expect(page.getByLabel('Year')).toHaveValue(shown[1] ?? '')

  await page.getByLabel('Title').fill('Typed')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(shown)
  await expect(page.getByRole('link', { name: `Edit report ${shown[1] ?? ''}` })).toBeFocused()
})

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 4(?:09|22)/] })

  test('a file that is no PDF: the reason at the field, what was typed stays, and a right one is taken', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/admin/reports/new')
    await page.getByLabel('Year').fill('2024')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update report' })).toContainText('Choose a PDF')
    await page.getByLabel('Title').fill('Interim Report')
    await page.locator('input[type=file]').setInputFiles(falsePdf)
    await expect(page.getByRole('alert').filter({ hasText: '“report.pdf” is not a PDF' })).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect(page.getByRole('button', { name: 'Continue without file report.pdf' })).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveValue('Interim Report')
    await expectAccessible(page)

    await page.locator('input[type=file]').setInputFiles(await reportPdf('Interim.pdf'))
    await expect(page.getByText('Choose a PDF')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect(page.getByRole('status').filter({ hasText: 'Report added' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The edit was undone' })).toBeVisible()
  })

  test('two browsers on one report: the later one sees both values, keeps the sent PDF and loses nothing', async ({
    page,
    browser,
    site,
    signIn,
  }) => {
    await signIn()
    await page.goto('/admin/reports')
    await page
      .getByRole('link', { name: /^Edit report/ })
      .first()
      .click()
    await page.getByLabel('Title').fill('My words')
    await page.locator('input[type=file]').setInputFiles(await reportPdf('Mine.pdf'))

    const context = await browser.newContext({
      baseURL: site.origin,
      storageState: await page.context().storageState(),
    })
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByLabel('Title').fill('Their words')
    await other.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect(other.getByRole('status').filter({ hasText: 'Report updated' })).toBeVisible()
    await context.close()

    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect(page.getByText('Their words', { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('My words')
    await expect(page.getByRole('link', { name: /^mine-[0-9a-f]{8}\.pdf/ })).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await expect(page.getByRole('status').filter({ hasText: 'Report updated' })).toBeVisible()
    await expect(page.getByRole('row', { name: /My words/ })).toContainText(/mine-[0-9a-f]{8}\.pdf/)
  })
})
