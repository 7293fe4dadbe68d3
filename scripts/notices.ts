import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inputs } from './buildLibrary.ts'

interface PackageJson {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly repository?: string | { readonly url: string; readonly directory?: string }
  readonly homepage?: string
}

const introduction = `preconf is MIT licensed. Its files contain the packages below, each under its own licence.
Those under MPL-2.0 are bundled as they are published; their source is at the address given, and with the
package of that name and version.
`

/** What the licences of the bundled packages ask to be handed on: names, versions, sources, texts. */
export function thirdPartyNotices(bundles: readonly Inputs[]): string {
  const folders = [...new Set(bundles.flatMap(packageFolders))]
  const packages = new Map(folders.map(readPackage))
  const firstWithText = new Map<string, string>()
  const notices = [...packages.keys()].sort().map((name) => {
    const { heading, text } = packages.get(name) as Notice
    const first = firstWithText.get(text) ?? name
    firstWithText.set(text, first)
    return `${name}\n${heading}\n${first === name ? text : `The text is that of ${first}.\n`}`
  })
  return [introduction, ...notices].join(`\n${'-'.repeat(80)}\n\n`)
}

/** Folders of the packages of which something is in the bundle. */
function packageFolders({ outputs }: Inputs): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
      return folder === undefined || bytesInOutput === 0 ? [] : [folder]
    }),
  )
}

interface Notice {
  readonly heading: string
  readonly text: string
}

function readPackage(folder: string): readonly [string, Notice] {
  const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson
  const { name, version, license } = json
  if (license === undefined) throw new Error(`${name} does not say under which licence it is`)
  const heading = `Licence: ${license}\nSource: ${sourceOf(json)}\n`
  return [`${name} ${version}`, { heading, text: licenceText(folder) }]
}

function sourceOf({ name, repository, homepage }: PackageJson): string {
  const url = typeof repository === 'string' ? repository : repository?.url
  if (url === undefined && homepage === undefined) throw new Error(`${name} names no source`)
  if (url === undefined) return homepage as string
  const directory = typeof repository === 'object' ? repository.directory : undefined
  const address = url
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
    .replace(/\.git$/, '')
  const full = /^[\w-]+\/[\w.-]+$/.test(address) ? `https://github.com/${address}` : address
  return directory === undefined ? full : `${full} (${directory})`
}

/** Empty for the few that publish no text. */
function licenceText(folder: string): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return file === undefined ? '' : `${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
