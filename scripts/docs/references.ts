import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const folders = /^(?:docs|fixtures|scripts|src|test)\//

/**
 * What a document refers to and is not there: relative links, their anchors, and paths of the repository
 * written as code. `textOf` gives the text of another document by its path from the root.
 */
export function brokenReferences(
  root: string,
  document: string,
  text: string,
  textOf: (path: string) => string,
): readonly string[] {
  const prose = text.replace(/^```.*?^```$/gms, '')
  return [
    ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^\w+:/.test(target) && !leads(target)),
    ...[...prose.matchAll(/`([^`\s]+)`/g)]
      .map(([, code = '']) => code)
      .filter(
        (code) => folders.test(code) && !/[<*{…]/.test(code) && !existsSync(join(root, code)),
      ),
  ]

  function leads(target: string): boolean {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(root, file))) return false
    return anchor === undefined || anchorsOf(textOf(file)).has(anchor)
  }
}

function anchorsOf(text: string): ReadonlySet<string> {
  const headings = text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)))
}

/** The anchor of a heading as GitHub makes it: lower case, without punctuation, spaces as hyphens. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
