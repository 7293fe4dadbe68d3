import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Application } from 'typedoc'
import { anchorOf } from '../docs/references.ts'
import { entryPoints } from '../examples/entryPoints.ts'

/** Writes a page for each entry point of the package, made of its docstrings. Throws where a docstring is wrong. */
export async function writeApiReference(root: string, folder: string): Promise<void> {
  const entries = entryPoints(root)
  const options: Readonly<Record<string, unknown>> = {
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: [...entries.values()],
    // With the whole project TypeDoc would read tests and scripts too.
    tsconfig: join(root, 'tsconfig.build.json'),
    // The types are checked by check:types.
    skipErrorChecking: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    readme: 'none',
    name: 'API',
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: true },
    outputs: [{ name: 'markdown', path: folder }],
    router: 'module',
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
  }
  const app = await Application.bootstrapWithPlugins(options)
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc has found nothing')
  const sources = join(root, 'src')
  for (const [specifier, path] of entries) {
    const module = relative(sources, path).replace(/(?<=.)\/index\.ts$|\.ts$/, '')
    const entry = project.children?.find(({ name }) => name === module)
    if (entry === undefined) throw new Error(`TypeDoc has no page for ${specifier}`)
    entry.name = specifier
  }
  await app.generateOutputs(project)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue
    const page = join(folder, file)
    writeFileSync(page, withOwnAnchors(readFileSync(page, 'utf8')))
  }
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('TypeDoc has complained')
}

/** TypeDoc numbers some anchors though their heading is the only one of that name. */
function withOwnAnchors(text: string): string {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const count = (anchor: string) => headings.filter((heading) => heading === anchor).length
  return text.replace(/\(#([\w-]+)-(\d+)\)/g, (link, anchor: string, number: string) =>
    count(anchor) > Number(number) || headings.includes(`${anchor}-${number}`)
      ? link
      : `(#${anchor})`,
  )
}
