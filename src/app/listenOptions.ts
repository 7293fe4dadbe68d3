import {
  choice,
  type Definitions,
  inSeconds,
  integerFrom,
  type OptionFlags,
  type Unclear,
  unclearIn,
  valuesOf,
  warnOfUnclear,
} from '../devnet/options/definition.ts'
import { flag, InvalidOption, members, shownText } from '../devnet/options/optionValues.ts'
import type { ListenSettings } from '../server/serve.ts'
import type { ListenOptions } from '../types/listening.ts'

/** Where a devnet listens, and to whom. */
export const listenOptions = {
  port: { check: integerFrom(0, 65_535), default: 8545 },
  host: { check: hosts, default: '127.0.0.1' },
  profile: { ...choice('devnet', 'public', 'dedicated'), default: 'devnet' },
  allowOrigin: { check: origins },
  allowedHosts: { check: hostNames },
  cors: { check: flag, default: true },
  requestSizeLimit: { check: flag, default: true },
  inspector: { check: flag, default: true },
  ipc: { check: pipe },
  maxChains: { check: integerFrom(1, 1_000_000), default: 1000 },
  chainIdleTime: { ...inSeconds, default: '1h' },
  workers: { check: threads, default: 1 },
} satisfies Definitions<ListenOptions>

export const listenFlags = {
  port: {
    short: 'p',
    aliases: ['server.port'],
    type: 'number',
    description: 'Port to listen on; 0 takes a free one',
    group: 'Server',
  },
  host: {
    aliases: ['hostname', 'server.host'],
    variables: ['ANVIL_IP_ADDR'],
    type: 'list',
    description:
      'Addresses or names to listen on, separated by commas; localhost is 127.0.0.1 and ::1',
    group: 'Server',
  },
  profile: {
    type: 'text',
    description: 'Methods answered at /, as /public and /dedicated always have theirs',
    group: 'Server',
  },
  allowOrigin: {
    type: 'text',
    default: '* to read over HTTP, pages of this machine for the rest',
    description:
      'Origins of web pages that may read answers (CORS), call all methods and open WebSockets, separated by commas; * is any',
    group: 'Server',
  },
  allowedHosts: {
    type: 'list',
    default:
      'localhost and IP addresses; with --host 0.0.0.0 also private names, such as those of Docker Compose',
    description: 'More host names to accept requests for (Host header), separated by commas',
    group: 'Server',
  },
  cors: {
    type: 'switch',
    description: 'Send no CORS headers, so that pages of other origins cannot read answers',
    group: 'Server',
  },
  requestSizeLimit: {
    type: 'switch',
    description: 'Accept requests of any size; the limit is 32 MiB otherwise',
    group: 'Server',
  },
  inspector: {
    type: 'switch',
    description: 'Show browsers no page at /: without this flag they get the inspector',
    group: 'Server',
  },
  ipc: {
    aliases: ['ipcpath'],
    type: 'optional',
    description:
      'Serve on an IPC pipe too, at this path, or by default where Anvil does (/tmp/anvil.ipc)',
    group: 'Server',
  },
  maxChains: {
    type: 'number',
    description: 'Largest number of chains at their own paths, such as /1 and /abc',
    group: 'Server',
  },
  chainIdleTime: {
    type: 'text',
    description: 'Time after which an unused chain at its own path is dropped, as 1h',
    group: 'Server',
  },
  workers: {
    type: 'text',
    description:
      'Worker threads for the chains at their own paths: a number, or auto for the number of cores',
    group: 'Server',
  },
} satisfies OptionFlags<ListenOptions>

interface Resolved extends ListenSettings {
  /** Threads of the chains beside the one at `/`; 1 is the main thread. */
  readonly workers: number | 'auto'
}

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveListenOptions(given: ListenOptions | undefined): Resolved {
  const names = Object.keys(listenOptions) as (keyof ListenOptions)[]
  const values = valuesOf(listenOptions, members('listen', given, names))
  warnOfUnclear(unclearInListen(given))
  const { host, ipc = false, chainIdleTime, ...others } = values
  return { ...others, hosts: host, ipc, idleMs: chainIdleTime }
}

/** Returns which options of a server have no unit although they need one. */
export function unclearInListen(given: ListenOptions = {}): readonly Unclear[] {
  return unclearIn(listenOptions, given)
}

function hosts(option: string, value: unknown): readonly string[] {
  const names = typeof value === 'string' ? [value] : value
  if (isTexts(names) && names.length > 0) return names
  throw new InvalidOption(option, value, 'give an address or a name')
}

function origins(option: string, value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(',').map((origin) => origin.trim())
  throw new InvalidOption(option, value, 'give origins in one string, separated by commas, or *')
}

function hostNames(option: string, value: unknown): readonly string[] {
  if (isTexts(value)) return value
  throw new InvalidOption(option, value, 'give an array of host names')
}

/** Returns whether it is a list of names; without any, all addresses of the machine would be meant. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string' && text !== '')
}

/** A path, or whether Anvil's is wanted. */
function pipe(option: string, value: unknown): string | boolean {
  if (typeof value === 'boolean' || (typeof value === 'string' && value !== '')) return value
  throw new InvalidOption(option, value, 'give a path, or true')
}

/** Flags say numbers in words. */
function threads(option: string, value: unknown): number | 'auto' {
  if (value === 'auto') return value
  const number = /^\d+$/.test(shownText(value)) ? Number(value) : 0
  if (number >= 1 && number <= 256) return number
  throw new InvalidOption(option, value, 'give a whole number from 1 to 256, or auto')
}
