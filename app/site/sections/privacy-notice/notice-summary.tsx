import { Link } from '@remix-run/react'
import { NOTICE_FIELDS } from '#app/cms/inbox/privacy/notice-fields.ts'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'
import './notice-summary.css'

/** The notice in short, as a form shows it. */
export interface ShownNotice {
  version: number
  language: string
  summary: string
}

/** What happens with what a visitor types, before the button of a form. The form sends which version was shown. */
export function NoticeSummary({ notice: { version, language, summary } }: { notice: ShownNotice }) {
  return (
    <div className="notice-summary">
      <input type="hidden" name={NOTICE_FIELDS.version} value={version} />
      <input type="hidden" name={NOTICE_FIELDS.language} value={language} />
      <details>
        <summary className="fold">What we do with your details</summary>
        <p>
          {summary} <Link to={PRIVACY_PAGE}>Read the privacy policy</Link>
        </p>
      </details>
    </div>
  )
}
