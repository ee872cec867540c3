import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPage } from '#app/cms/define/collection-pages.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { Prose } from '#app/cms/ui/prose.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { articles } from '../articles/articles.ts'
import { Photo } from './photo.tsx'
import '../look.css'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }

/** The page of one article. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = findPage(currentSite(), articles, params['address'] ?? '')
  if (found.state === 'moved') throw redirect(found.to, 308)
  if (found.state !== 'shown') return data({ article: undefined }, { status: STATUS[found.state] })
  const { value } = found.entry
  const html = renderMarkdown(value.body, currentSite())
  return data({ article: { ...value, html, images: resolveImages(value, currentSite().media.library) } })
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.article?.title ?? 'No article' },
]

export default function ArticlePage() {
  const { article } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>{article?.title ?? 'There is no such article.'}</h1>
      {article && (
        <>
          <p>{article.lead}</p>
          <Photo file={article.image} alt={article.imageAlt} images={article.images} />
          <Prose html={article.html} />
          {article.documents.map(({ _id, title, fileUrl }) => (
            <p key={_id}>
              <a href={fileUrl}>{title}</a>
            </p>
          ))}
        </>
      )}
      {article?.films.map(({ _id, title, video, captions, poster }) => (
        <video key={_id} controls preload="none" aria-label={title} src={video} poster={`/uploads/${poster}`}>
          <track kind="captions" src={captions} srcLang="en" default />
        </video>
      ))}
      <a href="/">To the shop</a>
    </main>
  )
}
