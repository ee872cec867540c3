import { editedTexts, isPlainOfEachKind } from '../editor-table.ts'
import { test } from './fixtures.ts'
import { proveEmptying, proveRefusal } from '../odd-texts.ts'
import { proveEditor } from '../prove-editor.ts'

// No edit touches another's section: the workers share them out.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ signIn }) => signIn())

// All others are proved by their forms alone, by `host/editors.spec.ts`.
for (const edited of editedTexts.filter(isPlainOfEachKind)) {
  test(`/admin/${edited.section}: saved and undone, each time on the page at the next request`, ({ page }) =>
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
