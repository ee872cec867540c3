import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { NoticeView } from './notice-view.tsx'

test('the data: a row for each purpose, in the order in which it first occurs', () => {
  const items = [
    { _id: 'name', item: 'Name', purpose: 'To answer you' },
    { _id: 'address', item: 'Network address', purpose: 'To keep the website safe' },
    { _id: 'message', item: 'Your message', purpose: 'To answer you' },
  ]
  renderInRouter(
    <NoticeView
      text={{ language: 'en', itemsTitle: 'Personal data', parts: [], items }}
      {...{ version: 1, isCurrent: true, since: undefined, languages: [], others: [] }}
      contact={{ name: 'Contact', email: 'privacy@example.com' }}
    />,
  )
  const rows = screen.getAllByRole('row').slice(1)
  const data = rows.map((row) =>
    within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  )
  expect(data).toEqual([['Name', 'Your message'], ['Network address']])
  expect(rows[0]).toHaveAccessibleName(/^To answer you/)
})
