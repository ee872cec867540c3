import { expect, type Page } from '@playwright/test'
import { editorOf, type EditedText } from './editor-table.ts'
import { decodeEntities } from './parse-html.ts'

/**
 * Edits a text and undoes the edit. Each step must be on the public page at the very next request. The site's content
 * is the same at the end.
 */
export async function proveEditor(page: Page, edited: EditedText): Promise<{ typed: string; before: string }> {
  const { section, field, typed = `An edit of ${section}`, page: shownOn, saved } = edited
  await page.goto(editorOf(edited))
  if (edited.opener) await page.getByRole('link', { name: edited.opener }).first().click()
  const before = await openField(page, field).then((control) => control.inputValue())
  const shown = { typed: inWords(edited, typed), before: inWords(edited, before) }
  await expectText(page, shownOn, { shown: shown.before, gone: shown.typed })

  await (await openField(page, field)).fill(typed)
  await saveButton(page, edited).click()
  await expectStatus(page, saved)
  await expectText(page, shownOn, { shown: shown.typed, gone: shown.before })

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expectStatus(page, 'The edit was undone')
  await expectText(page, shownOn, { shown: shown.before, gone: shown.typed })
  return shown
}

/** A value of the field as visitors read it. */
export function inWords({ isNumber = false, after = '' }: EditedText, text: string): string {
  return after + (isNumber ? Number(text).toLocaleString('en') : text)
}

/** Like {@link proveEditor}, then restores the edit from the section's history and undoes that as well. */
export async function proveHistory(page: Page, edited: EditedText): Promise<void> {
  const shown = await proveEditor(page, edited)
  const { section, page: shownOn } = edited
  const edits = page.locator('.editrows > li')
  // The latest edit is the Undo: the version before it is the edit that was undone.
  await page.goto(`/admin/history/${section}`)
  const count = await edits.count()
  await edits.first().getByRole('link').click()
  await page.getByRole('link', { name: 'Restore the version before' }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expectStatus(page, 'The earlier version was restored')
  await expect(page).toHaveURL(new RegExp(`/admin/history/${section}$`))
  await expectText(page, shownOn, { shown: shown.typed })

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(edits).toHaveCount(count + 2)
  await expectText(page, shownOn, { shown: shown.before, gone: shown.typed })
}

/** Expects that the page, requested now, contains one text and not the other. */
export async function expectText(
  page: Pick<Page, 'request'>,
  address: string,
  { shown, gone }: { shown: string; gone?: string },
) {
  const text = await readText(page, address)
  expect(text.includes(shown), `“${shown}” is on ${address}`).toBe(true)
  if (gone !== undefined) expect(text.includes(gone), `“${gone}” is still on ${address}`).toBe(false)
}

/** The control of that name. Opens the rows and parts that contain it. */
export async function openField(page: Page, name: string) {
  const control = page.locator(`[name="${name}"]`)
  await expect(control).toBeAttached()
  const closed = page.locator('details:not([open])', { has: control })
  while ((await closed.count()) > 0) await closed.first().locator('> summary').click()
  return control
}

/**
 * The text at an address: the page as the server sends it now, without its scripts and tags. All white space counts as
 * one space, because headings bind their last words and break their lines.
 */
async function readText(page: Pick<Page, 'request'>, address: string): Promise<string> {
  const response = await page.request.get(address)
  expect(response.status()).toBe(200)
  const html = await response.text()
  return decodeEntities(html.replace(/<script\b.*?<\/script>|<[^>]*>/gs, '')).replace(/\s+/g, ' ')
}

/** Presses the button that saves a section's form. */
export async function pressUpdate(page: Page) {
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Update', exact: true }).click()
}

/** Expects exactly this message of success in the page. `options` has the timeout of a save with an upload. */
export async function expectStatus(page: Page, message: string, options?: { timeout: number }) {
  await expect(page.getByRole('status').locator('b').getByText(message, { exact: true })).toBeVisible(options)
}

function saveButton(page: Page, { field, button, hasOwnUpdate = false }: EditedText) {
  if (hasOwnUpdate) {
    const row = page.locator('.item', { has: page.locator(`[name="${field}"]`) })
    return row.getByRole('button', { name: /^Update/ })
  }
  // The first button of a form is out of sight. It is there for Enter.
  return page.getByRole('button', { name: button ?? 'Update', exact: true }).last()
}
