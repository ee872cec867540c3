import { expect, type Page } from '@playwright/test'
import { expectStatus, expectText, openField, pressUpdate } from './prove-editor.ts'

/** Proves that a text that is too long or missing is reported at its field, and nothing typed is lost or saved. */
export async function proveRefusal(page: Page): Promise<void> {
  const long = 'Long '.repeat(50).trim()
  await page.goto('/admin/services')
  const lead = await openField(page, 'lead')
  const before = await lead.inputValue()
  await lead.fill(long)
  const title = await openField(page, 'services[0].title')
  await title.fill('  ')
  const other = await openField(page, 'services[1].lead')
  await other.fill('Typed and kept')
  await pressUpdate(page)

  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update Services' })).toBeVisible()
  await expect(lead).toHaveAccessibleDescription(/Opening sentence has 249 characters; the limit is 200/)
  await expect(lead).toHaveValue(long)
  await expect(title).toBeVisible()
  await expect(title).toHaveAccessibleDescription(/Enter title/)
  await expect(await openField(page, 'services[1].lead')).toHaveValue('Typed and kept')
  await expectText(page, '/services', { shown: before, gone: 'Typed and kept' })

  await lead.fill(long.slice(0, 199))
  await title.fill('A title after all')
  await pressUpdate(page)
  await expectStatus(page, 'Services updated successfully!')
  await expectText(page, '/services', { shown: long.slice(0, 199), gone: before })
  await expectText(page, '/services', { shown: 'A title after all' })
  await expectText(page, '/services', { shown: 'Typed and kept' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectStatus(page, 'The edit was undone')
  await expectText(page, '/services', { shown: before })
}

/** Proves that an emptied optional text is removed from the page and stays empty in the editor. */
export async function proveEmptying(page: Page): Promise<void> {
  await page.goto('/admin/gallery')
  const description = await openField(page, 'description')
  const before = await description.inputValue()
  await description.fill('')
  await pressUpdate(page)
  await expectStatus(page, 'Gallery updated successfully!')
  await expect(description).toHaveValue('')
  await expectText(page, '/gallery', { shown: 'Exhibitions Photo Gallery', gone: before })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectStatus(page, 'The edit was undone')
  await expectText(page, '/gallery', { shown: before })
}

/** Proves that a title of maximum length without a space makes no screen and no page wider than a phone. */
export async function proveLongWord(page: Page): Promise<void> {
  const word = 'W'.repeat(200)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/contact-content')
  await (await openField(page, 'title')).fill(word)
  await pressUpdate(page)
  await expectStatus(page, 'Contact updated successfully!')
  await expectNotTooWide(page)
  const [edit] = await page.locator('.history a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const screen of ['/contactus', '/admin/search?q=WWW', edit ?? '']) {
    await page.goto(screen)
    await expect(page.getByText('W'.repeat(20)).first()).toBeAttached()
    await expectNotTooWide(page)
  }
  await page.getByRole('link', { name: 'Restore the version before' }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expectStatus(page, 'The earlier version was restored')
}

async function expectNotTooWide(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `pixels of ${page.url()} beyond the window`).toBeLessThanOrEqual(0)
}
