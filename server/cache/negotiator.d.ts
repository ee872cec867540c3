/** The part that is used here. The package has no types, and `@types/negotiator` lacks `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { [name: string]: string | undefined } })
    /** The accepted ones of `available`, best first; `preferred` decides between equal weights. */
    encodings(available: string[], options: { preferred: string[] }): string[]
  }
}
