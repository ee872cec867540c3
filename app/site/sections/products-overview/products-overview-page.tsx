import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { Fragment } from 'react'
import { Icon } from '#app/cms/ui/icon.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import './products-overview-page.css'

interface FamilyLink {
  /** Fragment of the family's section. */
  id: string
  name: string
  productCount: number
}

/** Links to each family's section further down the page. */
export function FamilyIndex({ families }: { families: FamilyLink[] }) {
  if (families.length === 0) return null
  return (
    <nav className="families" aria-label="Product families">
      <ul>
        {families.map(({ id, name, productCount }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className="families__name">{name}</span>
              <span className="families__count">
                {productCount} {productCount === 1 ? 'product' : 'products'}
              </span>
              <Icon name="down" />
            </a>
          </li>
        ))}
      </ul>
      <ButtonLink to={GRADES_PAGE}>Find a grade</ButtonLink>
    </nav>
  )
}

/** A layer with its number from the inside, and the products it can be made of. */
interface GuideLayer {
  number: number
  name: string
  task: string
  standards: string
  products: { title: string; path: string }[]
}

export interface GuideBuild {
  _id: string
  title: string
  order: string
  layers: GuideLayer[]
}

/** The compound for each layer: for each product that is built of layers, a drawing and a table of its layers. */
export function LayerGuide({ title, builds }: { title: string; builds: GuideBuild[] }) {
  if (builds.length === 0) return null
  return (
    <section className="section on-paper layers" id="layers" aria-labelledby="layers-title">
      <SectionHead id="layers-title" title={title} />
      {builds.map((build) => (
        <div key={build._id} className="wrap build">
          <div className="build__head">
            <div>
              <h3>{build.title}</h3>
              <p>{build.order}</p>
            </div>
            <LayerDrawing layerCount={build.layers.length} />
          </div>
          <DataTable
            className="table--layers"
            caption={`Compounds for the layers of: ${build.title}`}
            columns={COLUMNS}
            rows={build.layers}
            rowKey={({ name }) => name}
          />
        </div>
      ))}
    </section>
  )
}

const COLUMNS: DataColumn<GuideLayer>[] = [
  {
    title: 'Layer',
    cell: ({ number, name }) => (
      <>
        <span className="layers__number">{number}</span> {name}
      </>
    ),
  },
  { title: 'What it does', cell: ({ task }) => task },
  {
    title: 'Compound',
    cell: ({ products }) => (
      <span>
        {products.map(({ title, path }, index) => (
          <Fragment key={path}>
            <span className="layers__product">
              <ContentLink to={path}>{title}</ContentLink>
              {index < products.length - 1 && ','}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    ),
  },
  { title: 'Standards', cell: ({ standards }) => standards, kind: 'short' },
]

/** Quarter of a round cross-section: the core at the lower left, then the layers, numbered outwards. */
function LayerDrawing({ layerCount }: { layerCount: number }) {
  const thickness = Math.min(MAX_THICKNESS, (SIZE - EDGE - MIN_CORE) / layerCount)
  const core = SIZE - EDGE - layerCount * thickness
  const layers = Array.from({ length: layerCount }, (_, index) => ({
    number: index + 1,
    radius: core + (index + 1) * thickness,
  }))
  return (
    <svg className="layer-drawing" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      {layers.toReversed().map(({ number, radius }) => (
        <path key={number} className="layer-drawing__layer" d={quarter(radius)} />
      ))}
      <path className="layer-drawing__core" d={quarter(core)} />
      {layers.map(({ number, radius }) => {
        const middle = (radius - thickness / 2) * Math.SQRT1_2
        return (
          <text key={number} className="layer-drawing__number" x={round(middle)} y={round(SIZE - middle)} dy="0.35em">
            {number}
          </text>
        )
      })}
    </svg>
  )
}

const SIZE = 240
const MAX_THICKNESS = 44
const MIN_CORE = 80
/** Space for the outermost line. */
const EDGE = 1

function quarter(radius: number) {
  return `M0 ${round(SIZE - radius)}A${round(radius)} ${round(radius)} 0 0 1 ${round(radius)} ${SIZE}H0Z`
}

/** Rounds so that the server and every browser write the same digits. */
function round(value: number) {
  return Number(value.toFixed(2))
}
