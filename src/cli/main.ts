import { version } from '../lib/version.ts'
import { parseCommand } from './command.ts'
import { fail } from './usageErrors.ts'

/** Runs the command. Never rejects: on an error it prints the message and exits. */
export function main(): Promise<void> {
  return runCommandLine().catch(fail)
}

async function runCommandLine(): Promise<void> {
  const command = await parseCommand(process.argv.slice(2), process.env)
  switch (command.kind) {
    case 'help':
      console.log(command.text)
      return
    case 'version':
      console.log(version)
      return
    case 'run': {
      // The chain is most of the code, and neither help nor a mistyped flag needs it.
      const { run } = await import('./run.ts')
      await run(command)
      return
    }
    case 'coverage': {
      const { runCoverage } = await import('./commands/coverageCommand.ts')
      await runCoverage(command)
      return
    }
    case 'gas': {
      const { runGas } = await import('./commands/gasCommand.ts')
      await runGas(command)
      return
    }
    case 'record': {
      const { runRecord } = await import('./commands/recordCommand.ts')
      await runRecord(command)
      return
    }
    case 'mcp': {
      const { runMcp } = await import('./commands/mcpCommand.ts')
      await runMcp(command)
      return
    }
    case 'export': {
      const { runExport } = await import('./commands/exportCommand.ts')
      await runExport(command)
    }
  }
}
