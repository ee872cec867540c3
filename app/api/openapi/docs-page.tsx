import type { ApiOperation, ApiReference } from './api-operation.ts'
import { API_RULES } from './api-rules.ts'
import { OperationCall } from './operation-call.tsx'

interface DocsPageProps {
  reference: ApiReference
  stylesheet: string
}

/** The whole page that describes the API to people. It needs no script. */
export function DocsPage({ reference, stylesheet }: DocsPageProps) {
  const { title, origin, operations } = reference
  const groups = [...new Set(operations.map(({ group }) => group))]
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <a className="skip" href="#calls">
          Skip to the calls
        </a>
        <header className="bar on-ink">
          <a href="/">Back to the website</a>
          <a href="/api/openapi.json">openapi.json</a>
        </header>
        <main>
          <h1>{title}</h1>
          <div className="rules">
            {API_RULES.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
            <h2>Before you write</h2>
            <p>The examples read the token from a variable of the shell. This command sets it:</p>
            <pre>
              <code>{tokenCommand(origin)}</code>
            </pre>
          </div>
          <nav aria-label="Resources">
            <ul>
              {groups.map((group) => (
                <li key={group}>
                  <a href={`#${fragmentOf(group)}`}>{group}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div id="calls">
            {groups.map((name) => (
              <Group key={name} name={name} calls={operations.filter(({ group }) => group === name)} origin={origin} />
            ))}
          </div>
        </main>
      </body>
    </html>
  )
}

function Group({ name, calls, origin }: { name: string; calls: ApiOperation[]; origin: string }) {
  const id = fragmentOf(name)
  return (
    <section id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{name}</h2>
      {calls.map((operation) => (
        <OperationCall key={operation.id} operation={operation} origin={origin} />
      ))}
    </section>
  )
}

function tokenCommand(origin: string) {
  return [
    `TOKEN=$(curl -s ${origin}/api/auth/login \\`,
    `  --data-urlencode username=admin --data-urlencode "password=$PASSWORD" \\`,
    `  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
  ].join('\n')
}

function fragmentOf(group: string) {
  return group.toLowerCase().replace(/[^a-z]+/g, '-')
}
