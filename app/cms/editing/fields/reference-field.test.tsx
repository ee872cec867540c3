import { useFormMetadata } from '@conform-to/react'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { optionalReference } from '#app/cms/define/fields.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { EntryChoicesContext, ReferenceField } from './reference-field.tsx'

const schema = z.strictObject({ page: optionalReference('Page', { id: 'pages' }) })
const pages = [
  { key: 'one', title: 'First page', isHidden: false },
  { key: 'two', title: 'Second page', isHidden: true },
]

function Editor({ page }: { page: string }) {
  const form = useContentForm({
    id: 'editor',
    schema: () => Promise.resolve(schema),
    content: { page },
    reply: undefined,
  })
  return (
    <EntryChoicesContext.Provider value={{ pages }}>
      <ContentForm
        form={form}
        labels={{ page: 'Page' }}
        version="v1"
        reply={undefined}
        preview={undefined}
        enterIntent="save"
      >
        <Fields />
      </ContentForm>
    </EntryChoicesContext.Provider>
  )
}

function Fields() {
  const { page } = useFormMetadata<z.output<typeof schema>>().getFieldset()
  return <ReferenceField field={page} collection="pages" optional />
}

test.each([
  ['of an entry', 'two', 'Second page (hidden)'],
  ['of an entry that is gone', 'three', '“three” (removed)'],
  ['of none', '', 'None'],
])('a reference %s: shown by its title, with the others to choose', async (_case, page, shown) => {
  renderInRouter(<Editor page={page} />)
  const select = await screen.findByRole('combobox', { name: /Page/ })
  expect(select).toHaveDisplayValue(shown)
  expect(select).toHaveValue(page)
  expect(screen.getByRole('option', { name: 'First page' })).toBeVisible()
})
