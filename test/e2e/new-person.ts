import { expect, type APIRequestContext } from '@playwright/test'
import type { Role } from '#app/cms/people/roles.ts'

/** A person with an account, and the session that began when the password was set. */
export interface Person {
  name: string
  username: string
  password: string
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies']
}

export const PASSWORD = 'a sentence that nobody guesses'
const HEADERS = { 'sec-fetch-site': 'same-origin' }

/** Of all tests of a worker, because usernames are unique on its site. */
let count = 0

/** Sends the form by which an `administrator` invites a person. Resolves with the path that sets the password. */
export async function inviteByForm(
  administrator: APIRequestContext,
  form: { name: string; username: string; role: Role },
): Promise<string> {
  const invited = await administrator.post('/admin/people', { form: { intent: 'invite', ...form }, headers: HEADERS })
  expect(invited.status(), 'the status of the invitation').toBe(200)
  const [link = ''] = /\/admin\/set-password\?token=[\w-]+/.exec(await invited.text()) ?? []
  return link
}

/** Invites a person, who sets a password by a form of their `own`. */
export async function newPerson(
  administrator: APIRequestContext,
  own: APIRequestContext,
  { name, role }: { name: string; role: Role },
): Promise<Person> {
  const username = `${name.replaceAll(' ', '-').toLowerCase()}-${(count += 1)}@example.com`
  const link = await inviteByForm(administrator, { name, username, role })
  const form = { next: PASSWORD, repeat: PASSWORD }
  const set = await own.post(link, { form, headers: HEADERS, maxRedirects: 0 })
  expect(set.status(), 'the status of the new password').toBe(303)
  return { name, username, password: PASSWORD, cookies: (await own.storageState()).cookies }
}
