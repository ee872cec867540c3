import { useFormMetadata } from '@conform-to/react'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ContentForm, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from './entry-list.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'

/** The choice at a place of a conflict. */
const choice = (name: string) => ({ choices: ['mine', 'theirs'] as const, collision: { name, kind: 'value' as const } })

const schema = z.strictObject({
  people: z.array(z.strictObject({ _id: z.string(), name: z.string(), tags: z.array(z.string()).default([]) })),
})
type Content = z.output<typeof schema>

test('nothing in it: says so, no filter', () => {
  show(0)
  expect(screen.getByText('No person yet')).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test.each([
  ['Rohan Naik', 'RN'],
  ['Trade fairs: see cut cables', 'TF'],
  ['3LPE', ''],
])('“%s” without a picture: “%s” in its place, not in the text of the row', (name, initials) => {
  const { container } = show(1, { initialValue: { people: [{ _id: 'a', name, tags: [] }] } })
  expect(container.querySelector('summary')).toHaveTextContent(name)
  expect(container.querySelector('.item__thumb--none')).toHaveAttribute('data-initials', initials)
})

test('closed rows: hold no fields, but all their values go along', () => {
  const { container } = show(12)
  expect(screen.queryByRole('textbox')).toBeNull()
  const sent = new FormData(container.querySelector('form') ?? undefined)
  expect(sent.get('people[11].name')).toBe('Person 11')
  expect(sent.get('people[11].tags[1]')).toBe('b')
  expect([...sent.keys()].filter((name) => name.startsWith('people'))).toHaveLength(12 * 4)
})

test('a row that was opened, typed in and closed again: keeps what was typed, also when it is moved', async () => {
  const { container } = show(3)
  await userEvent.click(screen.getByText('Person 1'))
  await userEvent.type(screen.getByLabelText(/^Name/), '!')
  await userEvent.click(screen.getByText('Person 1!'))
  await userEvent.click(screen.getByRole('button', { name: 'Move Person 1! up' }))
  expect(titles()).toEqual(['Person 1!', 'Person 0', 'Person 2'])
  expect(new FormData(container.querySelector('form') ?? undefined).get('people[0].name')).toBe('Person 1!')
})

test('duplicated: the copy is below, open, with what was typed and an _id of its own, and has the focus', async () => {
  const { container } = show(3)
  await userEvent.click(screen.getByText('Person 1'))
  await userEvent.type(screen.getByLabelText(/^Name/), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate person' }))
  expect(titles()).toEqual(['Person 0', 'Person 1!', 'Person 1!', 'Person 2'])
  expect(screen.getByText('Added: entry 3 of 4')).toHaveRole('status')
  const rows = screen.getAllByRole('listitem')
  expect(rows[2]).toContainElement(document.activeElement as HTMLElement)
  expect(within(rows[2] ?? container).getByLabelText(/^Name/)).toHaveValue('Person 1!')
  const sent = new FormData(container.querySelector('form') ?? undefined)
  expect(sent.getAll('people[2].tags[1]')).toEqual(['b'])
  expect(sent.get('people[1]._id')).toBe('p1')
  expect(sent.get('people[2]._id')).toMatch(/^[0-9a-f]{32}$/)
  expect(sent.get('people[3]._id')).toBe('p2')
})

test('an error of the server in a closed row: opens it', () => {
  show(3, { status: 'error', initialValue: content(3), error: { 'people[2].name': ['Too long'] } })
  expect(screen.getByLabelText(/^Name/)).toBeInvalid()
})

test('someone else has changed a closed row: it is open, with theirs beside it', () => {
  const conflict = [
    {
      name: 'people[1].name',
      label: 'Name',
      kind: 'value' as const,
      isField: true,
      mine: 'Person 1',
      theirs: 'Theirs',
      ...choice('people[1].name'),
    },
  ]
  show(3, { initialValue: content(3) }, conflict)
  expect(screen.getByLabelText(/^Name/)).toHaveAccessibleDescription(/Saved meanwhile Theirs/)
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Person 1')
})

test('a filter: leaves the rows in which every word occurs, and says how many; nothing is lost', async () => {
  const { container } = show(12)
  await userEvent.type(screen.getByRole('searchbox'), 'PERSON 1')
  expect(titles()).toEqual(['Person 1', 'Person 10', 'Person 11'])
  expect(screen.getByText('3 of 12 persons')).toBeVisible()
  expect(new FormData(container.querySelector('form') ?? undefined).get('people[5].name')).toBe('Person 5')
})

test.each([
  ['3', ['Person 1', 'Person 2', 'Person 0', 'Person 3']],
  ['99', ['Person 1', 'Person 2', 'Person 3', 'Person 4']],
  ['', ['Person 0', 'Person 1', 'Person 2', 'Person 3']],
])('place %j typed for the first: moved there', async (place, expected) => {
  show(12)
  const field = screen.getByLabelText('Position of Person 0, from 1 to 12')
  await userEvent.clear(field)
  await userEvent.type(field, `${place}{Enter}`)
  expect(titles().slice(0, 4)).toEqual(expected)
})

test('dragged by its handle: marked where it would go, moved and announced; Escape gives up', () => {
  show(4)
  const rows = screen.getAllByRole('listitem')
  rows.forEach((row, at) => {
    vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, at * 100 + 200, 100, 100))
  })
  const handle = rows[0]?.querySelector('.grip')
  if (!handle) throw new Error('There is no handle')
  Object.assign(handle, { setPointerCapture: vi.fn() })

  fireEvent.pointerDown(handle, { button: 0, pointerId: 1 })
  fireEvent(handle, pointer('pointermove', 460))
  expect(rows[3]).toHaveAttribute('data-drop', 'before')
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(rows[3]).not.toHaveAttribute('data-drop')
  fireEvent(handle, pointer('pointerup', 460))
  expect(titles()[0]).toBe('Person 0')

  fireEvent.pointerDown(handle, { button: 0, pointerId: 1 })
  fireEvent(handle, pointer('pointermove', 460))
  fireEvent(handle, pointer('pointerup', 460))
  expect(titles()).toEqual(['Person 1', 'Person 2', 'Person 0', 'Person 3'])
  expect(screen.getByText('Moved from position 1 to position 3 of 4')).toBeInTheDocument()
})

function Example({ count, reply }: { count: number; reply: SaveReply | undefined }) {
  const form = useContentForm({ id: 'example', schema: () => Promise.resolve(schema), content: content(count), reply })
  return (
    <ContentForm form={form} labels={fieldLabels(schema)} version="1" reply={reply}>
      <People key={form.key} />
    </ContentForm>
  )
}

function People() {
  const { people } = useFormMetadata<Content>().getFieldset()
  return (
    <EntryList
      list={people}
      noun="person"
      summarise={(person) => ({ title: person.getFieldset().name.value, image: '' })}
    >
      {(person) => {
        const { _id, name, tags } = person.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <TextField field={name} label="Name" />
            {tags.getFieldList().map((tag) => (
              <HiddenField key={tag.key} field={tag} />
            ))}
          </>
        )
      }}
    </EntryList>
  )
}

function show(count: number, result?: SaveReply['result'], conflict?: SaveReply['conflict']) {
  return renderInRouter(<Example count={count} reply={result && { result, version: '2', conflict }} />)
}

function content(count: number): Content {
  return {
    people: Array.from({ length: count }, (_, at) => ({ _id: `p${at}`, name: `Person ${at}`, tags: ['a', 'b'] })),
  }
}

function titles() {
  return screen
    .getAllByRole('listitem')
    .map((row) => within(row).getByText(/^Person \d+!?$/, { selector: 'span' }).textContent)
}

/** jsdom has no pointer events. */
function pointer(type: string, clientY: number) {
  return new MouseEvent(type, { clientY, bubbles: true })
}
