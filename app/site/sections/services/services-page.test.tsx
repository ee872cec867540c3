import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ServiceSection, ServicesIntro } from './services-page.tsx'
import { services } from './services.ts'

const content = services.schema.parse({
  title: 'Services',
  lead: 'For compounds that are not ours.',
  services: [
    {
      _id: 'toll-compounding',
      title: 'Toll Compounding Services',
      lead: 'Your formulation.',
      image: 'toll.jpg',
      imageAlt: 'Screws',
      work: ['Weighing'],
      steps: [
        { title: 'Agree', text: 'First.' },
        { title: 'Run', text: 'Then.' },
      ],
      send: ['The formulation'],
      lots: [{ name: 'Trial lot', value: '100 kg' }],
      buttonText: 'Write to us',
      buttonLink: '/contactus',
    },
  ],
})
const [service] = content.services
if (!service) throw new Error('The content above has a service')

test('no picture, lists or button: name and lead alone', () => {
  const bare = { ...service, image: '', work: [], steps: [], send: [], lots: [], buttonText: '' }
  renderInRouter(<ServiceSection service={bare} index={0} />)
  expect(document.querySelector('img')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Toll Compounding Services'])
})

test('link at the top of the page: leads to the section of the service', () => {
  renderInRouter(
    <>
      <ServicesIntro content={content} crumb="Services" />
      <ServiceSection service={service} index={0} />
    </>,
  )
  const links = within(screen.getByRole('navigation', { name: 'Services on this page' }))
  const target = links.getByRole('link', { name: /^Toll Compounding Services/ }).getAttribute('href')
  expect(target).toBe(`#${screen.getByRole('region', { name: 'Toll Compounding Services' }).id}`)
})

test('a service: steps in order, quantities by name, and the way to write', () => {
  renderInRouter(<ServiceSection service={service} index={0} />)
  const steps = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(steps).toEqual(['Agree', 'Run'])
  expect(screen.getByText('Trial lot').nextElementSibling?.textContent).toBe('100 kg')
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contactus')
})
