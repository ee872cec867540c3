import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DrhpDisclaimer } from './drhp-page.tsx'
import { drhp } from './drhp.ts'

const content = drhp.schema.shape.disclaimer.parse({
  title: 'Disclaimer',
  lead: 'Please read this.',
  paragraphs: [{ _id: 'india', title: 'India only', text: 'For persons in India.' }],
  note: 'By confirming you accept.',
  confirmLabel: 'I Confirm',
  declineLabel: 'I Do Not Confirm',
  declineUrl: 'https://search.example/',
})

test("the server's HTML: open before any script, and closed by its own form without one", () => {
  const html = renderToString(createElement(DrhpDisclaimer, { company: '', content }))
  expect(html).toMatch(/^<dialog class="disclaimer" open="" [^>]*><form [^>]*method="dialog">/)
  expect(html).toMatch(/<button [^>]*type="submit" [^>]*>I Confirm<\/button>/)
})
