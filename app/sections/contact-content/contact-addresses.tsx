import type { Site } from '#app/sections/site/site.ts'
import { Multiline } from '#app/ui/multiline.tsx'
import './contact-addresses.css'
import { PhoneLink } from '#app/ui/phone-link.tsx'

/** Where the company sits, and whom to write to about what. */
export function ContactAddresses({ contacts }: { contacts: Site['contacts'] | undefined }) {
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
        </section>
      ))}
      <section>
        <h2>Investors</h2>
        <p>For shares, reports and the offer:</p>
        <p>
          <a href={`mailto:${investorEmail}`}>{investorEmail}</a>
        </p>
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
