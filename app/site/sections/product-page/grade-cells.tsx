import { ContentLink } from '#app/cms/ui/content-link.tsx'

/** Opens the contact form with a message that asks for the data sheet of a grade. */
export function DataSheetRequest({ grade }: { grade: string }) {
  return (
    <ContentLink to={`/contactus?${new URLSearchParams({ grade })}#form`} rel="nofollow">
      <span>Request</span> <span className="visually-hidden">the data sheet of {grade}</span>
    </ContentLink>
  )
}

/** `Penetration, 0.1 mm`: the line may break before the unit, not within it. */
export function withUnitInOnePiece(name: string) {
  return name.replace(/, [^]+$/, (unit) => `, ${unit.slice(2).replaceAll(' ', '\u00a0')}`)
}
