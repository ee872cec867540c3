import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import GradeSheetScreen from './grade-sheet-screen.tsx'
import type { SheetPreview } from './sheet-preview.types.ts'

const preview: SheetPreview = {
  headings: ['Name', 'Layer', 'Price'],
  nameAt: 0,
  rows: [
    {
      ...{ number: 2, name: 'PV 90 S', state: 'changed', hasDraft: false },
      cells: [
        { state: 'unchanged', text: 'PV 90 S' },
        { state: 'new', text: 'Sheath' },
        { state: 'unchanged', text: '' },
      ],
    },
  ],
  counts: { new: 0, changed: 1, unchanged: 0, others: 0, cells: 1 },
  problems: [],
  pages: [],
  unknown: ['Price'],
  seen: '{}',
}

test('columns that are left out: still left out when the changes are published, and named', async () => {
  const posted: FormData[] = []
  renderInRouter(<GradeSheetScreen />, {
    loaded: { product: '', products: [], copied: '', needsApproval: false, mayPublish: true },
    loader: () => ({ product: '', products: [], copied: '', needsApproval: false, mayPublish: true }),
    action: async ({ request }) => {
      posted.push(await request.formData())
      return { text: 'Name\tLayer\tPrice', leavesOut: true, whatChanged: '', preview, failure: undefined }
    },
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Show what changes' }))
  expect(await screen.findByRole('checkbox', { name: /not understood: Price$/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Publish these changes' }))
  expect(posted.map((form) => [form.get('intent'), form.get('leave-out')])).toEqual([
    ['compare', null],
    ['publish', 'on'],
  ])
})
