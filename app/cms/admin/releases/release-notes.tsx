import { Link } from '@remix-run/react'
import type { ReleaseNote } from '#app/cms/define/site-checklist.ts'

/** What a person should look at before a release is published, as items of a list. */
export function ReleaseNoteItems({ notes }: { notes: readonly ReleaseNote[] }) {
  return (
    <>
      {notes.map(({ text, step }) => (
        <li className="attention__item--note" key={text}>
          <b>{text}</b> {step && <Link to={step.href}>{step.label}</Link>}
        </li>
      ))}
    </>
  )
}
