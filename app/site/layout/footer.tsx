import { bindLastWords, Multiline } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import './footer.css'

interface TextLink {
  text: string
  link: string
}

interface Office {
  title: string
  address: string
  phone: string
  email: string
}

interface FooterProps {
  companyName: string
  legalName: string
  /** The Corporate Identity Number. */
  cin: string
  /** The person who answers queries and grievances of investors; undefined until staff have chosen one. */
  personForQueries?: { name: string; title: string; phone: string; email: string } | undefined
  /** The link to SMART ODR, for a listed company. */
  smartOdrLink?: string | undefined
  /** Year of the copyright notice. */
  year: number
  content: {
    lead: string
    buttonText: string
    buttonLink: string
    about: string
    links: TextLink[]
    social: { network: keyof typeof NETWORK_NAMES; link: string }[]
    privacyPolicy: TextLink
    badges: { image: string; alt: string }[]
  }
  /** Links to pages that staff have added to the footer. */
  morePages?: TextLink[]
  offices: Office[]
  /** False omits the large sentence and the button at the top, which address customers. */
  hasLead?: boolean
}

/** The end of every public page: a call to action, the company and its offices. */
export function Footer(props: FooterProps) {
  const { companyName, legalName, cin, year, content, morePages = [], offices, hasLead = true } = props
  const { personForQueries, smartOdrLink } = props
  const smartOdr = smartOdrLink ? [{ text: 'SMART ODR', link: smartOdrLink }] : []
  const lastLinks = [content.privacyPolicy, ...smartOdr, ...morePages]
  return (
    <footer className="footer on-ink on-deep">
      <div className="wrap">
        {hasLead && (
          <div className="footer__lead">
            <p className="footer__ask">{bindLastWords(content.lead)}</p>
            <ButtonLink to={content.buttonLink}>{content.buttonText}</ButtonLink>
          </div>
        )}
        <div className="footer__cols">
          <div className="footer__brand">
            <img src="/images/logo-light.svg" width={145} height={48} alt={companyName} loading="lazy" />
            {content.about !== '' && <p>{bindLastWords(content.about)}</p>}
            {content.badges.length > 0 && (
              <ul className="footer__badges">
                {content.badges.map((badge, index) => (
                  <li key={index}>
                    <Picture file={badge.image} alt={badge.alt} sizes="72px" width={72} height={72} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <nav aria-label="Footer">
            <h2>Company</h2>
            <ul>
              {content.links.map(({ text, link }, index) => (
                <li key={index}>
                  <ContentLink to={link}>{text}</ContentLink>
                </li>
              ))}
            </ul>
          </nav>
          {offices.map((office, index) => (
            <OfficeBlock key={index} office={office} />
          ))}
        </div>
        {personForQueries && <PersonForQueries person={personForQueries} />}
        <div className="footer__base">
          <p>
            © {year} {legalName}
          </p>
          <p>CIN {cin}</p>
          <nav className="footer__more" aria-label="About this website">
            <ul>
              {lastLinks.map(({ text, link }, index) => (
                <li key={index}>
                  <ContentLink to={link}>{text}</ContentLink>
                </li>
              ))}
            </ul>
          </nav>
          <ul className="footer__social">
            {content.social.map(({ network, link }, index) => (
              <li key={index}>
                <ContentLink to={link}>
                  <Icon name={network} />
                  <span className="visually-hidden">{NETWORK_NAMES[network]}</span>
                </ContentLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

const NETWORK_NAMES = { linkedin: 'LinkedIn', youtube: 'YouTube', x: 'X' } as const

function PersonForQueries({ person }: { person: NonNullable<FooterProps['personForQueries']> }) {
  const { name, title, phone, email } = person
  return (
    <div className="footer__person">
      <h2>
        <ContentLink to="/investors#investor-grievance">Investor queries and grievances</ContentLink>
      </h2>
      <p>
        {name}, {title}
      </p>
      <p>
        <PhoneLink number={phone} />
      </p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>
  )
}

function OfficeBlock({ office }: { office: Office }) {
  return (
    <div>
      <h2>{office.title}</h2>
      <address>
        <Multiline text={office.address} />
      </address>
      <ul>
        <li>
          <PhoneLink number={office.phone} />
        </li>
        <li>
          <a href={`mailto:${office.email}`}>{office.email}</a>
        </li>
      </ul>
    </div>
  )
}
