import { request } from '@playwright/test'
import { FormClient } from '#test/e2e/form-client.ts'
import { ADMINISTRATOR, until, type Host } from '#test/reliability/site.ts'
import { buttonOf } from './list-form.ts'

const PUBLISHER = { username: 'publisher@example.com', password: 'a publisher with a password 1' }

/** Two people at browsers without scripts: the administrator, and a publisher whom they have invited. */
export interface Staff {
  people: [FormClient, FormClient]
  end: () => Promise<void>
}

/** Signs both in. */
export async function startStaff({ origin }: Host): Promise<Staff> {
  const contexts = await Promise.all(
    ['2001:db8::1', '2001:db8:1::1'].map((address) =>
      request.newContext({ baseURL: origin, extraHTTPHeaders: { 'x-forwarded-for': address } }),
    ),
  )
  const [administrator, publisher] = contexts.map((context) => new FormClient(context))
  if (!administrator || !publisher) throw new Error('There are no browsers')
  await administrator.open('/admin/login')
  type(administrator, ADMINISTRATOR)
  await administrator.press(administrator.button('Log in'))
  await administrator.open('/admin/people')
  type(administrator, { name: 'Publisher', username: PUBLISHER.username })
  await administrator.press(administrator.button('Invite'))
  const link = administrator.document.querySelector<HTMLInputElement>('input[value*="/admin/set-password"]')
  await publisher.open(link?.value ?? '')
  for (const field of publisher.document.querySelectorAll<HTMLInputElement>('input[type=password]')) {
    field.value = PUBLISHER.password
  }
  await publisher.press(publisher.button('Set password and log in'))
  return {
    people: [administrator, publisher],
    end: async () => {
      await Promise.all(contexts.map((context) => context.dispose()))
    },
  }
}

function type(client: FormClient, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) client.control(name).value = value
}

/** Makes an empty release. Resolves with its address. */
export async function makeRelease(client: FormClient, name: string): Promise<string> {
  await client.open('/admin/releases')
  client.control('name').value = name
  await client.press(buttonOf(client, 'create'))
  return new URL(client.document.URL).pathname
}

/** Time until a scheduled release is due (ms): two forms are sent until then. */
const SCHEDULE_MS = 4_000

/** Schedules a release. Resolves with its moment. */
export async function schedule(client: FormClient, release: string): Promise<number> {
  await client.open(release)
  const due = Math.ceil((Date.now() + SCHEDULE_MS) / 1_000) * 1_000
  // The field has the time in India.
  client.control('time').value = new Date(due + 5.5 * 3_600_000).toISOString().slice(0, 19)
  await client.press(buttonOf(client, 'ask-schedule'))
  await client.press(buttonOf(client, 'schedule'))
  const state = stateOf(client)
  if (!/^(?:Scheduled|Published)/.test(state)) throw new Error(`The release was not scheduled: ${state}`)
  return due
}

/** Resolves when a scheduled release is published. Rejects with what its page says if it is not. */
export async function published(client: FormClient, release: string): Promise<void> {
  await until(
    async () => {
      await client.open(release)
      return !stateOf(client).startsWith('Scheduled')
    },
    () => `The release is not published: ${mainOf(client)}`,
    20_000,
  )
  if (stateOf(client) !== 'Published') throw new Error(`The release is not published: ${mainOf(client)}`)
}

export async function undoRelease(client: FormClient, release: string): Promise<void> {
  await client.open(`${release}/ask/undo`)
  await client.press(buttonOf(client, 'undo'))
}

/** The address of the newest edit of a section in the history. */
export async function newestEdit(client: FormClient, section: string): Promise<string> {
  await client.open(`/admin/history/${section}`)
  const edit = client.document.querySelector<HTMLAnchorElement>('.editrows__what a')
  if (!edit) throw new Error(`The history of ${section} is empty`)
  return edit.href
}

/** Presses the Undo button of the message after a save. */
export async function pressUndo(client: FormClient): Promise<void> {
  await client.press(client.button('Undo'))
  const failure = client.document.querySelector('.status--bad')
  if (failure) throw new Error(`The edit was not undone: ${mainOf(client)}`)
}

/** Undoes an edit by its page in the history. */
export async function undoEdit(client: FormClient, edit: string): Promise<void> {
  await client.open(edit)
  if (client.document.querySelector('.restore--choices')) throw new Error(`The undo asks: ${mainOf(client)}`)
  await client.press(buttonOf(client, 'undo', '.restore'))
  const failure = client.document.querySelector('.status--bad')
  if (failure) throw new Error(`The edit was not undone: ${failure.textContent}`)
}

/** Restores the content of a section from before its first edit. */
export async function restoreFirst(client: FormClient, section: string): Promise<void> {
  await client.open(`/admin/history/${section}?page=9999`)
  await client.open(client.document.querySelector<HTMLAnchorElement>('a[href*="side=before"]')?.href ?? '')
  // A page that shows no difference has no button.
  if (client.document.querySelector('button[value=restore]')) await client.press(buttonOf(client, 'restore'))
}

function stateOf({ document }: FormClient) {
  return document.querySelector('.releases__state')?.textContent ?? ''
}

/** The text of a page, for the report of a fault. */
export function mainOf({ document }: FormClient): string {
  return (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ').slice(0, 1_500)
}
