import { editedTexts, editorOf, isPlainOfEachKind } from '../editor-table.ts'
import { test } from './fixtures.ts'
import { proveEmptying, proveRefusal } from '../odd-texts.ts'
import { proveEditor } from '../prove-editor.ts'

// Each test edits its own section, so the workers can share the tests.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ signIn }) => signIn())

// `host/editors.spec.ts` tests all others by their forms alone.
for (const edited of editedTexts.filter(isPlainOfEachKind)) {
  test(`${editorOf(edited)}: saved and undone, each time on the page at the next request`, ({ page }) =>
    proveEditor(page, edited))
}

test('an optional text emptied: gone from the page, back by Undo', ({ page }) => proveEmptying(page))

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 422/] })

  test('a text too long, one left out: said at each field, nothing typed is lost, saved once it is mended', ({
    page,
  }) => proveRefusal(page))
})
