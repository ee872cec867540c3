import { Fold } from '#app/ui/fold.tsx'
import { Multiline } from '#app/ui/multiline.tsx'
import { counted } from './counted.ts'
import type { Investors } from './investors.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'

export function InvestorGrievanceFold({ investors }: { investors: Investors | undefined }) {
  if (!investors) return null
  const { contacts } = investors
  return (
    <Fold id="investor-grievance" title="Investor Grievance" meta={counted(contacts.length, 'contact')}>
      <div className="people">
        {contacts.map(({ _id, title, name, address, phone, email }) => (
          <section key={_id}>
            <h3>{title}</h3>
            <p className="people__name">{name}</p>
            <address>
              <Multiline text={address} />
            </address>
            <p>
              <PhoneLink number={phone} />
              <br />
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          </section>
        ))}
      </div>
    </Fold>
  )
}
