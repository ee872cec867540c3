import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContactAddresses, ContactMap } from './contact-page-view.tsx'

const contacts = {
  registeredOffice: { title: 'Plant', address: 'Plot 00\nGoa', phone: '+91 (00000) 00-000', email: 'info@example.com' },
  corporateOffice: { title: 'Office', address: 'Mumbai', phone: '+91 00000 00001', email: 'office@example.com' },
  investorEmail: 'investors@example.com',
  employmentEmail: 'careers@example.com',
}

test('addresses that could not be read: nothing is shown', () => {
  const { container } = render(<ContactAddresses contacts={undefined} />)
  expect(container).toBeEmptyDOMElement()
})

test('offices and hints: each telephone number and e-mail address can be followed', () => {
  render(<ContactAddresses contacts={contacts} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+910000000000',
    'mailto:info@example.com',
    'tel:+910000000001',
    'mailto:office@example.com',
    'tel:+910000000001',
    'mailto:investors@example.com',
    'mailto:careers@example.com',
  ])
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
    'Plant',
    'Office',
    'Investors',
    'Employment',
  ])
})

const link = 'https://maps.example.com/embed?place=goa'

test('no map address: how to find the office, no frame, nothing more to open', () => {
  render(
    <>
      <ContactAddresses contacts={contacts} way={{ details: 'First line\nSecond line', mapEmbedLink: '' }} />
      <ContactMap place="Plant" mapEmbedLink="" />
    </>,
  )
  expect(screen.getByText(/First line/)).toBeInTheDocument()
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.getAllByRole('link')).toHaveLength(7)
})

test('a map address: the map is embedded, fetched when it is near, and opens in a tab of its own', () => {
  render(
    <>
      <ContactAddresses contacts={contacts} way={{ details: '', mapEmbedLink: link }} />
      <ContactMap place="Plant" mapEmbedLink={link} />
    </>,
  )
  const map = screen.getByTitle('Map: Plant')
  expect(map).toHaveAttribute('src', link)
  expect(map).toHaveAttribute('loading', 'lazy')
  const opener = screen.getByRole('link', { name: 'Open the map in a new tab' })
  expect([opener.getAttribute('href'), opener.getAttribute('target')]).toEqual([link, '_blank'])
  expect(screen.getByText('from maps.example.com')).toBeInTheDocument()
})
