import { editedTexts } from '../editor-table.ts'
import { test } from '../fixtures.ts'
import { proveEditor } from '../prove-editor.ts'
import { stayingSignedIn } from '../stay-signed-in.ts'

// No edit touches another's section: the workers share them out.
test.describe.configure({ mode: 'parallel' })

const staySignedIn = stayingSignedIn()

test.beforeEach(({ page, signIn }) => staySignedIn({ page, signIn }))

for (const edited of editedTexts) {
  test(`/admin/${edited.section}: saved, undone, restored, each time on the page at the next request`, ({ page }) =>
    proveEditor(page, edited))
}
