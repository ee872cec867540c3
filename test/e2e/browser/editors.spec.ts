import { adminScreens } from '../admin-screens.ts'
import { editedTexts, editorOf, isOfEachKind, isOfEachScreen, SWITCHED_OFF, WITHOUT_ROW } from '../editor-table.ts'
import { expect, test } from '../fixtures.ts'
import { proveEmptying, proveLongWord, proveRefusal } from '../odd-texts.ts'
import { proveEditor, proveHistory } from '../prove-editor.ts'

/** Screens of the sidebar that edit nothing of the website. */
const TOOLS = [
  'dashboard',
  'inbox',
  'files',
  'history',
  'releases',
  'backup',
  'people',
  'audit',
  'account',
  'disclosure',
  'privacy',
].map((tool) => `/admin/${tool}`)

// Each test edits its own section, so the workers can share the tests.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ signIn }) => signIn())

test('the table of edits: has a row for every editor of the sidebar', async ({ page }) => {
  const editors = (await adminScreens(page)).filter((screen) => !TOOLS.includes(screen))
  // The sidebar leads to the list of a collection, and the list to the editors of its entries.
  const screens = new Set(editedTexts.map((edited) => editorOf(edited).split('/').slice(0, 3).join('/')))
  expect([...screens, ...WITHOUT_ROW, ...SWITCHED_OFF].sort()).toEqual(editors.sort())
})

for (const edited of editedTexts.filter(isOfEachKind)) {
  const isRestored = isOfEachScreen(edited)
  test(`${editorOf(edited)}: saved, undone${isRestored ? ', restored' : ''}, each time on the page at the next request`, ({
    page,
  }) => (isRestored ? proveHistory(page, edited) : proveEditor(page, edited)))
}

test('an optional text emptied: gone from the page, back by Undo', ({ page }) => proveEmptying(page))

test('a word of 200 letters: no screen and no page wider than a phone', ({ page }) => proveLongWord(page))

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 422/] })

  test('a text too long, one left out: said at each field, nothing typed is lost, saved once it is mended', ({
    page,
  }) => proveRefusal(page))
})
