import { sheetPath } from '#app/site/addresses/grade-address.ts'

/** The data sheet of a grade. `href` is the address of its page. */
export function DataSheetFile({ grade, href }: { grade: string; href: string }) {
  return (
    <a href={sheetPath(href)} type="application/pdf">
      PDF<span className="visually-hidden">: data sheet of {grade}</span>
    </a>
  )
}
