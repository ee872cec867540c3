import { z } from 'zod'
import { pageOfAddress } from '#app/cms/platform/http/parse-url.ts'
import { cleanLine, withoutInvisible } from '#app/cms/define/clean-text.ts'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  choice,
  email,
  id,
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
  sitePath,
  text,
  uniqueBy,
} from '#app/cms/define/fields.ts'
import { isOwnAddress } from '#app/site/site-addresses.ts'

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
  lead: text('Lead', 300),
  buttonText: optionalLine('Button text', 60),
  buttonLink: optionalLink('Button link'),
  about: optionalText('About text', 500),
  links: list('Links', siteLink),
  social: list(
    'Social links',
    z.strictObject({
      network: choice('Network', ['linkedin', 'youtube', 'x']),
      link: link('Link'),
    }),
  ),
  privacyPolicy: siteLink,
  badges: list('Badges', z.strictObject({ image: imageFile('Image'), alt: imageAlt() })),
})

/** A redirect from the address of a former page to another page. */
const pageRedirect = z.strictObject({
  _id: id(),
  from: restricted(
    text('Old address', 200, cleanOldAddress),
    (value) => /^\/[\w./~-]*[\w~-]$/.test(value) && !value.startsWith('//'),
    'a path of this site such as /products/old-name',
  ),
  to: sitePath('New address'),
})
export type PageRedirect = z.output<typeof pageRedirect>

/** When more are added, the oldest ones are removed. */
export const MAX_REDIRECTS = 500

const redirects = list('Redirects', pageRedirect, { max: MAX_REDIRECTS })
  .check(uniqueBy('from', 'Old address'))
  .check(({ value, issues }) => {
    const olds = new Set(value.map(({ from }) => from))
    value.forEach(({ to }, index) => {
      if (!olds.has(pageOfAddress(to))) return
      issues.push({
        code: 'custom',
        input: to,
        path: [index, 'to'],
        message: `${to} redirects to another address. Enter the final address`,
      })
    })
  })
  .default([])

interface WithRedirects {
  redirects: readonly PageRedirect[]
}

/**
 * Refuses redirects from addresses of the site itself. Earlier releases accepted them, so those that are in the content
 * already must not prevent other changes: they have no effect.
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

/** Content of every page: the company's name, the navigation, the footer, and the contact addresses. */
export const siteDetails = defineSection({
  id: 'site',
  label: 'Site details',
  icon: 'sliders',
  editor: 'site/sections/site-details/site-details-editor.tsx',
  file: 'site.yaml',
  schema: z.strictObject({
    companyName: line('Company name', 100),
    tagline: line('Tagline', 200),
    registrationNumber: line('Registration number', 60),
    navigation: list('Navigation', siteLink, { min: 1 }),
    footer,
    contacts: z.strictObject({
      registeredOffice: office,
      corporateOffice: office,
      investorEmail: email('Investor e-mail'),
      employmentEmail: email('Employment e-mail'),
    }),
    redirects,
  }),
  // Both are parsed with the schema. Without a `before`, there is no such content yet.
  checkChange: (next, before) => newOwnAddresses(next as WithRedirects, before as WithRedirects | undefined),
  page: '/',
})
export type SiteDetails = ContentOf<typeof siteDetails>

/** In the spelling with which requests are compared. A query is kept, so that the field is refused. */
function cleanOldAddress(value: string) {
  const address = withoutInvisible(cleanLine(value))
  return /^\/[^?#]*$/.test(address) ? pageOfAddress(address) : address
}
