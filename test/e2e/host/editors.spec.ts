import { editedTexts, editorOf, isOfSharedForm, isPlainOfEachKind } from '../editor-table.ts'
import { expect, test } from '../fixtures.ts'
import { FormClient } from '../form-client.ts'
import { expectText, inWords } from '../prove-editor.ts'

// Each test edits its own section, so the workers can share the tests.
test.describe.configure({ mode: 'parallel' })

// Tests in a browser edit the others: `plain-html/editors.spec.ts`, and of product pages `product-editor.spec.ts`.
for (const edited of editedTexts.filter((edited) => !isPlainOfEachKind(edited) && !isOfSharedForm(edited))) {
  test(`${editorOf(edited)}: its form as a browser without scripts sends it is saved and undone, each time on the page at the next request`, async ({
    administrator,
    request,
  }) => {
    const forms = new FormClient(administrator)
    const { section, field, typed = `An edit of ${section}`, page } = edited
    await forms.open(editorOf(edited))
    const control = forms.control(field)
    const shown = { before: inWords(edited, control.value), typed: inWords(edited, typed) }
    await expectText({ request }, page, { shown: shown.before, gone: shown.typed })

    control.value = typed
    await forms.press(forms.button(edited.button ?? 'Update'))
    expectStatus(forms, edited.saved)
    await expectText({ request }, page, { shown: shown.typed, gone: shown.before })

    await forms.press(forms.button('Undo'))
    expectStatus(forms, 'The edit was undone')
    await expectText({ request }, page, { shown: shown.before, gone: shown.typed })
  })
}

function expectStatus({ document }: FormClient, message: string) {
  const messages = [...document.querySelectorAll('[role=status] b')].map(({ textContent }) => textContent)
  expect(messages).toContain(message)
}
