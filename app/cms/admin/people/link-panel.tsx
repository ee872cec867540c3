import { useEffect, useRef } from 'react'
import { CopyButton } from '#app/cms/editing/ui/copy-button.tsx'
import type { ShownLink } from './people.server.ts'

/** Shows a link that was just made, to be handed to the person. It gets the focus, since it is shown only once. */
export function LinkPanel({ link: { url, name, expires } }: { link: ShownLink }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    ref.current?.focus()
  }, [url])
  return (
    <section className="handout" aria-labelledby="link-heading">
      <h2 id="link-heading" tabIndex={-1} ref={ref}>
        Link for {name}
      </h2>
      <p>
        Send this link to {name} only, for example in a private message. {name} can set a password with the link once,
        until {expires}. The link is not shown again. If it is lost, make a new one.
      </p>
      <div className="field">
        <label htmlFor="link-url">Link</label>
        <div className="handout__copy">
          <input
            id="link-url"
            readOnly
            value={url}
            onFocus={({ currentTarget }) => {
              currentTarget.select()
            }}
          />
          <CopyButton text={url} label="Copy link" of={`for ${name}`} />
        </div>
      </div>
    </section>
  )
}
