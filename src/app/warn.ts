import { escapeCommands } from '../lib/printable.ts'
import type { PreconfDevnet } from '../types/devnet.ts'

const told = new Set<string>()

/** Tells once a process of what must not be relied upon of a chain: as Node's own warnings, which `--no-warnings` silences. */
export function warn({ warnings }: Pick<PreconfDevnet, 'warnings'>): void {
  for (const warning of warnings) {
    if (told.has(warning)) continue
    told.add(warning)
    process.emitWarning(escapeCommands(warning), 'PreconfWarning')
  }
}
