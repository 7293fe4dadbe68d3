import { Panel, Table, Text, useAsked } from '../parts.tsx'
import { decimal } from '../units.ts'

interface GasStats {
  readonly min: number
  readonly max: number
  readonly avg: number
  readonly median: number
  readonly count: number
}

interface GasReport {
  readonly contracts: Readonly<
    Record<
      string,
      {
        readonly contractName: string
        readonly deployment: GasStats | null
        readonly functions: Readonly<Record<string, GasStats>> | null
      }
    >
  >
}

interface Share {
  readonly covered: number
  readonly total: number
}

interface CoverageReport {
  readonly files: readonly {
    readonly file: string
    readonly lines: Share
    readonly functions: Share
    readonly statements: Share
    readonly branches: Share
    readonly missedLines: readonly number[]
  }[]
}

/** Gas used by transactions, by contract and function. */
export function Gas() {
  const { result, error } = useAsked<GasReport>('preconf_gasReport', [], 'seals')
  const rows = Object.entries(result?.contracts ?? {}).flatMap(
    ([key, { contractName, deployment, functions }]) => [
      ...(deployment === null
        ? []
        : [{ key, name: `${contractName} deployment`, stats: deployment }]),
      ...Object.entries(functions ?? {}).map(([name, stats]) => ({
        key: `${key} ${name}`,
        name: `${contractName}.${name}`,
        stats,
      })),
    ],
  )
  return (
    <Panel title="Gas">
      {error !== undefined && <Hint text={error} />}
      {result !== undefined && rows.length === 0 && (
        <p class="dim">No contract has been called yet.</p>
      )}
      {rows.length > 0 && (
        <Table
          label="Gas"
          head={[
            'Function',
            ['Calls', 'number'],
            ['Least', 'number'],
            ['Average', 'number'],
            ['Median', 'number'],
            ['Most', 'number'],
          ]}
        >
          {rows.map(({ key, name, stats: { count, min, avg, median, max } }) => (
            <tr key={key}>
              <td class="mono">
                <Text value={name} />
              </td>
              {[count, min, avg, median, max].map((value, at) => (
                <td class="number" key={at}>
                  {decimal(String(value))}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** Which lines of contracts were run. */
export function Coverage() {
  const { result, error } = useAsked<CoverageReport>('preconf_coverage', [], 'seals')
  const files = result?.files ?? []
  return (
    <Panel title="Coverage">
      {error !== undefined && <Hint text={error} />}
      {result !== undefined && files.length === 0 && (
        <p class="dim">No source with a syntax tree is available.</p>
      )}
      {files.length > 0 && (
        <Table
          label="Coverage"
          head={[
            'File',
            ['Lines', 'number'],
            ['Functions', 'number'],
            ['Statements', 'number'],
            ['Branches', 'number'],
            'Lines not run',
          ]}
        >
          {files.map(({ file, lines, functions, statements, branches, missedLines }) => (
            <tr key={file}>
              <td class="mono">
                <Text value={file} />
              </td>
              {[lines, functions, statements, branches].map((share, at) => (
                <td class="number" key={at}>
                  {percent(share)}
                </td>
              ))}
              <td class="mono">
                <Text value={missedLines.join(', ')} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Hint({ text }: { text: string }) {
  return (
    <p class="dim">
      <Text value={text} />
    </p>
  )
}

function percent({ covered, total }: Share): string {
  return total === 0 ? '–' : `${((100 * covered) / total).toFixed(0)} % (${covered}/${total})`
}
