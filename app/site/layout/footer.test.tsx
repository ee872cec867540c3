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

function renderFooter(changed: Partial<typeof content> = {}) {
  renderInRouter(
    <Footer
      companyName="Polymer"
      registrationNumber="CIN 1"
      year={2030}
      content={{ ...content, ...changed }}
      offices={[office]}
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
