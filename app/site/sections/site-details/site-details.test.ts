import { expect, test } from 'vitest'
import { contactPage } from '#app/site/sections/contact-page/contact-page.ts'
import { office } from './site-details.ts'

test('an e-mail address or a map address with pasted characters without width: without them', () => {
  const { email } = office.shape
  expect(email.parse('info\u200b@exa\u00admple.com')).toBe('info@example.com')
  const { mapEmbedLink } = contactPage.schema.shape
  expect(mapEmbedLink.parse('https://www.openstreetmap.org/export/\u200bembed.html?bbox=1')).toBe(
    'https://www.openstreetmap.org/export/embed.html?bbox=1',
  )
})
