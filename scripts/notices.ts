import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

interface PackageJson {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly repository?: string | { readonly url: string; readonly directory?: string }
  readonly homepage?: string
}

const introduction = `preconf is MIT licensed. Its files contain the packages below, each under its own licence.
Those under MPL-2.0 are unchanged; their source is at the addresses given, at the version given.
`

/** What the licences of the bundled packages ask to be handed on: names, versions, sources, texts. */
export function thirdPartyNotices(bundles: readonly Metafile[]): string {
  const folders = [...new Set(bundles.flatMap(packageFolders))]
  const notices = new Map(folders.map((folder) => noticeOf(folder)))
  const names = [...notices.keys()].sort()
  return `${[introduction, ...names.map((name) => notices.get(name))].join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Folders of the packages of which something is in the bundle. */
function packageFolders({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
      return folder === undefined || bytesInOutput === 0 ? [] : [folder]
    }),
  )
}

function noticeOf(folder: string): readonly [string, string] {
  const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson
  const { name, version, license } = json
  if (license === undefined) throw new Error(`${name} does not say under which licence it is`)
  const heading = `${name} ${version}\nLicence: ${license}\nSource: ${sourceOf(json)}\n`
  return [`${name}@${version}`, `${heading}\n${licenceText(folder) ?? ''}`]
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

function licenceText(folder: string): string | undefined {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const path = file && join(folder, file)
  return path && existsSync(path) ? `${readFileSync(path, 'utf8').trim()}\n` : undefined
}
