import type { SiteDetails } from '#app/site/sections/site-details/site-details.ts'
import { Multiline } from '#app/site/ui/text.tsx'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { mapOrigin } from './map-address.ts'
import './contact-page-view.css'

interface ContactAddressesProps {
  contacts: SiteDetails['contacts'] | undefined
  /** How to find the registered office. */
  way?: Pick<MapProps, 'mapEmbedLink'> & { details: string }
}

/** The company's offices, and its e-mail addresses by subject. */
export function ContactAddresses({ contacts, way }: ContactAddressesProps) {
  if (!contacts) return null
  const { registeredOffice, corporateOffice, investorEmail, employmentEmail } = contacts
  return (
    <div className="addresses">
      {[registeredOffice, corporateOffice].map(({ title, address, phone, email }, index) => (
        <section key={index}>
          <h2>{title}</h2>
          <address>
            <Multiline text={address} />
          </address>
          <ul>
            <li>
              <PhoneLink number={phone} />
            </li>
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          </ul>
          {index === 0 && way && <Way details={way.details} mapEmbedLink={way.mapEmbedLink} />}
        </section>
      ))}
      <section>
        <h2>Investors</h2>
        <p>For shares, reports and the offer:</p>
        <ul>
          <li>
            <PhoneLink number={corporateOffice.phone} />
          </li>
          <li>
            <a href={`mailto:${investorEmail}`}>{investorEmail}</a>
          </li>
        </ul>
      </section>
      <section>
        <h2>Employment</h2>
        <p>Send a CV and the kind of work you want:</p>
        <p>
          <a href={`mailto:${employmentEmail}`}>{employmentEmail}</a>
        </p>
      </section>
    </div>
  )
}

/** How to find the office, with a link to the map. */
function Way({ details, mapEmbedLink }: NonNullable<ContactAddressesProps['way']>) {
  const origin = mapOrigin(mapEmbedLink)
  return (
    <div className="way">
      {details !== '' && (
        <p>
          <Multiline text={details} />
        </p>
      )}
      {origin !== undefined && (
        <p>
          <a href={mapEmbedLink} target="_blank" rel="noopener">
            Open the map in a new tab
          </a>{' '}
          <small>from {new URL(origin).host}</small>
        </p>
      )}
    </div>
  )
}

interface MapProps {
  /** Name of the place that the map shows. */
  place: string
  mapEmbedLink: string
}

/** The map of the place, which the browser loads from another site, above a drawing of one. Nothing without a map. */
export function ContactMap({ place, mapEmbedLink }: MapProps) {
  const origin = mapOrigin(mapEmbedLink)
  if (origin === undefined) return null
  return (
    <div className="map on-ink">
      <p aria-hidden="true">
        <Icon name="pin" /> <span>{place}</span>
      </p>
      <iframe
        src={mapEmbedLink}
        title={`Map: ${place}`}
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      />
    </div>
  )
}
