import { existsSync, readFileSync } from 'node:fs'

/** The data of the official conformance suite, beside the repository; only some machines have them. */
const folder = new URL('../../../shared/execution-apis/tests/', import.meta.url)

/** Why tests on it are skipped, if they are. */
export const noOfficialSuite = existsSync(folder)
  ? undefined
  : `the official suite is not at ${folder.pathname}`

export function officialFile(name: string): string {
  return new URL(name, folder).pathname
}

export function officialJson(name: string) {
  return JSON.parse(readFileSync(officialFile(name), 'utf8'))
}

/** Of the block with which the suite's chain ends. */
export function officialHeadHash(): string {
  return officialJson('headfcu.json').params[0].headBlockHash
}
