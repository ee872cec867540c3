import { z } from 'zod'

/**
 * An e-mail address as mail servers use it: the domain is ASCII (`ana@exämple.com` becomes `ana@xn--exmple-cua.com`).
 * Undefined for a text that is no address. The rules are those of <input type="email">, but letters of all scripts are
 * accepted.
 */
export function mailAddress(value: string): string | undefined {
  const at = value.lastIndexOf('@')
  if (at === -1) return undefined
  const [mailbox, domain] = [value.slice(0, at), asciiDomain(value.slice(at + 1))]
  const latin = mailbox.replace(/[\p{L}\p{M}\p{N}]/gu, 'x')
  return domain !== undefined && z.regexes.html5Email.test(`${latin}@${domain}`) ? `${mailbox}@${domain}` : undefined
}

/** True if only mail servers with internationalised mailboxes (RFC 6531) know the address. */
export function hasForeignMailbox(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')))
}

function asciiDomain(domain: string): string | undefined {
  if (/^[A-Za-z0-9.-]*$/.test(domain)) return domain
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain)) return undefined
  // URL is the one IDNA conversion that browsers and Node share.
  const url = `http://${domain}/`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
