import { useFormMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { LinkField } from '#app/editing/fields/link-field.tsx'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'
import { FooterFields } from './footer-fields.tsx'
import { LinkList } from './link-list.tsx'
import { OfficeFields } from './office-fields.tsx'
import type { Site } from './site.ts'

/** Fields of what every page shows, from the top of the window to its foot. */
export function SiteEditor() {
  const fields = useFormMetadata<Site>().getFieldset()
  const contacts = fields.contacts.getFieldset()
  return (
    <>
      <FieldGroup legend="Company" note="In the names of pages, in search results and in the footer">
        <TextField field={fields.companyName} label="Company name" />
        <TextField
          field={fields.tagline}
          label="Tagline"
          help="Follows the name in the browser's tab and in search results. Together they should have at most 70 characters"
        />
        <TextField
          field={fields.registrationNumber}
          label="Registration number"
          help="In the last line of the footer"
        />
      </FieldGroup>
      <FieldGroup legend="Navigation" note="At the top of every page, in this order">
        <LinkList list={fields.navigation} min={1} />
      </FieldGroup>
      <FooterFields footer={fields.footer} />
      <FieldGroup legend="Registered office" note="In the footer and on the contact page">
        <OfficeFields fields={contacts.registeredOffice.getFieldset()} />
      </FieldGroup>
      <FieldGroup legend="Corporate office" note="In the footer and on the contact page">
        <OfficeFields fields={contacts.corporateOffice.getFieldset()} />
      </FieldGroup>
      <FieldGroup legend="Further e-mail addresses" note="Shown on the contact page">
        <div className="two">
          <TextField field={contacts.investorEmail} label="Investor e-mail" type="email" />
          <TextField
            field={contacts.employmentEmail}
            label="Employment e-mail"
            type="email"
            help="Also on the careers page, under how to apply"
          />
        </div>
      </FieldGroup>
      <FieldGroup
        legend="Redirects"
        note="Old addresses that lead to another page. One is added by itself when a product gets another address or is removed"
      >
        <EntryList
          list={fields.redirects}
          noun="redirect"
          empty="No address has changed yet."
          summarise={(redirect) => {
            const { from, to } = redirect.getFieldset()
            return { title: from.value, note: to.value === undefined ? '' : `leads to ${to.value}` }
          }}
        >
          {(redirect) => {
            const { _id, from, to } = redirect.getFieldset()
            return (
              <>
                <HiddenField field={_id} />
                <div className="two">
                  <TextField field={from} label="Old address" help="Such as /products/old-name" />
                  <LinkField field={to} label="New address" help="Such as /products" />
                </div>
              </>
            )
          }}
        </EntryList>
      </FieldGroup>
    </>
  )
}
