import { Fragment } from 'react'
import { ContentLink } from '#app/ui/content-link.tsx'
import { DataTable, type DataColumn } from '#app/ui/data-table.tsx'
import { SectionHead } from '#app/ui/section-head.tsx'
import { LayerDrawing } from './layer-drawing.tsx'
import './layer-guide.css'

/** A layer with its number from the inside, and the products it can be made of. */
export interface GuideLayer {
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

/** Which compound for which layer: for each thing that is built of layers, a section through it and a table of them. */
export function LayerGuide({ title, builds }: { title: string; builds: GuideBuild[] }) {
  if (builds.length === 0) return null
  return (
    <section className="section on-paper layers" id="layers" aria-labelledby="layers-title">
      <SectionHead id="layers-title" label="Selection" title={title} />
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
