import { Core } from './core.ts'

/** Cores at rest. One serves all chains of a process, more only where executions overlap. */
const idle: Core[] = []

/** A core whose memory has grown beyond this is not kept. */
const mostKeptBytes = 2 ** 27

export function takeCore(): Core {
  return idle.pop() ?? new Core()
}

export function giveBack(core: Core): void {
  if (core.bytes().length <= mostKeptBytes) idle.push(core)
}
