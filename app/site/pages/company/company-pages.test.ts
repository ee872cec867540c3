import { expect, test } from 'vitest'
import { imageUrl } from '#app/cms/media/media-address.ts'
import { about } from '#app/site/sections/about/about.ts'
import { EVENT_CARDS_SHOWN, eventsPage, eventCard } from '#app/site/sections/events-page/events-page.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { loader as aboutLoader } from './about.tsx'
import { loader as careersLoader } from './careers.tsx'
import { loader as certificateLoader } from './certificate.tsx'
import { loader as eventsLoader } from './events.tsx'
import { loader as galleryLoader } from './gallery.tsx'
import { loader as servicesLoader } from './services.tsx'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'

const { content: siteContent, media } = await createTestSite()
const by = { author: 'test', reason: 'Test' }

const pages = {
  '/aboutus': aboutLoader,
  '/certificate': certificateLoader,
  '/services': servicesLoader,
  '/careers': careersLoader,
  '/events': eventsLoader,
  '/gallery': galleryLoader,
}

test.each(Object.entries(pages))('%s: 200, with the size of each picture', (path, loader) => {
  const { data, init } = loader({ request: ownRequest(path) })
  expect(init?.status).toBe(200)
  const pictures = Object.values(data.images).filter(({ file }) => !file.endsWith('.svg'))
  expect(pictures.length).toBeGreaterThan(1)
  for (const { file, width } of pictures) expect(width, imageUrl(file)).toBeGreaterThanOrEqual(800)
})

test('/aboutus: the profile is made from Markdown', async () => {
  await siteContent.update(about, {
    ...by,
    change: (content) => ({ ...content, body: 'We also work [for others](/services).' }),
  })
  expect(aboutLoader().data.profileHtml).toBe('<p>We also work <a href="/services">for others</a>.</p>\n')
})

test('/certificate: the size of the file of each certificate', () => {
  const { content, documents, certificates } = certificateLoader().data
  const ofStandards = content?.standards.flatMap(({ sheet }) => sheet ?? []) ?? []
  expect(ofStandards).toHaveLength(2)
  expect(certificates).toEqual([])
  expect(Object.keys(documents).sort()).toEqual(ofStandards.map(({ fileUrl }) => fileUrl).sort())
  for (const document of Object.values(documents)) expect(document.bytes).toBeGreaterThan(0)
})

test('/certificate: a certificate that no standard names: in the list below them', async () => {
  await siteContent.update(certifications, {
    ...by,
    change: (content) => ({
      ...content,
      standards: content.standards.map((standard) => ({ ...standard, certificate: '' })),
    }),
  })
  const { content, certificates } = certificateLoader().data
  expect(content?.standards.flatMap(({ sheet }) => sheet ?? [])).toEqual([])
  expect(certificates).toHaveLength(2)
})

test('/careers: the address to write to is one of the site details', async () => {
  await siteContent.update(siteDetails, {
    ...by,
    change: (content) => ({ ...content, contacts: { ...content.contacts, employmentEmail: 'jobs@example.com' } }),
  })
  expect(careersLoader().data.email).toBe('jobs@example.com')
})

test('/events with more events than are shown: the page gets the first, and the sizes of their images only', async () => {
  const images = media.library.list().map(({ file }) => file)
  const events = Array.from({ length: EVENT_CARDS_SHOWN + 1 }, (_, at) =>
    eventCard.parse({ _id: `event-${at}`, image: images[at], title: `Event ${at}`, description: 'An event.' }),
  )
  await siteContent.update(eventsPage, { ...by, change: (content) => ({ ...content, events }) })
  const page = eventsLoader().data
  expect(page.content?.events.map(({ title }) => title)).toEqual(
    events.slice(0, EVENT_CARDS_SHOWN).map(({ title }) => title),
  )
  expect(Object.keys(page.images)).toEqual(expect.arrayContaining(images.slice(0, EVENT_CARDS_SHOWN)))
  expect(Object.keys(page.images)).not.toContain(images[EVENT_CARDS_SHOWN])
})

test('/events: the timeline with the newest first, whatever its order', async () => {
  const milestone = (year: number) => ({ _id: `y${year}`, year, title: `Step ${year}`, description: '' })
  const timeline = [1991, 2014, 2002].map(milestone)
  await siteContent.update(eventsPage, { ...by, change: (content) => ({ ...content, timeline }) })
  expect(eventsLoader().data.content?.timeline.map(({ year }) => year)).toEqual([2014, 2002, 1991])
})
