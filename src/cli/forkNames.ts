import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from '../lib/regularFile.ts'
import { UsageError } from './usageErrors.ts'

const maxBytes = 2 ** 20

/** Gives the URL of a name, which may have `@BLOCK` behind it. Throws a `UsageError`. */
type UrlOf = (name: string) => string

/**
 * The `[rpc_endpoints]` of the `foundry.toml` in the folder, or in the nearest one above it. Variables
 * in them come from the environment, or from `.env` beside that file. Throws a `UsageError`.
 */
export async function endpointsOf(
  environment: Readonly<Record<string, string | undefined>>,
  from = process.cwd(),
): Promise<UrlOf> {
  const project = await findProject(from)
  // What has no scheme is then refused as a URL.
  if (project === undefined) return (text) => text
  const variables = { ...(await variablesOf(project.folder)), ...environment }
  const endpoints = await endpointsIn(project.text, environment)
  return (given) => {
    const [name, block = ''] = given.split(/(?=@)/) as [string, string?]
    const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
    const url = isTable(endpoint) ? (endpoint.endpoint ?? endpoint.url) : endpoint
    if (typeof url === 'string') return `${expanded(url, name, variables)}${block}`
    const names = Object.keys(endpoints).join(', ') || 'which has none'
    // Not repeated: it may be a secret.
    throw new UsageError(
      `invalid --fork-url: give a URL, or a name in [rpc_endpoints] of ${project.path} (${names})`,
    )
  }
}

async function findProject(from: string) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'foundry.toml')
    const text = await readText(path, maxBytes).catch(() => undefined)
    if (text !== undefined) return { folder, path, text }
    if (dirname(folder) === folder) return undefined
  }
}

async function variablesOf(folder: string): Promise<Record<string, string | undefined>> {
  const text = await readText(join(folder, '.env'), maxBytes).catch(() => '')
  return parseEnv(text)
}

/** Returns the endpoints of the file, overridden by those of the profile. */
async function endpointsIn(
  text: string,
  { FOUNDRY_PROFILE: profile = 'default' }: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, unknown>> {
  const { parse } = await import('smol-toml')
  let read: Record<string, unknown>
  try {
    read = parse(text)
  } catch (cause) {
    // Its message shows lines of the file, which may have secrets in them.
    throw new UsageError('invalid --fork-url: foundry.toml is not TOML', { cause })
  }
  const profiles = isTable(read.profile) ? read.profile : {}
  const ofProfile = isTable(profiles[profile]) ? profiles[profile] : {}
  return { ...tableOf(read.rpc_endpoints), ...tableOf(ofProfile.rpc_endpoints) }
}

function tableOf(value: unknown): Record<string, unknown> {
  return isTable(value) ? value : {}
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** `${NAME}` stands for a variable. */
function expanded(
  url: string,
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  return url.replace(/\$\{\s*(\w+)\s*\}/g, (_, variable: string) => {
    const value = variables[variable]
    if (value !== undefined && value !== '') return value
    throw new UsageError(
      `invalid --fork-url ${name}: foundry.toml has ${variable} in it, which neither the environment nor .env sets`,
    )
  })
}
