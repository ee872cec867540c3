import type { FieldMetadata } from '@conform-to/react'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { LinkField, usePages } from '#app/cms/editing/fields/link-field.tsx'
import type { PageRedirect } from '#app/cms/define/page-redirects.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { EntryList } from './entry-list.tsx'

interface RedirectsFieldProps {
  list: FieldMetadata<PageRedirect[]>
  /** True for an address that the site always serves itself. Left out: for none. */
  isOwnAddress?: (address: string) => boolean
}

/** The list of former addresses and where visitors of each go. */
export function RedirectsField({ list, isOwnAddress = () => false }: RedirectsFieldProps) {
  const pages = usePages()
  /** Why a redirect from this address has no effect now; undefined if it has one. */
  function whyWithoutEffect(from: string | undefined): string | undefined {
    if (from === undefined) return undefined
    if (isOwnAddress(from))
      return `${from} is an address of the site itself, so this redirect has no effect. Remove it.`
    if (!pages.includes(from)) return undefined
    return `There is a page at ${from}, so this redirect has an effect only once that page is gone.`
  }
  const { page } = siteProfile().examples
  return (
    <EntryList
      list={list}
      unique={['from']}
      noun="redirect"
      empty="No redirects yet."
      summarise={(redirect) => {
        const { from, to } = redirect.getFieldset()
        if (whyWithoutEffect(from.value)) return { title: from.value, note: 'has no effect' }
        if (from.value === undefined) return { title: undefined, note: '' }
        return { title: from.value, note: to.value === undefined ? 'Gone' : `redirects to ${to.value}` }
      }}
    >
      {(redirect) => {
        const { _id, from, to } = redirect.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <div>
                <TextField field={from} help="For example /old-page" />
                <p className="field__note" role="status">
                  {whyWithoutEffect(from.value)}
                </p>
              </div>
              <LinkField field={to} optional help={`For example ${page}. Empty: visitors read that the page is gone`} />
            </div>
          </>
        )
      }}
    </EntryList>
  )
}
