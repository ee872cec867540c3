import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectStatus } from '../prove-editor.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('a file that does not fit: its editor shows what it says with the faults, and saving mends it', async ({
      page,
      site,
      signIn,
    }) => {
      const file = path.join(site.contentDir, 'home/stats.yaml')
      const good = await readFile(file, 'utf8')
      const years = /^yearsExperience: (\d+)/m.exec(good)?.[1] ?? ''
      await signIn()
      await writeFile(file, good.replace(/^yearsExperience: .*$/m, 'yearsExperience: many\nyears: 3'))
      const notice = page.getByRole('region', { name: 'The file of this section' })
      // The site notices the change after a moment.
      await expect(async () => {
        await page.goto('/admin/stats')
        await expect(notice).toBeVisible({ timeout: 1_000 })
      }).toPass()

      await expect(notice).toContainText('Visitors see the last valid version (today, ')
      await expect(notice).toContainText('removes “years”')
      const field = page.locator('[name="yearsExperience"]')
      await expect(field).toHaveValue('many')
      await expect(field).toHaveAccessibleDescription(/whole number .* \(line \d+ of the file\)/)
      if (javaScriptEnabled) await expectAccessible(page)

      await notice.getByRole('link', { name: 'Start from the last valid version' }).click()
      await expect(field).toHaveValue(years)
      await notice.getByRole('link', { name: 'Start from the file' }).click()
      await expect(field).toHaveValue('many')

      await field.fill('34')
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await expectStatus(page, 'Stats updated successfully!')
      await expect(notice).toBeHidden()
      await expect(field).toHaveValue('34')
      const mended = await readFile(file, 'utf8')
      expect(mended).toContain('yearsExperience: 34')
      expect(mended).not.toContain('years: 3')
    })
  })
}
