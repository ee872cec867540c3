import sharp from 'sharp'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { entryWriter } from './entry-writes.ts'
import { Refused, type Client, type Credentials } from './client.ts'
import { ADMINISTRATOR } from './site.ts'
import type { Writer } from './writer.ts'

/** Everything that was acknowledged to writers and is missing. The writer of passwords has to be the first. */
export async function findLost(client: Client, writers: readonly Writer[]): Promise<string[]> {
  const [first, ...others] = writers
  // The writer of passwords signs the client in, which the others need.
  const lost = (await first?.findLost(client)) ?? []
  const ofOthers = await Promise.all(others.map((writer) => writer.findLost(client)))
  return [...lost, ...ofOthers.flat()]
}

/** Writes until `isEnd` accepts an error as the expected end. Rejects with any other error. */
export async function writeForEver(writer: Writer, client: Client, isEnd: (error: unknown) => boolean): Promise<void> {
  for (;;) {
    try {
      await writer.write(client)
    } catch (error) {
      if (isEnd(error)) return
      throw error
    }
  }
}

/** A value that counts up: any value between the last acknowledged one and the last one sent may be stored. */
function counter(
  name: string,
  { read, save }: { read: (client: Client) => Promise<number>; save: (client: Client, value: number) => Promise<void> },
): Writer {
  let [stored, sent, acknowledged] = [0, 0, 0]
  return {
    name,
    get acknowledged() {
      return acknowledged
    },
    async write(client) {
      sent = stored + 1
      await save(client, sent)
      stored = sent
      acknowledged += 1
    },
    async findLost(client) {
      const found = await read(client)
      const lost = found === stored || found === sent ? [] : [`${name}: ${found}, but ${stored} was acknowledged`]
      stored = sent = found
      return lost
    },
  }
}

/** At most so many things of one kind are stored at a time: then the oldest is deleted. */
const STORED_AT_A_TIME = 6

