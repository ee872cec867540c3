import { editedTexts } from '../editor-table.ts'
import { test } from '../fixtures.ts'
import { proveEditor } from '../prove-editor.ts'

for (const edited of editedTexts) {
  test(`/admin/${edited.section}: saved, undone, restored, each time on the page at the next request`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await proveEditor(page, edited)
  })
}
