import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectStatus, pressUpdate } from '../prove-editor.ts'
import { reportPdf } from '../report-pdf.ts'

for (const [browser, javaScriptEnabled] of [
  ['with scripts', true],
  ['without scripts', false],
] as const) {
  test.describe(browser, () => {
    test.use({ javaScriptEnabled })

    test('one more product page: copied, a grade added to it from its screen, and both removed again', async ({
      page,
      signIn,
    }) => {
      await signIn()
      const title = `Halogen-free ${browser}`
      const key = title.toLowerCase().replaceAll(' ', '-')
      await page.goto('/admin/product-pages?duplicate=hffr-compound')
      await page
        .getByRole('textbox', { name: /^Title/ })
        .last()
        .fill(title)
      await page.getByRole('button', { name: 'Open the copy' }).click()
      await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title)
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByRole('status').filter({ hasText: `${title} page created` })).toBeVisible()
      expect(await (await page.request.get(`/products/${key}`)).text()).toContain('No grade has been published yet.')

      const grade = `HF ${javaScriptEnabled ? '91' : '92'}`
      await page.getByRole('link', { name: 'list of the grades of this page' }).click()
      await page.getByRole('link', { name: 'New grade' }).click()
      await page.locator('#editor-title').fill(grade)
      await page.locator('#editor-product').selectOption(title)
      await page.getByLabel('Used for').fill('Sheath of class 1')
      await page.getByRole('button', { name: 'Add value' }).click()
      await page.getByRole('combobox', { name: 'Property' }).selectOption('Tensile strength')
      await page.getByRole('combobox', { name: 'Kind' }).selectOption('A number')
      await page.getByLabel(/^Value\b/).fill('12,5')
      await page.getByLabel('Method').fill('IEC 60811-501')
      await page.getByRole('combobox', { name: 'Basis' }).selectOption('Typical')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByRole('status').filter({ hasText: `${grade} created` })).toBeVisible()
      const shown = await (await page.request.get(`/products/${key}`)).text()
      expect(shown).toMatch(new RegExp(`${grade}.*12\\.5.*Sheath of class 1`, 's'))
      await page.goto(`/admin/grades/${grade.toLowerCase().replace(' ', '-')}/remove`)
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: 'removed' })).toBeVisible()

      // A card of another address opens the page that is chosen for it.
      await page.goto('/admin/power-cables')
      await page.getByRole('button', { name: 'Add product' }).last().click()
      const card = page.locator('.item').last()
      await card.getByLabel('Title').fill(`Card ${browser}`)
      await card.getByLabel('Product page').selectOption(title)
      await pressUpdate(page)
      await expectStatus(page, 'Power Cable section updated successfully!')
      const products = await (await page.request.get('/products')).text()
      expect(products).toMatch(new RegExp(`<a [^>]*href="/products/${key}"`))
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expectStatus(page, 'The edit was undone')

      await page.goto(`/admin/product-pages/${key}/remove`)
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByRole('status').filter({ hasText: 'removed' })).toBeVisible()
      expect((await page.request.get(`/products/${key}`)).status()).toBe(410)
    })

    test.describe('a form of several documents', () => {
      // The browser itself reports refused requests on the console.
      test.use({ expectedConsoleErrors: [/status of 422/] })

      test('the documents of a quarter in one form, one more than it shows: in the register, the results centre and the checklist', async ({
        page,
        signIn,
      }) => {
        await signIn()
        await page.goto('/admin/documents/~several')
        const [usual, added] = javaScriptEnabled
          ? (['Outcome of the board meeting', 'Press release on results'] as const)
          : (['Transcript of the results call', 'Investor presentation'] as const)
        await expect(page.getByRole('textbox', { name: usual })).toBeHidden()
        await page.locator('summary').filter({ hasText: usual }).first().click()
        await page.getByLabel(`Upload ${usual}`, { exact: true }).setInputFiles(await reportPdf(`${usual}.pdf`))
        await page.getByRole('button', { name: 'Add another document' }).click()
        const row = page.getByRole('group', { name: 'Document 10' })
        await row.getByLabel('Kind').selectOption(added)
        await row.getByLabel('Title').fill(`${added} ${browser}`)
        await row.getByLabel(/^Upload Document 10/).setInputFiles(await reportPdf(`${added}.pdf`))
        const sent = page.locator(`[name="documents[${javaScriptEnabled ? 1 : 8}].fileUrl"]`)
        await expect(sent).toHaveValue(/^\/uploads\/documents\//)
        const refused = 'Notice of the results meeting'
        const notPdf = { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('This is no PDF') }
        await page.getByLabel(`Upload ${refused}`, { exact: true }).setInputFiles(notPdf)
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        const summary = page.getByRole('alert').filter({ hasText: 'No document is saved yet. 1 document was refused' })
        await expect(summary).toContainText('“minutes.pdf” is not a PDF')
        if (javaScriptEnabled) await expectAccessible(page)
        await summary.getByRole('link', { name: refused }).click()
        await expect(page.getByRole('textbox', { name: refused })).toBeInViewport()
        if (javaScriptEnabled) await page.getByRole('button', { name: 'Continue without file minutes.pdf' }).click()
        await expect(summary).toBeVisible({ visible: !javaScriptEnabled })
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        await expect(page.getByRole('status').filter({ hasText: '2 documents published' })).toBeVisible()

        const results = page.getByRole('region', { name: /^Results of/ })
        for (const name of [usual, `${added} ${browser}`]) {
          await expect(results.getByText(`“${name}`).first()).toBeVisible()
          for (const address of ['/investors/documents', '/investors/results'])
            expect(await (await page.request.get(address)).text(), address).toContain(name)
        }
      })
    })

    test('a focus point, set by a click in the picture: on the pages that show it', async ({ page, signIn }) => {
      await signIn()
      await page.goto('/admin/files?q=global-expansion')
      await page.getByRole('link', { name: /^Set focus point/ }).click()
      await page.getByRole('radio', { name: 'Top right' }).check()
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'The focus point is saved' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Top right' })).toBeChecked()
      await page.goto('/aboutus')
      await expect(page.locator('img[data-focus="top-right"]').first()).toHaveCSS('object-position', '100% 0%')
      await page.goto('/admin/focus-points')
      await page.getByRole('button', { name: /^Remove the focus point of global-expansion/ }).click()
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(
        page.getByRole('status').filter({ hasText: 'Picture focus points updated successfully!' }),
      ).toBeVisible()
      expect(await (await page.request.get('/aboutus')).text()).not.toContain('data-focus="')
    })
  })
}
