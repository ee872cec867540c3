import { useFormMetadata } from '@conform-to/react'
import { useLoaderData } from '@remix-run/react'
import type { EntryOrder } from '#app/cms/define/entry-order.ts'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { DragHandle, useDragOrder } from '#app/cms/editing/lists/drag-order.tsx'
import { ListError, MoveButtons } from '#app/cms/editing/lists/list-controls.tsx'
import { PositionField } from '#app/cms/editing/lists/position-field.tsx'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { rowId } from '#app/cms/editing/ui/focus.ts'

/** The titles of the entries, by their keys. */
export const loader = adminLoader('editor', ({ request }) => {
  const { definition, content } = currentSite()
  const id = new URL(request.url).pathname.split('/')[2]
  const collection = definition.collections.find(({ orderSection }) => orderSection?.id === id)
  if (!collection) throw new Response('There is no such section.', { status: 404 })
  const titles = content.entryKeys(collection).map((key): [string, string] => {
    const value = content.find(collection.entry(key))?.value
    return [key, value ? collection.title(value) : key]
  })
  return { noun: collection.noun, titles: Object.fromEntries(titles) }
})

export const handle: EditorHandle = { schema: async () => (await import('#app/cms/define/entry-order.ts')).entryOrder }

/** The entries of a collection in their order, each with buttons that move it. */
export default function EntryOrderEditor() {
  const { noun, titles } = useLoaderData<typeof loader>()
  const form = useFormMetadata<EntryOrder>()
  const { keys } = form.getFieldset()
  const { listProps, announcement } = useDragOrder((from, to) => {
    form.reorder({ name: keys.name, from, to })
  })
  const entries = keys.getFieldList()
  return (
    <FieldGroup legend="Order" note="The order in which visitors and staff see them">
      <ListError field={keys} />
      {entries.length === 0 && <p className="items__empty">No {noun} yet</p>}
      <ol className="items" {...listProps}>
        {entries.map((entry, index) => {
          const key = entry.initialValue ?? ''
          const title = titles[key] ?? `${key} (removed)`
          return (
            <li className="item item--low" id={rowId(entry.id)} key={entry.key ?? entry.name}>
              <DragHandle />
              <span className="item__title">{title}</span>
              <HiddenField field={entry} />
              <MoveButtons list={keys.name} index={index} count={entries.length} title={title}>
                <PositionField list={keys.name} index={index} count={entries.length} title={title} />
              </MoveButtons>
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </FieldGroup>
  )
}
