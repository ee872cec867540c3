import { editedTexts } from '../editor-table.ts'
import { test } from '../fixtures.ts'
import { proveEmptying, proveRefusal } from '../odd-texts.ts'
import { proveEditor } from '../prove-editor.ts'
import { stayingSignedIn } from '../stay-signed-in.ts'

// No edit touches another's section: the workers share them out.
test.describe.configure({ mode: 'parallel' })

// Of the pictures that are left out.
test.use({ expectedConsoleErrors: [/ERR_FAILED/] })

const staySignedIn = stayingSignedIn()

test.beforeEach(async ({ page, signIn }) => {
  // Texts are read, not pictures.
  await page.route(/\/(?:variants|uploads)\//, (route) => route.abort())
  await staySignedIn({ page, signIn })
})

for (const edited of editedTexts) {
  test(`/admin/${edited.section}: saved and undone, each time on the page at the next request`, ({ page }) =>
    proveEditor(page, edited))
}

test('an optional text emptied: gone from the page, back by Undo', ({ page }) => proveEmptying(page))

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 422|ERR_FAILED/] })

  test('a text too long, one left out: said at each field, nothing typed is lost, saved once it is mended', ({
    page,
  }) => proveRefusal(page))
})
