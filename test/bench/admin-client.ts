import { setTimeout as wait } from 'node:timers/promises'

/** A program that edits the title of the home page's news, which stands in the HTML of the home page. */
export class AdminClient {
  readonly #origin: string
  readonly #address: string
  readonly #headers: Record<string, string>
  #news: object | undefined

  constructor(origin: string, token: string) {
    this.#origin = origin
    this.#address = `${origin}/api/newssection`
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }

  /** Saves the number. Resolves when the save is acknowledged. */
  async save(edition: number): Promise<void> {
    this.#news ??= await this.#read()
    const response = await fetch(this.#address, {
      method: 'PUT',
      headers: this.#headers,
      body: JSON.stringify({ ...this.#news, title: `Edition ${edition}` }),
    })
    if (!response.ok) throw new Error(`Saving answers ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }

  /** The number that the home page shows. */
  async shown(): Promise<number> {
    const html = await (await fetch(this.#origin)).text()
    return Number(/Edition (\d+)/.exec(html)?.[1] ?? -1)
  }

  /** Saves every second until `signal` is aborted, watched by visitors that look all the time. */
  async saveEverySecond(
    signal: AbortSignal,
  ): Promise<{ saves: number; looks: number; stale: number; failures: number }> {
    const seen = { saves: 0, looks: 0, stale: 0, failures: 0 }
    const look = async () => {
      while (!signal.aborted) {
        const atLeast = seen.saves
        try {
          const shown = await this.shown()
          seen.looks += 1
          if (shown < atLeast) seen.stale += 1
        } catch {
          seen.failures += 1
        }
        await wait(20)
      }
    }
    await this.save(0)
    const visitors = Array.from({ length: 4 }, look)
    while (!signal.aborted) {
      await this.save(seen.saves + 1)
      seen.saves += 1
      await wait(1000)
    }
    await Promise.all(visitors)
    return seen
  }

  async #read(): Promise<object> {
    const news: unknown = await (await fetch(this.#address)).json()
    if (typeof news !== 'object' || news === null) throw new Error('The news section is no object')
    return news
  }
}
