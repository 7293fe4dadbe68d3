// Asks npm's registry for weaknesses of the dependencies and fails for those that are high or critical. Where
// the registry cannot be asked, it says why and passes: a check without network is no check.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const maxWaitMs = 60_000

interface Report {
  /** Why there is none. */
  readonly message?: string
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range: string }>
  >
}

const report = ask()
if (report.vulnerabilities === undefined) {
  console.log(`skipped: the audit, as the registry gives none (${report.message ?? 'no answer'})`)
} else {
  const grave = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  const all = Object.keys(report.vulnerabilities).length
  console.log(`${all} dependencies with known weaknesses, ${grave.length} of them high or critical`)
  if (grave.length > 0) {
    console.error(`${grave.join('\n')}\nnpm audit says more`)
    process.exitCode = 1
  }
}

function ask(): Report {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--loglevel=silent'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    timeout: maxWaitMs,
    // npm is a script on Windows, which only a shell finds.
    shell: process.platform === 'win32',
  })
  try {
    return JSON.parse(stdout) as Report
  } catch {
    return { message: 'no JSON' }
  }
}
