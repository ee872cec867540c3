import { countOf } from '#app/cms/platform/format/words.ts'
import styles from './preview-notice.css?url'

/**
 * Elements in the head of a preview. With `opensTabs`, links open a new tab, so that the preview is not lost by
 * accident.
 */
export function PreviewHead({ opensTabs = false }: { opensTabs?: boolean }) {
  return (
    <>
      {opensTabs && <base target="_blank" />}
      <meta name="robots" content="noindex, nofollow" />
      <link rel="stylesheet" href={styles} />
    </>
  )
}

interface PreviewNoticeProps {
  /** Name of the section that is edited. */
  label: string
  /** Address of the page that is shown. */
  page: string
  /** Why the values of the form are not shown. */
  errors: readonly string[]
}

const MAX_ERRORS = 5

/** Shown at the lower edge of a preview in its own tab: what the page shows, and what is wrong with the form. */
export function PreviewNotice({ label, page, errors }: PreviewNoticeProps) {
  const more = errors.length - MAX_ERRORS
  return (
    <aside className="preview-notice" aria-label="Preview">
      <p>
        <b>Preview of {label}.</b>{' '}
        {errors.length === 0
          ? 'Nothing is published. A file that is not uploaded yet is not shown. Links open the published website in a new tab.'
          : `Your changes are not shown, because ${countOf(errors.length, 'field')} ${errors.length === 1 ? 'needs' : 'need'} attention. This is the published version of ${page}.`}
      </p>
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, MAX_ERRORS).map((error, index) => (
            <li key={index}>{error}</li>
          ))}
          {more > 0 && <li>and {countOf(more, 'more field')}</li>}
        </ul>
      )}
      <p>Close this tab to continue.</p>
    </aside>
  )
}
