import { bindLastWords } from '#app/site/ui/text.tsx'
import { Breadcrumb } from '#app/site/ui/page/breadcrumb.tsx'
import { Picture, useHasPicture } from '#app/cms/media/picture.tsx'
import { Label, SectionHead } from '#app/site/ui/section-head.tsx'
import { Portrait } from '#app/site/sections/shared/portrait.tsx'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import type { About, Heritage, Value, Leader } from './about.ts'
import './about-page.css'

/** The content of the page without the profile, which the page gets as HTML, and the leaders, who may be directors. */
type AboutTexts = Omit<About, 'body' | 'leaders' | 'facts'> & {
  facts: Pick<About['facts'][number], '_id' | 'name' | 'text'>[]
}

/** Head of the about page: the title, and a picture that fades into the ink beside it, below it on narrow screens. */
export function AboutHero({ crumb, content }: { crumb: string; content: AboutTexts }) {
  return (
    <section className="about-hero on-ink" aria-labelledby="page-title">
      <div className="wrap about-hero__text">
        <Breadcrumb trail={[{ label: 'Home', to: '/' }]} current={crumb} />
        <h1 id="page-title">{content.title}</h1>
        <p className="lead">{bindLastWords(content.lead)}</p>
      </div>
      <Picture className="about-hero__image" file={content.image} alt={content.imageAlt} sizes="100vw" priority />
    </section>
  )
}

