import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContactAddresses } from './contact-page.tsx'

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
