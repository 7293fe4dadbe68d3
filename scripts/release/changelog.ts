const heading = '## Unreleased'

/**
 * The changelog with what is unreleased under the heading of a version, and an empty section for what
 * comes next. `date` is as 2026-11-22. Throws when there is nothing to release, or the version is there.
 */
export function releasedChangelog(text: string, version: string, date: string): string {
  const parts = text.split(/^(?=## )/m)
  const index = parts.findIndex((part) => part.trimEnd().split('\n')[0] === heading)
  const changes = parts[index]?.trim().slice(heading.length).trim()
  if (changes === undefined) throw new Error(`the changelog has no section "${heading}"`)
  if (changes === '') throw new Error(`the changelog names no change under "${heading}"`)
  if (
    parts.some((part) => part.startsWith(`## ${version} `) || part.startsWith(`## ${version}\n`))
  ) {
    throw new Error(`the changelog has a section for ${version} already`)
  }
  const released = `${heading}\n\n## ${version} - ${date}\n\n${changes}\n\n`
  return `${[...parts.slice(0, index), released, ...parts.slice(index + 1)].join('').trimEnd()}\n`
}
