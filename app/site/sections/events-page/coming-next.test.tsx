import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ComingNext } from './coming-next.tsx'

test('event and article: each is one link, with its day', () => {
  renderInRouter(
    <ComingNext
      event={{ title: 'Cable fair', from: '2027-01-12', to: '2027-01-15', place: 'Mumbai' }}
      article={{ title: 'New line', href: '/news/new-line', date: '2026-11-20' }}
    />,
  )
  const [event, article] = screen.getAllByRole('link')
  expect(event).toHaveAttribute('href', '#events')
  expect(event).toHaveTextContent(/Next event Cable fair .*2027, Mumbai/)
  expect(article).toHaveAttribute('href', '/news/new-line')
  expect(article).toHaveTextContent(/Newest article New line .*2026/)
})

test('no event: the article alone', () => {
  renderInRouter(<ComingNext event={undefined} article={{ title: 'New line', href: '/news/a', date: '2026-11-20' }} />)
  expect(screen.getAllByRole('link')).toHaveLength(1)
})