/** The company in one statement, its profile, and the facts that investors look up. */
export function AboutProfile({ content, profileHtml }: { content: AboutTexts; profileHtml: string }) {
  return (
    <div className="section">
      <section className="wrap" id="about" aria-label="About Us">
        <p className="about-statement">{content.about}</p>
      </section>
      <section className="wrap about-profile" id="company-profile" aria-labelledby="profile-title">
        <div>
          <h2 id="profile-title">Company profile</h2>
          <Prose html={profileHtml} />
        </div>
        {content.facts.length > 0 && (
          <dl className="about-facts">
            {content.facts.map(({ _id, name, text }) => (
              <div key={_id} className="reveal">
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
    </div>
  )
}

/** Vision and mission, side by side. */
export function AboutPurpose({ content }: { content: AboutTexts }) {
  return (
    <div className="section on-paper">
      <div className="wrap purpose">
        <section id="vision" aria-labelledby="vision-label">
          <Label as="h2" id="vision-label">
            Vision
          </Label>
          <p className="purpose__text">{content.vision}</p>
        </section>
        <section id="mission" aria-labelledby="mission-label">
          <Label as="h2" id="mission-label">
            Mission
          </Label>
          <p className="purpose__text">{content.mission}</p>
        </section>
      </div>
    </div>
  )
}

/** The company's history: the years as a list, and beside it drawn to scale as the section of a cable. */
export function HeritageSection({ heritage, year }: { heritage: Heritage; year: number }) {
  return (
    <section className="section on-ink heritage" id="heritage" aria-labelledby="heritage-label heritage-title">
      <div className="wrap columns heritage__grid">
        <div className="heritage__head">
          <Label id="heritage-label">Heritage</Label>
          <h2 id="heritage-title">{bindLastWords(heritage.title)}</h2>
          <p className="lead">{bindLastWords(heritage.lead)}</p>
        </div>
        <figure className="heritage__figure">
          <HeritageRings years={heritage.milestones.map((milestone) => milestone.year)} today={year} />
          <figcaption>Drawn to scale: one ring for each year up to {year}.</figcaption>
        </figure>
        <ol className="heritage__list">
          {heritage.milestones.map((milestone) => (
            <li key={milestone._id} className="reveal">
              <span className="heritage__year">{milestone.year}</span>
              <div>
                <h3>{milestone.title}</h3>
                {milestone.description !== '' && <p>{bindLastWords(milestone.description)}</p>}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/**
 * The years as rings around a core: a hairline for each year, a heavy ring for each year of the list beside it, and the
 * outermost for today. Decorative: the list has the same content as text.
 */
function HeritageRings({ years, today }: { years: number[]; today: number }) {
  const { hairlines, marks } = ringsOf(years, today)
  return (
    <svg className="rings" viewBox="-320 -320 640 640" aria-hidden="true" focusable="false">
      {hairlines.map((radius) => (
        <circle key={radius} className="rings__year" r={radius} />
      ))}
      {marks.map((mark) => (
        <circle key={mark.year} className={markClass(mark)} r={mark.radius} />
      ))}
      {/* After all circles, so that no ring runs through a label. */}
      {marks.map(({ year, isCore, x, y }, index) => (
        <g key={index} transform={`translate(${x} ${y})`}>
          {!isCore && <rect className="rings__gap" x="-36" y="-17" width="72" height="34" rx="17" />}
          <text className={isCore ? 'rings__label rings__label--core' : 'rings__label'} dy="0.35em">
            {year}
          </text>
        </g>
      ))}
    </svg>
  )
}

function markClass({ isCore, isToday }: RingMark) {
  if (isCore) return 'rings__core'
  return isToday ? 'rings__mark rings__mark--today' : 'rings__mark'
}

interface AboutValuesProps {
  title: string
  values: Value[]
  picture?: { file: string; alt: string }
}

/** The company's values, beside a picture that extends to the left edge of the window. */
export function AboutValues({ title, values, picture }: AboutValuesProps) {
  if (values.length === 0) return null
  return (
    <section className="section" id="values" aria-labelledby="values-title">
      <div className={picture?.file ? 'wrap columns values-part' : 'wrap'}>
        {picture && (
          <Picture
            className="values__image"
            file={picture.file}
            alt={picture.alt}
            sizes="(min-width: 64rem) 40vw, 100vw"
          />
        )}
        <div>
          <h2 id="values-title">{bindLastWords(title)}</h2>
          <ul className="values">
            {values.map(({ _id, title: name, description }) => (
              <li key={_id} className="reveal">
                <h3>{bindLastWords(name)}</h3>
                <p>{bindLastWords(description)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

interface LeadershipSectionProps {
  title: string
  leaders: Leader[]
  /** True if the page of the board names more directors. */
  hasMoreDirectors?: boolean
}

/** The company's leaders. Without a portrait of any of them, their names alone. */
export function LeadershipSection({ title, leaders, hasMoreDirectors = false }: LeadershipSectionProps) {
  const hasPicture = useHasPicture()
  if (leaders.length === 0) return null
  const hasPortraits = leaders.some(({ image }) => hasPicture(image))
  return (
    <section className="section on-paper" id="leadership" aria-labelledby="leadership-title">
      <SectionHead id="leadership-title" title={title} />
      <ul className={hasPortraits ? 'wrap leaders leaders--pictured' : 'wrap leaders'}>
        {leaders.map(({ _id, name, role, image, text }) => (
          <li key={_id}>
            {hasPortraits && <Portrait file={image} name={name} sizes="9rem" />}
            <div>
              <h3>{name}</h3>
              <p className="leaders__role">{role}</p>
              {text !== '' && <p className="leaders__text">{bindLastWords(text)}</p>}
            </div>
          </li>
        ))}
      </ul>
      <ul className="wrap about-next">
        {hasMoreDirectors && <NextPage to="/investors/board">All directors and committees</NextPage>}
        <NextPage to="/certificate">Certificates</NextPage>
        <NextPage to="/careers">Open positions</NextPage>
      </ul>
    </section>
  )
}

function NextPage({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <ContentLink to={to}>
        {children} <Icon name="arrow" />
      </ContentLink>
    </li>
  )
}

interface RingMark {
  year: number
  radius: number
  isCore: boolean
  isToday: boolean
  /** Position of the label: on the ring, or in the middle of the core. */
  x: number
  y: number
}

/** Radii in the units of a drawing 640 wide, with its centre at 0, 0. */
const CORE = 44
const OUTERMOST = 296

/** More hairlines would merge into each other. */
const MAX_HAIRLINES = 120

/**
 * The rings of a history. The distance from the core is the time since the first of `years`. The outermost ring is
 * `today`, or the last of `years` if that is later. The first year is the core itself. Years may come in any order.
 */
export function ringsOf(years: number[], today: number): { hairlines: number[]; marks: RingMark[] } {
  const marked = [...new Set([...years, today])].sort((a, b) => a - b)
  const first = marked[0] ?? today
  const last = marked.at(-1) ?? today
  const span = Math.max(1, last - first)
  const radiusOf = (year: number) => round(CORE + ((year - first) / span) * (OUTERMOST - CORE))

  const between = Array.from({ length: span - 1 }, (_, index) => first + index + 1)
  return {
    hairlines: span > MAX_HAIRLINES ? [] : between.filter((year) => !marked.includes(year)).map(radiusOf),
    marks: marked.map((year, index) => {
      const radius = radiusOf(year)
      const isCore = index === 0
      const point = isCore ? { x: 0, y: 0 } : pointOn(radius, labelAngle(index, marked.length))
      return { year, radius, isCore, isToday: year === today, ...point }
    }),
  }
}

function pointOn(radius: number, angle: number) {
  return { x: round(radius * Math.cos(angle)), y: round(radius * Math.sin(angle)) }
}

/** Radians. Labels turn clockwise from ring to ring, so that the labels of neighbouring years do not overlap. */
function labelAngle(index: number, count: number) {
  return ((-135 + (index / (count - 1)) * 180) * Math.PI) / 180
}

/** Rounded so that server and browser write the same digits. A tenth of a unit is less than a pixel. */
function round(value: number) {
  return Math.round(value * 10) / 10
}
