import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { Footer } from './footer.tsx'

const content: ComponentProps<typeof Footer>['content'] = {
  lead: 'Tell us the cable',
  buttonText: 'Write to us',
  buttonLink: '/contactus',
  about: '',
  links: [{ text: 'Careers', link: '/careers' }],
  social: [{ network: 'linkedin', link: '/' }],
  privacyPolicy: { text: 'Privacy policy', link: '/' },
  badges: [],
}
const office = { title: 'Plant', address: 'Plot 00\nGoa', phone: '+91 (00) 000-00', email: 'info@example.com' }

function renderFooter(
  changed: Partial<typeof content> = {},
  facts: Partial<Pick<ComponentProps<typeof Footer>, 'personForQueries' | 'smartOdrLink'>> = {},
) {
  renderInRouter(
    <Footer
      companyName="Polymer"
      legalName="Polymer Limited"
      cin="U00000GA1991PLC000000"
      year={2030}
      content={{ ...content, ...changed }}
      offices={[office]}
      {...facts}
    />,
  )
}

test('button without a link: the lead alone is shown', () => {
  renderFooter({ buttonLink: '' })
  expect(screen.queryByRole('link', { name: 'Write to us' })).toBeNull()
  expect(screen.getByText(/Tell us/)).toBeVisible()
})

test('phone and e-mail: links that a telephone and a mail program understand', () => {
  renderFooter()
  expect(screen.getByRole('link', { name: office.phone.replaceAll(' ', '\u00a0') }).getAttribute('href')).toBe(
    'tel:+910000000',
  )
  expect(screen.getByRole('link', { name: office.email }).getAttribute('href')).toBe('mailto:info@example.com')
})

test('social icon: named for those who do not see it', () => {
  renderFooter()
  expect(screen.getByRole('link', { name: 'LinkedIn' }).getAttribute('href')).toBe('/')
})

test('the facts of the company: legal name, CIN, and the person for queries and grievances', () => {
  const personForQueries = {
    name: 'Asha',
    title: 'Company Secretary',
    phone: '+91 00000 00000',
    email: 'q@example.com',
  }
  renderFooter({}, { personForQueries, smartOdrLink: 'https://odr.example/' })
  expect(screen.getByText('© 2030 Polymer Limited')).toBeVisible()
  expect(screen.getByText('CIN U00000GA1991PLC000000')).toBeVisible()
  expect(screen.getByText('Asha, Company Secretary')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Investor queries and grievances' })).toHaveAttribute(
    'href',
    '/investors#investor-grievance',
  )
  expect(screen.getByRole('link', { name: 'q@example.com' })).toHaveAttribute('href', 'mailto:q@example.com')
  expect(screen.getByRole('link', { name: 'SMART ODR' })).toHaveAttribute('href', 'https://odr.example/')
})

test('no person chosen and no link: both are left out', () => {
  renderFooter()
  expect(screen.queryByText('Investor queries and grievances')).toBeNull()
  expect(screen.queryByRole('link', { name: 'SMART ODR' })).toBeNull()
})
