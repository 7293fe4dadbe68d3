import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Documents that are not in docs/, by their name in the site. */
const others: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changes.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'src/wasm/README.md': 'wasm.md',
  'docs/README.md': 'contents.md',
  'docs/ARCHITECTURE.md': 'architecture.md',
}
/** Whose tables have a row for each thing that one may link to. */
const tables = /^docs\/(?:limits|methods|options)\.md$/

/** Writes the documents as pages of the site, with links that lead from page to page. */
export function writePages(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(join(root, 'docs'))
  const own = files.filter((file) => file.endsWith('.md'))
  const documents = new Set([...own.map((file) => `docs/${file}`), ...Object.keys(others)])
  for (const document of documents) {
    const text = readFileSync(join(root, document), 'utf8')
    const page = join(folder, pageOf(document))
    writeFileSync(page, withAnchors(document, linked(document, text, documents)))
  }
  for (const page of readdirSync(join(root, 'site')).filter((file) => file.endsWith('.md'))) {
    copyFileSync(join(root, 'site', page), join(folder, page))
  }
  for (const picture of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.png'))) {
    copyFileSync(join(root, 'docs', picture), join(folder, picture))
  }
}

function pageOf(document: string): string {
  return others[document] ?? posix.basename(document)
}

/** With the pages in place of the documents that it refers to. */
function linked(document: string, text: string, documents: ReadonlySet<string>): string {
  return text.replace(
    /\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
    (link, path: string, anchor = '') => {
      const target = posix.normalize(posix.join(dirname(document), path))
      return documents.has(target) ? `](./${pageOf(target)}${anchor})` : link
    },
  )
}

/** Each row of a table of names can be linked to by its name. */
function withAnchors(document: string, text: string): string {
  if (!tables.test(document)) return text
  return text.replace(/^\| `-*([\w-]+)`/gm, '| <a id="$1"></a>$&').replace(/<\/a>\| /g, '</a>')
}
