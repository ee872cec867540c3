import { expect, test } from 'vitest'
import { breadcrumbData, companyData } from './json-ld.ts'

const origin = 'https://www.example.com'

test('company with only a name: no other properties', () => {
  const [organization] = companyData({ name: 'Polymer', origin, email: '', phone: undefined, profiles: ['/'] })
  expect(organization).toEqual({
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name: 'Polymer',
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
    },
  })
})

test('company: postal address on one line, only its pages elsewhere as sameAs, and the site under its name', () => {
  const [organization, site] = companyData({
    name: 'Polymer',
    origin,
    address: 'Plot 00\nGoa\n',
    profiles: ['/', 'https://social.example/polymer'],
  })
  expect(organization).toMatchObject({
    'script:ld+json': {
      address: { '@type': 'PostalAddress', streetAddress: 'Plot 00, Goa' },
      sameAs: ['https://social.example/polymer'],
    },
  })
  expect(site).toMatchObject({ 'script:ld+json': { '@type': 'WebSite', name: 'Polymer', url: `${origin}/` } })
})

test('an address as the post of India asks: its parts, and the legal name', () => {
  const [organization] = companyData({
    name: 'Polymer',
    legalName: 'Polymer Limited',
    foundingDate: '1991',
    origin,
    address: 'Plot 00\nSample Estate\nGoa 403 000, India',
  })
  expect(organization).toMatchObject({
    'script:ld+json': {
      legalName: 'Polymer Limited',
      foundingDate: '1991',
      address: {
        streetAddress: 'Plot 00, Sample Estate',
        addressLocality: 'Goa',
        postalCode: '403000',
        addressCountry: 'IN',
      },
    },
  })
})

test('breadcrumb: from the home page to the page itself, absolute; a step without an address has none', () => {
  const trail = [{ label: 'Investors', to: '/investors#offer' }, { label: 'Offer' }]
  expect(breadcrumbData(trail, 'Report', `${origin}/investors/report`)).toMatchObject({
    'script:ld+json': {
      itemListElement: [
        { position: 1, name: 'Home', item: `${origin}/` },
        { position: 2, name: 'Investors', item: `${origin}/investors#offer` },
        { '@type': 'ListItem', position: 3, name: 'Offer' },
        { position: 4, name: 'Report', item: `${origin}/investors/report` },
      ],
    },
  })
  const json = JSON.stringify(breadcrumbData(trail, 'Report', origin))
  expect(json.match(/"item":/g)).toHaveLength(3)
})
