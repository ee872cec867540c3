import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { EventsSection, Timeline } from './events-page-view.tsx'
import { eventCard, eventsPage, milestone, shownEvents } from './events-page.ts'

const card = eventCard.parse({
  _id: 'fairs',
  kind: 'fair',
  image: 'stand.jpg',
  alt: 'A stand',
  title: 'Trade fair',
  description: 'Come and see.',
})

const fair = {
  ...{ key: 'fair-2027', title: 'Cable fair 2027', kind: 'fair' as const, from: '2027-01-12', to: '2027-01-15' },
  ...{ place: 'Mumbai', link: '/contactus', linkText: '', image: 'stand.jpg', imageAlt: 'Stand', summary: '' },
  html: '<p>Every day from 10:00.</p>',
}

test('nothing to tell: neither heading is shown', () => {
  const { container } = renderInRouter(
    <>
      <Timeline title="Latest News" milestones={[]} />
      <EventsSection title="Meet us" cards={[]} upcoming={[]} />
    </>,
  )
  expect(container).toBeEmptyDOMElement()
})

test('the timeline: year, title and what happened, of a milestone without a text the first two', () => {
  const milestones = [
    milestone.parse({ _id: 'xlpe', year: 2020, title: 'XLPE', description: 'Joins the range.' }),
    milestone.parse({ _id: 'start', year: 1991, title: 'Incorporation' }),
  ]
  renderInRouter(<Timeline title="Latest News" milestones={milestones} />)
  const [xlpe, start] = screen.getAllByRole('listitem')
  expect(xlpe).toHaveTextContent('2020 XLPE')
  expect(xlpe).toHaveTextContent('Joins the range.')
  expect(start).toHaveTextContent('1991 Incorporation')
  expect(start?.querySelector('p')).toBeNull()
})

test('the first cards, each with the next event of its kind; the other events without a picture of a card', () => {
  const page = eventsPage.schema.parse({
    ...{ title: 'News', timelineTitle: 'Latest News', timeline: [], eventsTitle: 'Meet us' },
    events: [card, { ...card, _id: 'days', kind: 'open-day' }, { ...card, _id: 'others', kind: 'other' }],
  })
  const visit = { ...fair, key: 'visit', kind: 'other' as const, image: 'hall.jpg' }
  const { content, others } = shownEvents(page, [visit, fair, { ...fair, key: 'fair-2028' }])
  expect(content.events.map(({ next }) => next?.title)).toEqual(['Cable fair 2027', undefined, undefined])
  expect(others.map(({ key, image }) => [key, image])).toEqual([
    ['visit', 'hall.jpg'],
    ['fair-2028', ''],
  ])
})

test('a card with its event: days, place and text, the picture once, and a link', () => {
  renderInRouter(<EventsSection title="Meet us" cards={[{ ...card, next: fair }]} upcoming={[]} />)
  const [shown, ...others] = screen.getAllByRole('listitem')
  expect(others).toEqual([])
  expect(shown).toHaveTextContent(/12 to 15 January 2027.*Trade fair.*Cable fair 2027.*Mumbai.*Come and see.*10:00/)
  expect(screen.getAllByRole('img', { name: 'A stand' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Register: Cable fair 2027' })).toHaveAttribute('href', '/contactus')
})

test('an event whose title begins with that of its card: the title is said once', () => {
  const next = { ...fair, title: 'Trade fair 2027' }
  renderInRouter(<EventsSection title="Meet us" cards={[{ ...card, next }]} upcoming={[]} />)
  expect(screen.getAllByText(/Trade.fair/)).toHaveLength(1)
})
