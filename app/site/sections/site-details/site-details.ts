import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  choice,
  email,
  imageAlt,
  imageFile,
  line,
  link,
  list,
  optionalLine,
  optionalLink,
  optionalText,
  phone,
  restricted,
  text,
} from '#app/cms/define/fields.ts'
import { redirectList, type PageRedirect } from '#app/cms/define/page-redirects.ts'
import { isOwnAddress } from '#app/site/addresses/site-addresses.ts'

export const siteLink = z.strictObject({ text: line('Text', 60), link: link('Link') })
export type SiteLink = z.output<typeof siteLink>

/** A place of business. Line breaks in the address are shown as such. */
export const office = z.strictObject({
  title: line('Title', 100),
  address: text('Address', 500),
  phone: phone(),
  email: email('E-mail'),
})
export type Office = z.output<typeof office>

const footer = z.strictObject({
  lead: text('Introduction', 300),
  buttonText: optionalLine('Button text', 60),
  buttonLink: optionalLink('Button link'),
  about: optionalText('About text', 500),
  links: list('Links', siteLink),
  social: list(
    'Social links',
    z.strictObject({
      network: choice('Network', ['linkedin', 'youtube', 'x'], { linkedin: 'LinkedIn', youtube: 'YouTube', x: 'X' }),
      link: link('Link'),
    }),
  ),
  privacyPolicy: siteLink,
  badges: list('Badges', z.strictObject({ image: imageFile('Image'), alt: imageAlt() })),
})

interface WithRedirects {
  redirects: readonly PageRedirect[]
}

/**
 * Refuses redirects from addresses of the site itself. Those that are in the content already, because the address has
 * become one of the site since, must not prevent other changes: they have no effect.
 */
function newOwnAddresses({ redirects }: WithRedirects, before: WithRedirects | undefined) {
  const known = new Set(before?.redirects.map(({ from }) => from))
  return redirects.flatMap(({ from }, index) =>
    isOwnAddress(from) && !known.has(from)
      ? [
          {
            path: `redirects.${index}.from`,
            message: `${from} is an address of the site itself, so it cannot redirect. Enter another one`,
          },
        ]
      : [],
  )
}

/**
 * A Corporate Identity Number: listed or not, industry, state, year of incorporation, kind of company, registration.
 * The first letter changes at the listing.
 */
const CIN_PATTERN = /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/

/** Content of every page: the company's name, the navigation, the footer, and the contact addresses. */
export const siteDetails = defineSection({
  id: 'site',
  label: 'Company details',
  icon: 'sliders',
  editor: 'site/sections/site-details/site-details-editor.tsx',
  file: 'site.yaml',
  schema: z.strictObject({
    companyName: line('Company name', 100),
    tagline: line('Tagline', 200),
    legalName: line('Legal name', 150),
    cin: restricted(
      line('CIN', 30),
      (value) => CIN_PATTERN.test(value),
      'a Corporate Identity Number of 21 characters, such as U12345GA1991PLC123456',
    ),
    navigation: list('Navigation', siteLink, { min: 1 }),
    footer,
    contacts: z.strictObject({
      registeredOffice: office,
      corporateOffice: office,
      investorEmail: email('Investor e-mail'),
      employmentEmail: email('Employment e-mail'),
    }),
    redirects: redirectList(),
  }),
  // Both are parsed with the schema. Without a `before`, there is no such content yet.
  lifecycle: {
    checkChange: (next, before) => newOwnAddresses(next as WithRedirects, before as WithRedirects | undefined),
  },
  page: '/',
})
export type SiteDetails = ContentOf<typeof siteDetails>
