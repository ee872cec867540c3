/**
 * Does work in short turns: up to `most` pieces at once, the others in the order they came, each time after the event loop has
 * gone around. A thousand visitors who ask at the same moment then keep neither new connections waiting (Node takes one each
 * time around) nor a save, which goes around a dozen times.
 */
export class Turns {
  readonly #most: number
  #left: number
  #isUnderWay = false
  readonly #line: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
    this.#left = most
  }

  /** True where there is room in this turn for one more piece of work, which is to be done at once. */
  take(): boolean {
    this.#begin()
    if (this.#left === 0 || this.#line.length > 0) return false
    this.#left -= 1
    return true
  }

  /** Has `work` done in its turn. It must not throw. */
  line(work: () => void): void {
    this.#begin()
    this.#line.push(work)
  }

  #begin() {
    if (this.#isUnderWay) return
    this.#isUnderWay = true
    setImmediate(this.#turn)
  }

  readonly #turn = () => {
    const works = this.#line.splice(0, this.#most)
    this.#left = this.#most - works.length
    this.#isUnderWay = works.length > 0
    if (this.#isUnderWay) setImmediate(this.#turn)
    for (const work of works) work()
  }
}