interface Things {
  add: (client: Client, number: number) => Promise<string>
  remove: (client: Client, thing: string) => Promise<void>
  /** Those of the things that exist. */
  present: (client: Client, things: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Things that are added and deleted. */
function collection(name: string, { add, remove, present }: Things): Writer {
  const stored = new Set<string>()
  const deleted = new Set<string>()
  let [number, acknowledged] = [0, 0]
  return {
    name,
    get acknowledged() {
      return acknowledged
    },
    async write(client) {
      const [oldest] = stored
      if (oldest !== undefined && stored.size >= STORED_AT_A_TIME) {
        stored.delete(oldest)
        await remove(client, oldest)
        deleted.add(oldest)
      } else {
        number += 1
        stored.add(await add(client, number))
      }
      acknowledged += 1
    },
    async findLost(client) {
      const found = await present(client, [...stored, ...deleted])
      const lost = [...stored].filter((thing) => !found.has(thing)).map((thing) => `${name}: ${thing} is not there`)
      const back = [...deleted].filter((thing) => found.has(thing)).map((thing) => `${name}: ${thing} is there again`)
      deleted.clear()
      for (const thing of lost) stored.delete(thing)
      return [...lost, ...back]
    },
  }
}

/** Changes of the administrator's password. */
interface PasswordWriter extends Writer {
  /** The password after the last acknowledged change. */
  current(): string
}

/**
 * Changes the password of the administrator, which ends all sessions. `findLost` signs the client in, or reuses an
 * earlier sign-in if there was no change since, because checking a password takes longer than all other checks.
 */
export function passwordWriter(): PasswordWriter {
  let [stored, sent, acknowledged] = [0, 0, 0]
  let signedIn: Credentials | undefined
  const passwordOf = (number: number) => ADMINISTRATOR.password.replace('0', String(number))
  return {
    name: 'password',
    current: () => passwordOf(stored),
    get acknowledged() {
      return acknowledged
    },
    async write(client) {
      sent = stored + 1
      await client.changePassword(passwordOf(stored), passwordOf(sent))
      stored = sent
      acknowledged += 1
    },
    async findLost(client) {
      if (signedIn && stored === sent && (await client.isSignedIn(signedIn.cookie))) {
        Object.assign(client, signedIn)
        return []
      }
      for (const candidate of new Set([stored, sent])) {
        try {
          await client.signIn(passwordOf(candidate))
          stored = sent = candidate
          signedIn = { cookie: client.cookie, token: client.token }
          return []
        } catch (error) {
          if (!(error instanceof Refused) || error.status >= 500) throw error
        }
      }
      return [`password: ${passwordOf(stored)} is not valid`]
    },
  }
}

/** The sessions of other browsers. A change of the password ends them. */
export function sessionWriter(passwordOfNow: () => string): Writer {
  return collection('sessions', {
    add: (client) => client.startSession(passwordOfNow()),
    remove: (client, cookie) => client.signOut(cookie),
    present: async (client, cookies) => present(cookies, (cookie) => client.isSignedIn(cookie)),
  })
}

/** The first writers each have only one value, so that a second one of them would take its place. */
export const WITH_ONE_VALUE = 3

/** Every kind of write except passwords and sessions. `seed` makes the texts of a run differ from those of another. */
export function makeWriters(seed: number): Writer[] {
  const mark = `run${seed}`
  return [
    counter('section by the API', {
      read: async (client) => Math.max(0, Number((await client.read('stats'))['capacity']) - 100_000),
      save: async (client, value) => {
        const stats = await client.read('stats')
        await client.put('stats/stats', { ...stats, capacity: String(100_000 + value) })
      },
    }),
    counter('Markdown by the form', {
      read: async (client) => {
        const { whyTitle = '', body = '' } = await client.form('careers')
        const numbers = new Set(`${body} Title ${whyTitle}.`.match(/(?<=Paragraph |Title \w+ )\d+(?=\.)/g))
        return numbers.size > 1 ? Number.NaN : Number([...numbers][0] ?? 0)
      },
      save: async (client, value) => {
        const fields = await client.form('careers')
        await client.saveForm('careers', { ...fields, whyTitle: `${mark} ${value}`, body: longText(value) })
      },
    }),
    orderWriter(),
    entryWriter(mark),
    collection('images', {
      add: async (client, number) => client.upload(await pictureOf(seed, number)),
      remove: (client, file) => client.discard(file),
      present: (client, files) =>
        present(files, async (file) => {
          const response = await client.fetch(`/uploads/${file}`)
          const bytes = Buffer.from(await response.arrayBuffer())
          if (response.status !== 200) return false
          // Decodes the whole image: rejects if it is incomplete.
          await sharp(bytes, { failOn: 'truncated' }).stats()
          return true
        }),
    }),
    collection('gallery with images', {
      add: async (client, number) => {
        const file = new File([new Uint8Array(await pictureOf(seed + 1, number))], 'photo.png', { type: 'image/png' })
        return client.post('gallery', { title: `${mark} ${number}`, description: 'A photo.', file })
      },
      remove: (client, id) => client.remove(`gallery/${id}`),
      present: (client) => idsIn(client, 'gallery'),
    }),
    collection('gallery at the same time', {
      add: (client, number) =>
        client.post('gallery', {
          title: `${mark} ${number}`,
          description: 'A photo.',
          imageUrl: 'gallery-1-f74cd28b.jpg',
        }),
      remove: (client, id) => client.remove(`gallery/${id}`),
      present: (client) => idsIn(client, 'gallery'),
    }),
    collection('reports with PDFs', {
      add: (client, number) => {
        const bytes = new Uint8Array(pdfBytes({ content: longText(number) }))
        const file = new File([bytes], `${mark}-${number}.pdf`, { type: 'application/pdf' })
        return client.post('reports', { year: '2024-25', title: `${mark} ${number}`, file })
      },
      remove: (client, id) => client.remove(`reports/${id}`),
      present: (client) => idsIn(client, 'reports'),
    }),
    collection('messages', {
      add: async (client, number) => {
        await client.sendMessage(`${mark}-${number} asks for XLPE.`)
        return `${mark}-${number}`
      },
      remove: async (client, text) => {
        const id = (await client.messages(mark)).get(text)
        if (id === undefined) throw new Error(`The message ${text} is not there`)
        await client.deleteMessage(id)
      },
      present: async (client) => new Set((await client.messages(mark)).keys()),
    }),
  ]
}

/** The order of a collection: its first entry becomes the last one, by the form. */
function orderWriter(): Writer {
  const section = 'product-pages-order'
  let [stored, sent, acknowledged]: [string, string, number] = ['', '', 0]
  const keysOf = (fields: Record<string, string>) =>
    Object.entries(fields).flatMap(([name, value]) => (/^keys\[\d+\]$/.test(name) ? [value] : []))
  return {
    name: 'order of a collection',
    get acknowledged() {
      return acknowledged
    },
    async write(client) {
      const { version = '', ...fields } = await client.form(section)
      const [first = '', ...others] = keysOf(fields)
      const next = [...others, first]
      sent = next.join(' ')
      await client.saveForm(section, {
        version,
        ...Object.fromEntries(next.map((key, at) => [`keys[${at}]`, key])),
      })
      stored = sent
      acknowledged += 1
    },
    async findLost(client) {
      const found = keysOf(await client.form(section)).join(' ')
      const isKnown = stored === '' || found === stored || found === sent
      const lost = isKnown ? [] : [`order: ${found}, but ${stored} was acknowledged`]
      stored = sent = found
      return lost
    },
  }
}

async function present(things: readonly string[], exists: (thing: string) => Promise<boolean>) {
  const found = await Promise.all(things.map(async (thing) => ((await exists(thing)) ? thing : undefined)))
  return new Set(found.filter((thing) => thing !== undefined))
}

async function idsIn(client: Client, resource: string) {
  return new Set((await client.list(resource)).map((entry) => String(entry['_id'])))
}

/** An image with unique bytes. */
export async function pictureOf(seed: number, number: number): Promise<Buffer> {
  const bytes = Buffer.alloc(24 * 24 * 3, `${seed} ${number} `)
  return sharp(bytes, { raw: { width: 24, height: 24, channels: 3 } })
    .png()
    .toBuffer()
}

/** About 8 kB in which every paragraph has the number, so that a torn or mixed file is noticed. */
function longText(number: number) {
  return Array.from({ length: 40 }, () => `Paragraph ${number}. ${'Polymer compound. '.repeat(10)}`).join('\n\n')
}
