import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** What pages of a folder refer to and is not in it: files, and anchors of pages. */
export function deadLinks(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  const ids = new Map([...pages].map(([file, html]) => [file, idsOf(html)]))
  const there = new Set(files)
  return [...pages].flatMap(([file, html]) =>
    linksOf(html)
      .filter((link) => !leads(file, link))
      .map((link) => `${file} links to ${link}`),
  )

  function leads(file: string, link: string): boolean {
    const [path = '', anchor = ''] = link.split('#')
    const at = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path)
    const target = [path === '' ? file : at, `${at}.html`, posix.join(at, 'index.html')].find(
      (name) => there.has(name),
    )
    if (target === undefined) return false
    return anchor === '' || ids.get(target)?.has(decodeURIComponent(anchor)) !== false
  }
}

/** Links that stay on the site. */
function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => link !== '' && !/^\w+:/.test(link))
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))
}
