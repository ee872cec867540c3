import type { Questions } from './http/confirmation.server.ts'

/** The person, address and browser that cause a request, for its records. */
export interface Actor {
  /** Undefined for visitors. */
  user?: { id: string; name: string } | undefined
  /** Address of the visitor. */
  address?: string | undefined
  /** The User-Agent header. */
  browser?: string | undefined
}

/** A person who makes a change in a request. */
export interface Person {
  id: string
  name: string
  /** Id of the person whose change it is, if this one only publishes it: the history names that person. */
  publishesFor?: string | undefined
  /** Address and User-Agent header of the request, for the audit log. */
  address?: string | undefined
  browser?: string | undefined
  /** Asks the person before the change does harm. Left out: the person cannot be asked, and the change is made. */
  questions?: Questions | undefined
}

/**
 * Who makes a change: a person in a request, or the id of the person for whom the site makes it at another time, such as
 * a scheduled release. Then nobody is asked, and the audit log names no actor. Nothing else says who acts.
 */
export type Author = Person | string

/** The id of an author, as records and histories store it. */
export function authorId(author: Author): string {
  return typeof author === 'string' ? author : (author.publishesFor ?? author.id)
}

/** The author for the audit log; undefined if the site acts. */
export function actorOf(author: Author): Actor | undefined {
  if (typeof author === 'string') return undefined
  const { id, name, address, browser } = author
  return { user: { id, name }, address, browser }
}

/** A visitor for the audit log: the address, and the browser of the request. */
export function visitorOf({ headers }: Pick<Request, 'headers'>, address: string | undefined): Actor {
  return { address, browser: headers.get('user-agent') ?? undefined }
}

/** The questions to an author; undefined if nobody can be asked. */
export function questionsTo(author: Author): Questions | undefined {
  return typeof author === 'string' ? undefined : author.questions
}
