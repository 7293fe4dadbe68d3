import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ReadStream } from 'node:tty'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { Listening } from '../types/listening.ts'

/** What keys act on. */
export interface Keyed {
  readonly devnet: PreconfDevnet
  readonly listening: Pick<Listening, 'inspectorUrl'>
  readonly line: (text: string) => void
}

const help = 'keys: o opens the inspector, f flashblock, s seal, p pause or resume, Ctrl-C ends'

/** The control keys as the terminal sends them in raw mode. */
const controlC = '\u0003'
const controlZ = '\u001a'
const controlBackslash = '\u001c'

/**
 * Listens to single keys of the terminal, without Enter. Raw mode ends with the process, on every way out, and the
 * keys do not keep it alive.
 */
export function listenToKeys(stdin: ReadStream, keyed: Keyed): void {
  if (!isInForeground()) return
  stdin.setRawMode(true)
  process.on('exit', () => {
    if (stdin.isRaw) stdin.setRawMode(false)
  })
  // A process that returns from the background gets its keys again.
  process.on('SIGCONT', () => {
    if (isInForeground()) stdin.setRawMode(true)
  })
  stdin.setEncoding('utf8')
  stdin.on('data', (keys: string) => {
    for (const key of keys) {
      if (key === controlZ) stdin.setRawMode(false)
      const signal = signals[key]
      if (signal !== undefined) process.kill(process.pid, signal)
      else press(key, keyed)
    }
  })
  stdin.unref()
  keyed.line(help)
}

/** Whether the terminal is this process's: one in the background that sets its mode is stopped (SIGTTOU). */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true
  try {
    const [own, ofTerminal] = process.platform === 'linux' ? groupsOfLinux() : groupsOfPs()
    return own !== undefined && own === ofTerminal
  } catch {
    return false
  }
}

/** The process group, and that which has the terminal. */
function groupsOfLinux(): readonly (string | undefined)[] {
  // What comes after the name, which may have anything in it.
  const text = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '')
  const [, , group, , , ofTerminal] = text.split(' ')
  return [group, ofTerminal]
}

function groupsOfPs(): readonly (string | undefined)[] {
  const args = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)]
  return execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/)
}

/** What a terminal does by itself when it is not in raw mode. */
const signals: Readonly<Record<string, NodeJS.Signals>> = {
  [controlC]: 'SIGINT',
  [controlZ]: 'SIGTSTP',
  [controlBackslash]: 'SIGQUIT',
}

/** Does what a key is for; any other does nothing. */
export function press(key: string, { devnet, listening, line }: Keyed): void {
  const failed = (error: Error): void => line(error.message)
  switch (key) {
    case 'o':
      open(listening.inspectorUrl, line)
      break
    case 'f':
      devnet.flashblock().catch(failed)
      break
    case 's':
      devnet.seal().catch(failed)
      break
    case 'p':
      if (devnet.cadence.isPaused) devnet.resume()
      else devnet.pause()
      line(devnet.cadence.isPaused ? 'paused: p resumes' : 'resumed')
      break
    case '?':
      line(help)
  }
}

/** Opens the page in the user's browser, or says where it is. */
function open(url: string | undefined, line: (text: string) => void): void {
  if (url === undefined) {
    line('there is no inspector (--no-inspector, --profile)')
    return
  }
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  line(`Inspector   ${url}`)
  const opener = spawn(command as string, [...args, url], { stdio: 'ignore', detached: true })
  opener.on('error', () => line(`no browser can be opened here: go to ${url}`))
  opener.unref()
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
