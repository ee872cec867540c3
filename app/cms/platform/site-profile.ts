/**
 * The facts of a site that the content system needs everywhere: on the server, in browsers and in the commands. They are
 * constants of the site's code, not settings of an installation.
 */
export interface SiteProfile {
  /** Identifies the site in its backups: small letters, digits and hyphens. Never change it. */
  name: string
  /**
   * The start of each access token. It distinguishes one from the token of a sign-in, also for programs that scan source
   * code for secrets. Never change it.
   */
  tokenPrefix: string
  /** Language of the pages, such as `de-CH`. */
  language: string
  /** Where staff are: they enter and read times of this zone. */
  timeZone: {
    /** A name of the time zone database, such as `Europe/Rome`. */
    id: string
    /** The place in texts such as “16:00 in Italy”. */
    place: string
  }
  files: {
    /** Folders of the uploads whose files have the address `/{folder}/{file}`, not `/uploads/{folder}/{file}`. */
    ownAddresses: readonly string[]
  }
  /** The company's logo, as files of `public/`. */
  logo: {
    /** Beside the form to sign in. */
    image: string
    /** Size of the image in CSS pixels. */
    width: number
    height: number
    /** The square one in the sidebar. */
    mark: string
  }
  /** What hints and messages for staff show as examples. */
  examples: {
    /** The path of a page, such as `/team`. */
    page: string
    /** The last part of the address of a page, such as `opening-hours`. */
    slug: string
    /** The address of an uploaded PDF. */
    document: string
  }
}

let current: SiteProfile | undefined

/** Sets the profile of this program: the server does so when it opens the site, a browser when it loads a page. */
export function setSiteProfile(profile: SiteProfile): void {
  current = profile
}

/** The profile of the site. Throws if it is not set yet: call it in functions, not while a module is loaded. */
export function siteProfile(): SiteProfile {
  if (!current) throw new Error('The profile of the site is not set yet')
  return current
}

/** Makes a value from the profile at its first use, and again after the profile has changed. */
export function fromProfile<Value>(make: (profile: SiteProfile) => Value): () => Value {
  let made: { profile: SiteProfile; value: Value } | undefined
  return () => {
    const profile = siteProfile()
    if (made?.profile !== profile) made = { profile, value: make(profile) }
    return made.value
  }
}
