import { Handout, HandoutText } from '#app/cms/editing/ui/handout.tsx'
import type { ShownLink } from './shown-person.server.ts'

/** Shows a link that was just made, to be handed to the person. */
export function LinkPanel({ link: { url, name, expires } }: { link: ShownLink }) {
  return (
    <Handout title={`Link for ${name}`} secret={url}>
      <p>
        Send this link to {name} only, for example in a private message. {name} can set a password with the link once,
        until {expires}. The link is not shown again. If it is lost, make a new one.
      </p>
      <HandoutText label="Link" text={url} copy={{ label: 'Copy link', of: `for ${name}` }} />
    </Handout>
  )
}
