import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { RedirectsField } from '#app/cms/editing/lists/redirects-field.tsx'
import { ButtonFields, FieldGroup, FieldGroups, OfficeFields } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { TextField, SelectField, TextAreaField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { isOwnAddress } from '#app/site/addresses/site-addresses.ts'
import type { SiteDetails, SiteLink } from './site-details.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./site-details.ts')).siteDetails.schema }

/** Fields of the parts that every page shows, from top to bottom. */
export default function SiteDetailsEditor() {
  const fields = useFormMetadata<SiteDetails>().getFieldset()
  const contacts = fields.contacts.getFieldset()
  const footer = fields.footer.getFieldset()
  return (
    <FieldGroups>
      <FieldGroup legend="Company" note="Shown in page titles, in search results and in the footer">
        <TextField field={fields.companyName} />
        <TextField
          field={fields.tagline}
          help="Shown after the company name in the browser tab and in search results. Name and tagline together should have at most 70 characters"
        />
        <div className="two">
          <TextField field={fields.legalName} help="As registered, in the last lines of the footer" />
          <TextField field={fields.cin} help="Corporate Identity Number, 21 characters, beside the legal name" />
        </div>
      </FieldGroup>
      <FieldGroup legend="Navigation" note="At the top of every page, in this order">
        <LinkList list={fields.navigation} min={1} />
      </FieldGroup>
      <FieldGroup legend="Footer" note="At the end of every page">
        <TextAreaField field={footer.lead} rows={2} help="The large sentence at the top of the footer" />
        <ButtonFields text={footer.buttonText} link={footer.buttonLink} />
        <TextAreaField field={footer.about} rows={2} help="Below the logo" optional />
      </FieldGroup>
      <FieldGroup legend="Footer badges" note="Small marks below the about text">
        <Badges list={footer.badges} />
      </FieldGroup>
      <FieldGroup legend="Footer links" note="In the column “Company”">
        <LinkList list={footer.links} />
      </FieldGroup>
      <FieldGroup legend="Social links" note="As icons in the last line of the footer">
        <SocialLinks list={footer.social} />
      </FieldGroup>
      <FieldGroup legend="Privacy policy" note="In the last line of the footer">
        <SiteLinkFields link={footer.privacyPolicy} />
      </FieldGroup>
      <FieldGroup legend="Registered office" note="In the footer and on the contact page">
        <OfficeFields fields={contacts.registeredOffice.getFieldset()} />
      </FieldGroup>
      <FieldGroup legend="Corporate office" note="In the footer and on the contact page">
        <OfficeFields fields={contacts.corporateOffice.getFieldset()} />
      </FieldGroup>
      <FieldGroup legend="Further e-mail addresses" note="Shown on the contact page">
        <div className="two">
          <TextField field={contacts.investorEmail} type="email" />
          <TextField
            field={contacts.employmentEmail}
            type="email"
            help="Also shown on the careers page, below “Apply”"
          />
        </div>
      </FieldGroup>
      <FieldGroup
        legend="Redirects"
        note="Old addresses that redirect to another page, or whose page is gone. One is added automatically when the address of a page changes or a page is removed"
      >
        <RedirectsField list={fields.redirects} isOwnAddress={isOwnAddress} />
      </FieldGroup>
    </FieldGroups>
  )
}

type Footer = SiteDetails['footer']

function Badges({ list }: { list: FieldMetadata<Footer['badges']> }) {
  return (
    <EntryList
      list={list}
      noun="badge"
      summarise={(badge) => {
        const { image, alt } = badge.getFieldset()
        return { title: alt.value ?? image.value, image: image.value ?? '' }
      }}
    >
      {(badge) => {
        const { image, alt } = badge.getFieldset()
        return <ImageField field={image} alt={alt} label={`badge ${alt.value ?? ''}`.trim()} optional={false} />
      }}
    </EntryList>
  )
}

function SocialLinks({ list }: { list: FieldMetadata<Footer['social']> }) {
  return (
    <EntryList
      list={list}
      noun="social link"
      summarise={(entry) => {
        const { network, link } = entry.getFieldset()
        const chosen = NETWORKS.find(({ value }) => value === network.value)
        return { title: chosen?.label, note: link.value ?? '' }
      }}
    >
      {(entry) => {
        const { network, link } = entry.getFieldset()
        return (
          <div className="two">
            <SelectField field={network} options={NETWORKS} />
            <LinkField field={link} help="The company's page on this network, such as https://…" />
          </div>
        )
      }}
    </EntryList>
  )
}

const NETWORKS = [
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'x', label: 'X' },
] satisfies { value: Footer['social'][number]['network']; label: string }[]

/** Links with their texts, as in the navigation. */
function LinkList({ list, min, empty }: { list: FieldMetadata<SiteLink[]>; min?: number; empty?: string }) {
  return (
    <EntryList
      list={list}
      noun="link"
      {...(min !== undefined && { min })}
      {...(empty !== undefined && { empty })}
      summarise={(entry) => {
        const { text, link } = entry.getFieldset()
        return { title: text.value, note: link.value ?? '' }
      }}
    >
      {(entry) => <SiteLinkFields link={entry} />}
    </EntryList>
  )
}

function SiteLinkFields({ link: entry }: { link: FieldMetadata<SiteLink> }) {
  const { text, link } = entry.getFieldset()
  return (
    <div className="two">
      <TextField field={text} />
      <LinkField field={link} />
    </div>
  )
}
