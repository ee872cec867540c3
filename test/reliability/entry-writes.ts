import type { Client } from './client.ts'
import type { Writer } from './writer.ts'

/** Entries of a collection that are played at a time. */
const AT_A_TIME = 3
const FOLDER = 'news-articles'

/** What is public of an entry. Undefined: it does not exist. */
interface State {
  number: number
  address: string
  isHidden: boolean
}

/** An entry, and how far it is. `sent` is set from a write on until its outcome is known. */
interface Played {
  key: string
  step: number
  stored: State | undefined
  sent: { next: State | undefined } | undefined
}

type Step = (client: Client, entry: Played, next: State | undefined) => Promise<unknown>

/**
 * An article is made, changed, renamed, hidden, shown, removed, restored and removed again, by the API and by the forms
 * of staff. Several articles take turns. After a write whose outcome is unknown, an entry waits until it was looked at.
 */
export function entryWriter(mark: string): Writer {
  const contentOf = (key: string, { number, address, isHidden }: State) => ({
    _id: key,
    title: `${mark} ${key} ${number}`,
    date: '2026-01-02',
    time: '09:00',
    lead: `Lead ${number}.`,
    image: '',
    imageAlt: '',
    documents: [],
    body: Array.from({ length: 20 }, () => `Paragraph ${number}.`).join('\n\n'),
    address,
    visibility: isHidden ? 'hidden' : 'listed',
  })
  const put: Step = (client, { key }, next) => client.put(`${FOLDER}/${key}`, next ? contentOf(key, next) : {})
  const remove: Step = (client, { key }) => client.remove(`${FOLDER}/${key}`)
  const changed = (change: (state: State, key: string) => Partial<State>) => (state: State | undefined, key: string) =>
    state && { ...state, number: state.number + 1, ...change(state, key) }

  /** How each step changes an entry, and how it is sent. */
  const steps: readonly { next: (state: State | undefined, key: string) => State | undefined; send: Step }[] = [
    {
      next: () => ({ number: 1, address: '', isHidden: false }),
      send: (client, { key }, next) => client.create(FOLDER, next ? contentOf(key, next) : {}),
    },
    { next: changed(() => ({})), send: put },
    { next: changed((_state, key) => ({ address: `${key}-moved` })), send: put },
    { next: changed(() => ({ isHidden: true })), send: put },
    { next: changed(() => ({ isHidden: false })), send: put },
    { next: () => undefined, send: remove },
    { next: (state) => state, send: (client, { key }) => client.restoreEntry(FOLDER, key) },
    { next: () => undefined, send: remove },
  ]
  /** The state before the removal, which the next step restores. */
  const removed = new Map<string, State | undefined>()
  let [count, acknowledged, turn] = [0, 0, 0]
  let played: Played[] = []

  function nextOf({ key, step, stored }: Played) {
    return steps[step]?.next(stored ?? removed.get(key), key)
  }

  function settle(entry: Played, state: State | undefined) {
    if (entry.stored && !state) removed.set(entry.key, entry.stored)
    entry.stored = state
    entry.sent = undefined
  }

  return {
    name: 'entries of a collection',
    get acknowledged() {
      return acknowledged
    },
    async write(client) {
      const ready = played.filter(({ step, sent }) => !sent && step < steps.length)
      if (ready.length < AT_A_TIME) {
        const added: Played = { key: `${mark}-${(count += 1)}`, step: 0, stored: undefined, sent: undefined }
        played.push(added)
        ready.push(added)
      }
      const entry = ready[(turn += 1) % ready.length]
      if (!entry) return
      const next = nextOf(entry)
      entry.sent = { next }
      await steps[entry.step]?.send(client, entry, next)
      settle(entry, next)
      entry.step += 1
      acknowledged += 1
    },
    async findLost(client) {
      const lost: string[] = []
      for (const entry of played) {
        const { key, stored, sent } = entry
        const found = await readState(client, key)
        const isSent = sent !== undefined && isSame(found, sent.next)
        if (!isSent && !isSame(found, stored))
          lost.push(`entry ${key}: ${JSON.stringify(found)}, but ${JSON.stringify(stored)} was acknowledged`)
        const hasExisted = stored !== undefined || removed.has(key) || found !== undefined
        settle(entry, found)
        if (isSent) entry.step += 1
        if (hasExisted) lost.push(...(await wrongPages(client, entry, `${mark} ${key} `)))
      }
      played = played.filter(({ step }) => step < steps.length)
      return lost
    },
  }
}

function isSame(one: State | undefined, other: State | undefined) {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function readState(client: Client, key: string): Promise<State | undefined> {
  const found = await client.find(`${FOLDER}/${key}?visibility=all`)
  if (!found) return undefined
  const number = Number(String(found['title']).split(' ').at(-1))
  const texts = new Set(String(found['body']).match(/\d+/g))
  // A file that mixes two versions has two numbers.
  const isWhole = texts.size === 1 && texts.has(String(number))
  const address = String(found['address'])
  return { number: isWhole ? number : Number.NaN, address, isHidden: found['visibility'] === 'hidden' }
}

/** What visitors find at the address of an entry, if it is not what it has to be. */
async function wrongPages(client: Client, { key, stored }: Played, title: string): Promise<string[]> {
  const address = `/news/${(stored?.address ?? '') || key}`
  const response = await client.fetch(address, { cookie: '' })
  const text = await response.text()
  const { status } = response
  if (!stored) return status === 200 ? [`${address}: shown, although it is removed`] : []
  if (stored.isHidden) return status === 404 ? [] : [`${address}: ${status}, although it is hidden`]
  const isShown = status === 200 && text.includes(`${title}${stored.number}`)
  const former = stored.address === '' ? 308 : await client.status(`/news/${key}`)
  return [
    ...(isShown ? [] : [`${address}: ${status}, and not version ${stored.number}`]),
    ...(former === 308 ? [] : [`/news/${key}: ${former}, and not the way to ${address}`]),
  ]
}
