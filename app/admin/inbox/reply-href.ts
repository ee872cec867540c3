interface Received {
  email: string
  receivedAt: string
}

/** A mailto address (RFC 6068) that answers a visitor's message. What the visitor typed cannot add headers to it. */
export function replyHref({ email, receivedAt }: Received, companyName: string) {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'long' }).format(
    new Date(receivedAt),
  )
  const subject = ['Your message', companyName && `to ${companyName}`, `of ${day}`].filter(Boolean).join(' ')
  return `mailto:${mailtoAddress(email)}?subject=${encodeURIComponent(subject)}`
}

/** Escapes all but the sign between mailbox and host. */
export function mailtoAddress(email: string) {
  return encodeURIComponent(email).replace(/%40(?=[^%]*$)/, '@')
}
