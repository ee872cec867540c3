import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { enquiryHref } from '#app/site/addresses/enquiry-address.ts'

interface DataSheetRequestProps {
  /** Key of the grade, and its name. */
  id: string
  grade: string
}

/** Opens the contact form with a request for the data sheet of a grade. */
export function DataSheetRequest({ id, grade }: DataSheetRequestProps) {
  return (
    <ContentLink to={enquiryHref([id])} rel="nofollow">
      <span>Request</span> <span className="visually-hidden">the data sheet of {grade}</span>
    </ContentLink>
  )
}

/** `Penetration, 0.1 mm`: the line may break before the unit, not within it. */
export function withUnitInOnePiece(name: string) {
  return name.replace(/, [^]+$/, (unit) => `, ${unit.slice(2).replaceAll(' ', '\u00a0')}`)
}
