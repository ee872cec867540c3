import { z } from 'zod'
import { line, text } from '#app/schema/fields.ts'

/** What a visitor writes to the company. Every field is required; the limits leave room for the longest real values. */
export const contactMessage = z.strictObject({
  firstName: line('Your first name', 100),
  lastName: line('Your last name', 100),
  // RFC 5321 leaves 254 characters for an address. The pattern is the one of <input type="email">.
  email: line('Your e-mail address', 254).refine(
    (value) => z.regexes.html5Email.test(value),
    'Your e-mail address must look like name@company.com',
  ),
  mobile: line('Your mobile number', 40),
  comments: text('Your message', 5000),
})
export type ContactMessage = z.output<typeof contactMessage>
