import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EventsSection, Timeline } from './events-page-view.tsx'
import { milestone, eventCard } from './events-page.ts'

const milestones = [1991, 2002, 2014].map(step)
const event = eventCard.parse({
  _id: 'fair',
  image: 'fair.jpg',
  alt: 'A stand',
  title: 'Trade fair',
  description: 'Come and see.',
})

test('nothing to tell: neither heading is shown', () => {
  const { container } = render(
    <>
      <Timeline title="Latest News" milestones={[]} />
      <EventsSection title="Meet us" cards={[]} upcoming={[]} past={[]} />
    </>,
  )
  expect(container).toBeEmptyDOMElement()
})

test('the timeline: entries in the order of the content, each with one layer more', () => {
  render(<Timeline title="Latest News" milestones={milestones} />)
  const entries = screen.getAllByRole('listitem')
  expect(entries.map((entry) => entry.querySelector('time')?.dateTime)).toEqual(['1991', '2002', '2014'])
  expect(entries.map((entry) => entry.querySelectorAll('.layers__layer').length)).toEqual([0, 1, 2])
})

test('a long history: the drawing stops growing', () => {
  const many = Array.from({ length: 12 }, (_, index) => step(2000 + index))
  render(<Timeline title="Latest News" milestones={many} />)
  expect(screen.getAllByRole('listitem').at(-1)?.querySelectorAll('.layers__layer')).toHaveLength(7)
})

test('an event: image, title and description', () => {
  render(<EventsSection title="Meet us" cards={[event]} upcoming={[]} past={[]} />)
  expect(screen.getByRole('img', { name: 'A stand' })).toHaveAttribute('src', '/uploads/fair.jpg')
  expect(screen.getByRole('heading', { level: 3, name: 'Trade fair' })).toBeInTheDocument()
})

function step(year: number) {
  return milestone.parse({ _id: `y${year}`, year, title: `Step ${year}` })
}
